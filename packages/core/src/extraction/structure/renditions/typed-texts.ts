import type { WorkbookCell } from "./workbook.ts";

/** How a document writes its numbers and dates; undefined if its texts do not say. */
export interface Notation {
  readonly decimal: "." | "," | undefined;
  /** The order of "03/04/2026". */
  readonly dates: "day first" | "month first" | undefined;
}

/** The notation that the texts of a document show: "1.234,56" and "28/11/2026" can be read in one way only. */
export function notationOf(texts: Iterable<string>): Notation {
  const votes = { ".": 0, ",": 0, "day first": 0, "month first": 0 };
  for (const text of texts) {
    const decimal = decimalOf(numberParts(text)?.digits ?? "");
    if (decimal !== undefined) votes[decimal]++;
    const order = orderOf(text.trim());
    if (order !== undefined) votes[order]++;
  }
  const contradict = votes["day first"] > 0 && votes["month first"] > 0;
  return {
    decimal: moreOf(votes, ".", ","),
    dates: contradict ? undefined : moreOf(votes, "day first", "month first"),
  };
}

function moreOf<Choice extends string>(
  votes: Readonly<Record<Choice, number>>,
  one: Choice,
  other: Choice,
): Choice | undefined {
  if (votes[one] === votes[other]) return undefined;
  return votes[one] > votes[other] ? one : other;
}

/** The order of a date that has a day after the 12th. */
function orderOf(text: string): Notation["dates"] {
  const [, one = 0, two = 0] = (SLASHED.exec(text) ?? []).map(Number);
  if (one > 12 === two > 12) return undefined;
  return one > 12 ? "day first" : "month first";
}

/**
 * A text as a number or date if it can only be that, otherwise the text: "1.234,56 €" is a number with its currency,
 * "00123" and a number of more than 15 digits are no numbers, "03/04/2026" is a date only if the notation is known.
 */
export function typedText(text: string, notation: Notation): WorkbookCell {
  return numberIn(text, notation) ?? dateIn(text.trim(), notation) ?? text;
}

interface NumberParts {
  readonly negative: boolean;
  readonly before: string;
  readonly digits: string;
  readonly after: string;
}

const UNIT = String.raw`\p{Sc}|[A-Z]{3}|(?:US|CA|A)\$`;
const NUMBER = new RegExp(
  String.raw`^(?<open>\()?(?<sign>[-+−–])?\s?(?<before>${UNIT})?\s?(?<inner>[-−])?(?<digits>\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)\s?(?<after>%|${UNIT})?(?<trailing>[-−])?(?<close>\))?$`,
  "u",
);
const MAX_DIGITS = 15;

function numberParts(text: string): NumberParts | undefined {
  const found = NUMBER.exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  const { open, close, sign = "", before = "", inner, digits = "", after = "", trailing } = found;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const minus = [open !== undefined, /[-−–]/u.test(sign), inner !== undefined, trailing !== undefined];
  if (minus.filter(Boolean).length > 1) return undefined;
  return { negative: minus.includes(true), before, digits: digits.trim(), after };
}

/** The decimal mark that the digits alone show; undefined for "1234" and "1.234". */
function decimalOf(digits: string): "." | "," | undefined {
  const marks = [...digits.matchAll(/[.,]/gu)];
  const last = marks.at(-1);
  const before = marks.at(-2);
  if (last === undefined) return undefined;
  const [mark, other] = last[0] === "." ? ([".", ","] as const) : ([",", "."] as const);
  if (before !== undefined) return before[0] === mark ? other : mark;
  const decimals = digits.length - last.index - 1;
  return decimals === 3 && last.index <= 3 && !digits.startsWith("0") ? undefined : mark;
}

function numberIn(text: string, notation: Notation): WorkbookCell | undefined {
  const parts = numberParts(text);
  if (parts === undefined) return undefined;
  const { digits, negative, before, after } = parts;
  const decimal = decimalOf(digits) ?? notation.decimal;
  if (decimal === undefined && /[.,]/u.test(digits)) return undefined;
  const [whole = "", fraction = "", ...more] = digits.split(decimal ?? ".");
  if (more.length > 0 || !isGrouped(whole, decimal)) return undefined;
  const value = valueOf(whole.replaceAll(/\D/gu, ""), fraction);
  if (value === undefined) return undefined;
  const shown = { grouped: /\D/u.test(whole), decimals: fraction.length, before, after };
  return numberCell(negative ? -value : value, shown);
}

/** Undefined for a number such as "00123", and for one with more digits than a number can have. */
function valueOf(whole: string, fraction: string): number | undefined {
  const isNumber = /^(?:0|[1-9]\d*)?$/u.test(whole) && /^\d*$/u.test(fraction);
  if (!isNumber || whole.length + fraction.length > MAX_DIGITS) return undefined;
  return Number(`${whole || "0"}.${fraction || "0"}`);
}

/** Without marks, or with the same mark before each three digits. */
function isGrouped(whole: string, decimal: string | undefined): boolean {
  const mark = /\D/u.exec(whole)?.[0];
  if (mark === undefined) return true;
  return mark !== decimal && whole.split(mark).every((group, at) => GROUPS[at === 0 ? 0 : 1].test(group));
}

const GROUPS = [/^\d{1,3}$/u, /^\d{3}$/u] as const;

interface Shown {
  readonly grouped: boolean;
  readonly decimals: number;
  readonly before: string;
  readonly after: string;
}

function numberCell(value: number, { grouped, decimals, before, after }: Shown): WorkbookCell {
  const fraction = decimals === 0 ? "" : `.${"0".repeat(decimals)}`;
  if (after === "%") return { number: Number((value / 100).toPrecision(15)), format: `0${fraction}%` };
  const unit = before === "" && after === "" ? undefined : `"${before || after}"`;
  if (unit === undefined && !grouped && decimals === 0) return value;
  const number = `${grouped || unit !== undefined ? "#,##0" : "0"}${fraction}`;
  if (unit === undefined) return { number: value, format: number };
  return { number: value, format: before === "" ? `${number} ${unit}` : `${unit} ${number}` };
}

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/u;
const DOTTED = /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})$/u;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u;
const NAMED = /^(?<day>\d{1,2})\.? (?<name>\p{L}{3,9})\.?,? (?<year>\d{4})$/u;
const NAMED_FIRST = /^(?<name>\p{L}{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAME =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/iu;

function dateIn(text: string, { dates }: Notation): WorkbookCell | undefined {
  const plain = (ISO.exec(text) ?? DOTTED.exec(text))?.groups;
  if (plain) return dateCell(plain["year"], plain["month"], plain["day"]);
  const named = (NAMED.exec(text) ?? NAMED_FIRST.exec(text))?.groups;
  if (named && MONTH_NAME.test(named["name"] ?? "")) {
    const month = MONTHS.indexOf((named["name"] ?? "").slice(0, 3).toLowerCase()) + 1;
    return dateCell(named["year"], String(month), named["day"]);
  }
  const [, one, two, year] = SLASHED.exec(text) ?? [];
  if (dates === undefined || year === undefined) return undefined;
  return dates === "day first" ? dateCell(year, two, one) : dateCell(year, one, two);
}

/** Undefined for a day that does not exist. */
function dateCell(year = "", month = "", day = ""): WorkbookCell | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? { date: date.toISOString().slice(0, 10) } : undefined;
}
