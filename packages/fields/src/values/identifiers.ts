import { isValidBIC, isValidIBAN } from "ibantools";
import * as vat from "jsvat-next";
import { findPhoneNumbersInText } from "libphonenumber-js";
import type { FailedCheck } from "@galley/core/domain";

/** An identifier in a text, without the blanks and signs that group its characters. */
export interface FoundIdentifier {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly checks: readonly FailedCheck[];
}

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Z0-9])/gu;

/** Polish invoices write accounts without the country; the check digits say whether a number is one. */
const POLISH_ACCOUNT = /(?<![A-Z0-9] ?)\d{2}(?: ?\d{4}){6}(?! ?\d)/gu;

/** IBANs of a text; those whose check digits are wrong are reported with that check. */
export function ibansIn(text: string): readonly FoundIdentifier[] {
  return [...withCountry(text), ...polishAccounts(text)].toSorted((a, b) => a.start - b.start);
}

function polishAccounts(text: string): readonly FoundIdentifier[] {
  return [...text.matchAll(POLISH_ACCOUNT)].flatMap((match) => {
    const value = `PL${match[0].replaceAll(" ", "")}`;
    return isValidIBAN(value)
      ? [{ value, start: match.index, end: match.index + match[0].length, checks: [] }]
      : [];
  });
}

function withCountry(text: string): readonly FoundIdentifier[] {
  return [...text.matchAll(IBAN)].map((match) => {
    const exact = shortestValid(match[0]);
    const value = exact.replaceAll(" ", "");
    const checks = isValidIBAN(value) ? [] : [wrongDigits("IBAN")];
    return { value, start: match.index, end: match.index + exact.length, checks };
  });
}

/** Text that follows an IBAN may look like its next group, such as "BIC": ends are taken off until it is valid. */
function shortestValid(found: string): string {
  const groups = found.split(" ");
  for (let count = groups.length; count >= 1; count--) {
    const text = groups.slice(0, count).join(" ");
    if (isValidIBAN(text.replaceAll(" ", ""))) return text;
  }
  return found;
}

export function bicsIn(text: string): readonly FoundIdentifier[] {
  return [...text.matchAll(/(?<![A-Z0-9])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9])/gu)]
    .filter(([value]) => isValidBIC(value))
    .map((match) => ({
      value: match[0],
      start: match.index,
      end: match.index + match[0].length,
      checks: [],
    }));
}

/** With the country, as in the European Union, Great Britain, Switzerland and Norway. */
const PREFIXED =
  /(?<![A-Za-z0-9])(?:ATU ?\d{8}|BE ?[01]?\d{3}[ .]?\d{3}[ .]?\d{3}|BG ?\d{9,10}|CHE[- ]?\d{3}[. ]?\d{3}[. ]?\d{3}(?: ?(?:MWST|TVA|IVA))?|CY ?\d{8}[A-Z]|CZ ?\d{8,10}|DE ?\d{3} ?\d{3} ?\d{3}|DK ?\d{2} ?\d{2} ?\d{2} ?\d{2}|EE ?\d{9}|EL ?\d{9}|ES ?[A-Z0-9]-?\d{7}-?[A-Z0-9]|FI ?\d{8}|FR ?[A-Z0-9]{2} ?\d{3} ?\d{3} ?\d{3}|(?:GB|XI) ?\d{3} ?\d{4} ?\d{2}(?: ?\d{3})?|HR ?\d{11}|HU ?\d{8}|IE ?\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT ?\d{11}|LT ?(?:\d{12}|\d{9})|LU ?\d{8}|LV ?\d{11}|MT ?\d{8}|NL ?\d{9}B\d{2}|NL ?\d{4}\.?\d{2}\.?\d{3}\.?B\.?\d{2}|PL ?\d{3}[- ]?\d{3}[- ]?\d{2}[- ]?\d{2}|PT ?\d{3} ?\d{3} ?\d{3}|RO ?\d{2,10}|SE ?\d{6}-?\d{4} ?-?01|SI ?\d{8}|SK ?\d{10}|NO ?\d{3} ?\d{3} ?\d{3} ?MVA)(?![A-Za-z0-9])/gu;

/** Numbers of a single country, which only a label beside them makes a VAT number. */
const NATIONAL =
  /(?<![A-Za-z0-9])(?:[A-Z]-?\d{8}|[A-Z]-?\d{7}-?[A-Z]|\d{8}-?[A-Z]|\d{3}[- ]\d{3}[- ]\d{2}[- ]\d{2}|\d{3}[- ]\d{2}[- ]\d{2}[- ]\d{3}|\d{3} \d{3} \d{3}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}|\d{6}-\d{4}|T\d{13}|\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]|[0-9A-HJ-NPQRTUWXY]{18}|\d{2}[- ]\d{7}|\d{2} \d{3} \d{3} \d{3}|\d{12}|\d{8,11})(?![A-Za-z0-9])/gu;

/** No VAT number has fewer digits, apart from the signs that group them. */
const HAS_VAT_DIGITS = /\d[\d .\-A-Z]{4}/u;

/** VAT numbers that name their country. */
export function vatIdsIn(text: string): readonly FoundIdentifier[] {
  return HAS_VAT_DIGITS.test(text) ? [...text.matchAll(PREFIXED)].map((match) => vatId(match)) : [];
}

/** VAT numbers beside a label, which may be written without their country. */
export function labelledVatIdsIn(text: string): readonly FoundIdentifier[] {
  const prefixed = vatIdsIn(text);
  if (prefixed.length > 0) return prefixed;
  return [...text.matchAll(NATIONAL)].map((match) => ({
    value: match[0].replaceAll(/[\s.\-/]/gu, ""),
    start: match.index,
    end: match.index + match[0].length,
    checks: [],
  }));
}

function vatId(match: RegExpExecArray): FoundIdentifier {
  const value = match[0].replaceAll(/[\s.-]/gu, "");
  const { isSupportedCountry, isValid } = vat.checkVAT(value, vat.countries);
  const checks = isSupportedCountry && !isValid ? [wrongDigits("VAT number")] : [];
  return { value, start: match.index, end: match.index + match[0].length, checks };
}

export function phonesIn(text: string): readonly FoundIdentifier[] {
  return findPhoneNumbersInText(text, { defaultCountry: "US", extended: true }).map(
    ({ number, startsAt, endsAt }) => ({
      value: number.number,
      start: startsAt,
      end: endsAt,
      checks: number.isValid() ? [] : [wrongDigits("phone number")],
    }),
  );
}

export function emailsIn(text: string): readonly FoundIdentifier[] {
  return [...text.matchAll(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/gu)].map((match) => ({
    value: match[0],
    start: match.index,
    end: match.index + match[0].length,
    checks: [],
  }));
}

function wrongDigits(what: string): FailedCheck {
  return { check: "check-digits", message: `The check digits of the ${what} are wrong.` };
}
