import { monthNamed } from "./month-names.ts";

/** Which of day and month comes first in dates such as 03/04/2025; undefined if nothing says so. */
export type DateOrder = "day-first" | "month-first" | undefined;

export interface FoundDate {
  /** YYYY-MM-DD. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** True if day and month could be the other way round, and nothing in the document decides it. */
  readonly isAmbiguous: boolean;
}

const YEAR_FIRST =
  /(?<![\d.,/-])(?<year>(?:19|20)\d{2})\s?[-/.年]\s?(?<month>\d{1,2})\s?[-/.月]\s?(?<day>\d{1,2})(?:日)?(?!\d)/gu;
const NUMERIC =
  /(?<![\d,/-]|\d\.)(?<one>\d{1,2})\s?(?<sign>[./-])\s?(?<two>\d{1,2})\s?\k<sign>\s?(?<year>(?:19|20)\d{2}|\d{2})(?![\d/-]|\.\d)/gu;
// Months have Latin letters in the languages whose dates name them. With `\p{L}` and the flag i, V8 takes 80 ms to compile
// the first of these for a text with a sign such as "€".
const DAY_NAME =
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|ST|ND|RD|TH|ER|º|ª|\.)?[\s/-]{0,2}(?:(?:de|of|DE|OF)\s)?(?<name>[A-Za-z\u00c0-\u017f]{3,12})\.?,?(?:[\s/-]|(?:del?|DEL?)\s){1,2}(?<year>(?:19|20)\d{2}|'?\d{2})(?!\d)/gu;
const NAME_DAY =
  /(?<name>[A-Za-z\u00c0-\u017f]{3,12})\.?\s?(?<day>\d{1,2})(?:st|nd|rd|th|ST|ND|RD|TH)?,?\s(?<year>(?:19|20)\d{2})(?!\d)/gu;
const JAPANESE =
  /(?<era>令和|平成|昭和)\s?(?<year>\d{1,2}|元)\s?年\s?(?<month>\d{1,2})\s?月\s?(?<day>\d{1,2})\s?日/gu;
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };
const COMPACT = /(?<!\d)(?<year>20\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?!\d)/gu;

type Groups = { readonly [name: string]: string | undefined };

/** The dates of a text, from left to right. */
export function datesIn(text: string, order: DateOrder): readonly FoundDate[] {
  if (!/\d/u.test(text)) return [];
  const found = [
    ...each(text, YEAR_FIRST, plainDate),
    ...each(text, NUMERIC, (groups) => numericDate(groups, order)),
    ...each(text, DAY_NAME, namedDate),
    ...each(text, NAME_DAY, namedDate),
    ...each(text, JAPANESE, japaneseDate),
    ...each(text, COMPACT, plainDate),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(({ start }, index) => !found.slice(0, index).some((other) => other.end > start));
}

type Parsed = Pick<FoundDate, "value" | "isAmbiguous">;

function each(
  text: string,
  pattern: RegExp,
  parse: (groups: Groups) => Parsed | undefined,
): readonly FoundDate[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const parsed = parse(match.groups ?? {});
    return parsed === undefined
      ? []
      : [{ ...parsed, start: match.index, end: match.index + match[0].length }];
  });
}

function plainDate({ year, month, day }: Groups): Parsed | undefined {
  return dateOf(Number(year), Number(month), Number(day));
}

function numericDate({ one, two, sign, year }: Groups, order: DateOrder): Parsed | undefined {
  const [first, second] = [Number(one), Number(two)];
  const full = fullYear(year ?? "");
  const canSwap = first <= 12 && second <= 12 && first !== second && sign !== ".";
  const monthFirst = second > 12 || (first <= 12 && order === "month-first" && sign !== ".");
  const date = monthFirst ? dateOf(full, first, second) : dateOf(full, second, first);
  return date === undefined ? undefined : { ...date, isAmbiguous: canSwap && order === undefined };
}

function namedDate({ name, day, year }: Groups): Parsed | undefined {
  const month = monthNamed(name ?? "");
  return month === undefined
    ? undefined
    : dateOf(fullYear((year ?? "").replace("'", "")), month, Number(day));
}

function japaneseDate({ era = "", year, month, day }: Groups): Parsed | undefined {
  return dateOf((ERAS[era] ?? 0) + (year === "元" ? 1 : Number(year)), Number(month), Number(day));
}

/** Documents of the 1950s are scanned today, those of the 2050s are not written. */
function fullYear(year: string): number {
  const number = Number(year);
  if (year.length > 2) return number;
  return number < 50 ? 2000 + number : 1900 + number;
}

function dateOf(year: number, month: number, day: number): Parsed | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDate =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDate ? { value: date.toISOString().slice(0, 10), isAmbiguous: false } : undefined;
}

/** Which order the document's own dates have: those whose day is above 12 decide. */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const text of texts) {
    for (const { groups = {} } of text.matchAll(NUMERIC)) {
      if (Number(groups["one"]) > 12) dayFirst += 1;
      else if (Number(groups["two"]) > 12) monthFirst += 1;
    }
  }
  if (dayFirst === monthFirst) return undefined;
  return dayFirst > monthFirst ? "day-first" : "month-first";
}
