import { lowerCase } from "../text/tokens.ts";
import { numbersIn } from "./amounts.ts";

/** Legal forms of companies in lower case, as they end their names. */
const LEGAL_FORM =
  /(?<![\p{L}\d])(?:gmbh(?:\s?&\s?co\.?\s?kgaa?)?|ag|kgaa|kg|ohg|gbr|e\.?\s?k\.?|ug(?:\s\(haftungsbeschränkt\))?|e\.\s?v\.|se|ltd\.?|limited|llc|l\.l\.c\.|llp|inc\.?|corp\.?|corporation|plc|pty\.?|co\.,?\s?ltd\.?|sdn\.?\s?bhd\.?|bhd|s\.?[aà]\.?r\.?l\.?|bvba|c\.?v\.?b\.?a\.?|vzw|asbl|sas|s\.a\.s\.|s\.?a\.?u\.?|s\.?a\.?|eurl|sasu|s\.?l\.?u?\.?|s\.r\.l\.?|srl|s\.p\.a\.?|spa|s\.?n\.?c\.?|ltda\.?|b\.?v\.?|n\.?v\.?|vof|lda\.?|unipessoal|sp\.?\s?z\s?o\.?\s?o\.?|s\.\s?c\.|sp\.\s?k\.|sp\.\s?j\.|spółka\s(?:jawna|komandytowa|akcyjna|partnerska|z\sograniczoną\sodpowiedzialnością)|c\.\s?b\.|ab|hb|aktiebolag|s\.?\s?r\.?\s?o\.?|a\.?\s?s\.?|spol\.\s?s\s?r\.\s?o\.|aps|a\/s|oy)(?![\p{L}\d])|(?:株式会社|有限会社|合同会社|有限公司|有限责任公司|股份公司|公司)/u;

/** True if a text has the legal form of a company. */
export function hasLegalForm(text: string): boolean {
  return LEGAL_FORM.test(lowerCase(text));
}

/** The end of the name in a text that goes on after its legal form, such as "Muster GmbH, Amtsgericht Ulm", or after a dash. */
export function nameEnd(text: string): number {
  const match = LEGAL_FORM.exec(lowerCase(text));
  const end = (match?.index ?? 0) + (match?.[0].length ?? text.length);
  if (match === null) return /\s[–—|·•]\s/u.exec(text)?.index ?? text.length;
  if (REGISTERED.test(lowerCase(text.slice(end)))) return end;
  return /^\.?\s*[,;·•|–—-]\s/u.test(text.slice(end)) ? end : text.length;
}

/** What the foot of a letter says of a company behind its name: capital, register, seat. */
const REGISTERED =
  /^\.?\s(?:au\scapital|capital|capitale|com\so?\s?capital|inscrita|registered|incorporated\sin|amtsgericht|handelsregister|sitz|rcs|sede|iscritta|zapsan|kapitał|krs|säte)(?!\p{L})/u;

/**
 * True for a text that may be the name of a company or a person: letters, few numbers, not long. Codes such as
 * "GLN 4304171000002" have more digits than letters.
 */
export function isName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\d/gu)?.length ?? 0;
  return (
    /\p{L}{2}|\p{Script=Han}/u.test(text) &&
    digits <= letters &&
    numbersIn(text, ".").length < 3 &&
    text.length <= 120
  );
}

/** A line with a postal code and a town, in the countries of the twelve languages. */
const POSTAL_LINE =
  /(?:^|,\s)(?:(?:[A-Z]{1,3}[- ])?\d{4,5}(?:-\d{3,4})?\s\p{L}|\d{3}\s\d{2}\s\p{L}|\d{2}-\d{3}\s\p{L}|\d{4}\s?[A-Z]{2}\s\p{L}|〒\s?\d{3}-\d{4})|\p{L},?\s(?:[A-Z]{2}\s)?\d{5}(?:-\d{4})?$|\p{L},?\s\d{6}(?:,|$)|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|^\d{6}\s?\p{Script=Han}|[省都道府県市][^\s]{1,6}[市区町村郡县]/u;

export function isPostalLine(text: string): boolean {
  return POSTAL_LINE.test(text);
}

/** The name before the address in the one line of a sender, such as "Muster GmbH · Weg 1 · 12345 Ort". */
export function senderName(text: string): string | undefined {
  const parts = text.split(/\s*[·•|∙*■●]\s*|\s+[-–—/]\s+|,\s+/u);
  const [first = "", form = ""] = parts;
  const name =
    LEGAL_FORM.exec(lowerCase(form))?.[0].length === form.length
      ? text.slice(0, text.indexOf(form) + form.length)
      : first.slice(0, nameEnd(first));
  // Where the town follows at once, the first part is a street or a part of the town.
  const hasAddress =
    parts.length >= 3 && parts.slice(hasLegalForm(name) ? 1 : 2).some((part) => isPostalLine(part));
  return hasAddress && /^[\p{Lu}\p{Lo}]/u.test(name) ? name : undefined;
}
