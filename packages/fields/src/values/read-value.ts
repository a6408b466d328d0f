import type { FailedCheck, FieldValue } from "@galley/core/domain";
import type { DocumentContext } from "../document/document-context.ts";
import type { FieldProperty } from "../schema/fields-schema.ts";
import { normalised } from "../text/tokens.ts";
import { type FoundNumber, numbersIn } from "./amounts.ts";
import { currencyIn } from "./currencies.ts";
import { isName } from "./company-names.ts";
import { datesIn, type FoundDate } from "./dates.ts";
import {
  bicsIn,
  emailsIn,
  type FoundIdentifier,
  ibansIn,
  labelledVatIdsIn,
  phonesIn,
} from "./identifiers.ts";

/** A value of a property in a text. */
export interface FoundValue {
  readonly value: FieldValue;
  /** Offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1: how sure the value is, if the text is the right one. */
  readonly certainty: number;
  readonly checks: readonly FailedCheck[];
}

type Context = Pick<DocumentContext, "mark" | "order">;

/** The value of a property at the beginning of a text beside a label; undefined if the text has none. */
export function valueIn(property: FieldProperty, text: string, context: Context): FoundValue | undefined {
  if (property.enum !== undefined) return choiceIn(property.enum, text);
  if (property.type === "number" || property.type === "integer") return numberIn(text, context);
  if (property.type === "boolean") return booleanIn(text);
  const read = property.format === undefined ? undefined : READERS[property.format];
  return read === undefined ? plainText(text) : read(text, context);
}

const READERS: { readonly [format: string]: (text: string, context: Context) => FoundValue | undefined } = {
  date: dateIn,
  currency: (text) => {
    const value = currencyIn(text);
    return value === undefined ? undefined : { value, start: 0, end: text.length, certainty: 1, checks: [] };
  },
  iban: (text) => identifier(ibansIn(text)),
  bic: (text) => identifier(bicsIn(text)),
  "vat-id": (text) => identifier(labelledVatIdsIn(text)),
  phone: (text) => identifier(phonesIn(text)),
  email: (text) => identifier(emailsIn(text)),
  name: nameIn,
  "number-text": numberTextIn,
};

/** Ambiguous dates are right in half of the documents. */
const AMBIGUOUS_CERTAINTY = 0.55;

function dateIn(text: string, { order }: Context): FoundValue | undefined {
  const [date] = datesIn(text, order);
  if (date === undefined) return undefined;
  const { value, start, end, isAmbiguous } = date;
  return { value, start, end, certainty: isAmbiguous ? AMBIGUOUS_CERTAINTY : 1, checks: [] };
}

function identifier([first]: readonly FoundIdentifier[]): FoundValue | undefined {
  return first === undefined ? undefined : { ...first, certainty: 1 };
}

/** The last amount, because rates and bases stand before it; numbers without decimals only if there is nothing else. */
function numberIn(text: string, { mark }: Context): FoundValue | undefined {
  const numbers = numbersIn(text, mark).filter(({ isPercent }) => !isPercent);
  const number = numbers.findLast((one) => isMoney(one)) ?? numbers.findLast((one) => !isCode(text, one));
  if (number === undefined) return undefined;
  const { value, start, end } = number;
  return { value, start, end, certainty: isMoney(number) ? 1 : PLAIN_NUMBER_CERTAINTY, checks: [] };
}

/** Nine digits without any sign are the number of a company, an account or an article. */
function isCode(text: string, { start, end }: FoundNumber): boolean {
  return /\d{9}/u.test(text.slice(start, end));
}

const PLAIN_NUMBER_CERTAINTY = 0.9;

/** True for numbers that are written as amounts. */
export function isMoney({ decimals, hasCurrency }: FoundNumber): boolean {
  return decimals === 2 || hasCurrency;
}

function booleanIn(text: string): FoundValue | undefined {
  const match = /^[\s:：]*(\p{L}+|[☑☒✓✔☐])/u.exec(text);
  const word = normalised(match?.[1] ?? "");
  const value = YES.has(word) ? true : NO.has(word) ? false : undefined;
  if (value === undefined || match === null) return undefined;
  return {
    value,
    start: match[0].length - (match[1]?.length ?? 0),
    end: match[0].length,
    certainty: 1,
    checks: [],
  };
}

const YES: ReadonlySet<string> = new Set("yes ja oui si sim tak ano true x 是 はい ☑ ☒ ✓ ✔".split(" "));
const NO: ReadonlySet<string> = new Set("no nein non nee nao nie nej ne false 否 いいえ ☐".split(" "));

function choiceIn(choices: readonly (string | number)[], text: string): FoundValue | undefined {
  const shown = normalised(text);
  for (const choice of choices) {
    const start = shown.indexOf(normalised(String(choice)));
    if (start === -1) continue;
    return { value: choice, start, end: start + String(choice).length, certainty: 1, checks: [] };
  }
  return undefined;
}

/** Words between a label and its number, such as "Nr." or "(380)". */
const NUMBER_TEXT =
  /^[\s:：.#=(-]*(?:(?:nr|no|num|number|n[°ºo]|č|№|id)[\s.:：#]+|\(\d+\)\s*)*(?<value>[\p{L}\d][\p{L}\d/._-]*(?:\s(?=\d)[\d/-]+)*)/iu;

function numberTextIn(text: string, { order }: Context): FoundValue | undefined {
  const match = NUMBER_TEXT.exec(text);
  const value = match?.groups?.["value"]?.replace(/[.,:;/_-]+$/u, "") ?? "";
  if (match === null || !/\d/u.test(value)) return undefined;
  const start = match[0].length - (match.groups?.["value"]?.length ?? 0);
  if (datesIn(value, order).some((date) => date.start === 0 && date.end === value.length)) return undefined;
  if (isWordBeforeDate(value, datesIn(text.slice(start), order))) return undefined;
  const [first = ""] = value.split(/\s(?=\d)/u);
  const kept = /^\d{5,}$/u.test(first) ? first : value;
  return { value: kept, start, end: start + kept.length, certainty: 1, checks: [] };
}

/** True for "of 01" in "Order of 01.03.2018": a word without digits, then a date that does not end with the value. */
function isWordBeforeDate(value: string, [date]: readonly FoundDate[]): boolean {
  const [word = "", ...others] = value.split(/\s/u);
  if (date === undefined || others.length === 0 || /\d/u.test(word)) return false;
  return date.start === word.length + 1 && (date.end > value.length || word === word.toLowerCase());
}

function nameIn(text: string): FoundValue | undefined {
  const found = plainText(text);
  return found !== undefined && isName(text.slice(found.start, found.end)) ? found : undefined;
}

function plainText(text: string): FoundValue | undefined {
  const start = /^[\s:：.#=-]*/u.exec(text)?.[0].length ?? 0;
  const value = text.slice(start).trimEnd();
  return value === "" ? undefined : { value, start, end: start + value.length, certainty: 1, checks: [] };
}
