import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment } from "../../../text/segment.ts";
import { type DateOrder, datesIn } from "../../../values/dates.ts";
import { monthNamed } from "../../../values/month-names.ts";
import type { Proposal } from "../../reader.ts";

/** A date as a row prints it; the year may be that of the statement. */
export interface PrintedDate {
  /** Offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** YYYY-MM-DD; undefined if the year is not printed. */
  readonly full: string | undefined;
  /** Day and month, or month and day. */
  readonly parts: readonly [number, number];
  /** True if the parts can only be day and month. */
  readonly isDayFirst: boolean;
}

const NUMERIC = /^(?<one>\d{1,2})\s?(?<sign>[./-])\s?(?<two>\d{1,2})\.?(?![\d/])/u;
const CHINESE = /^(?<two>\d{1,2})月(?<one>\d{1,2})日/u;
const DAY_NAME = /^(?<one>\d{1,2})\.?[\s-]?(?<name>[A-Za-z\u00c0-\u017f]{3,12})\.?(?![\p{L}\d])/u;
const NAME_DAY = /^(?<name>[A-Za-z\u00c0-\u017f]{3,12})\.?\s(?<one>\d{1,2})(?!\d)/u;

/** The date that a text begins with; undefined if it begins with something else. */
export function dateAtStart(text: string, order: DateOrder): PrintedDate | undefined {
  if (!/^\p{L}{0,12}\.?\s?\d/u.test(text)) return undefined;
  const [full] = datesIn(text, order);
  if (full?.start === 0) {
    return { start: 0, end: full.end, full: full.value, parts: [0, 0], isDayFirst: true };
  }
  return numericAtStart(text) ?? namedAtStart(text);
}

function numericAtStart(text: string): PrintedDate | undefined {
  const numeric = NUMERIC.exec(text) ?? CHINESE.exec(text);
  const { one, two, sign = "." } = numeric?.groups ?? {};
  const parts = [Number(one), Number(two)] as const;
  if (numeric === null || Math.max(...parts) > MAX_DAY) return undefined;
  return { start: 0, end: numeric[0].length, full: undefined, parts, isDayFirst: sign === "." };
}

function namedAtStart(text: string): PrintedDate | undefined {
  const named = DAY_NAME.exec(text) ?? NAME_DAY.exec(text);
  const month = monthNamed(named?.groups?.["name"] ?? "");
  if (named === null || month === undefined) return undefined;
  const day = Number(named.groups?.["one"]);
  return { start: 0, end: named[0].length, full: undefined, parts: [day, month], isDayFirst: true };
}

const MAX_DAY = 31;

/** The first and last day of a statement. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** A place of a date in the text of a segment. */
interface DatePlace {
  readonly value: string;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

export interface PrintedPeriod {
  /** Index into the context's lines. */
  readonly lineAt: number;
  readonly start: DatePlace;
  readonly end: DatePlace;
}

/** What stands between the first and the last day. */
const BETWEEN =
  /^[\s.,:]{0,3}(?:[-–—~～〜]|to|through|thru|until|and|bis(?:\s(?:zum|einschließlich))?|au|al|a|hasta(?:\sel)?|à|até|t\/m|tot(?:\sen\smet)?|do|po|až|till|t\.?o\.?m\.?|至|到|から|och)[\s.,:]{0,3}(?:\p{L}{2,10}\s)?$/iu;

/** The period of a statement: the first two dates of a line with nothing but a word for "to" between them. */
export function periodIn({ lines, order }: DocumentContext): PrintedPeriod | undefined {
  for (const [lineAt, { whole: segment }] of lines.entries()) {
    const dates = datesIn(segment.text, order);
    for (const [index, first] of dates.entries()) {
      const last = dates[index + 1];
      if (last === undefined || last.value <= first.value) continue;
      if (!BETWEEN.test(segment.text.slice(first.end, last.start))) continue;
      const place = ({ value, start, end }: typeof first): DatePlace => ({
        value,
        segment,
        from: start,
        to: end,
      });
      return { lineAt, start: place(first), end: place(last) };
    }
  }
  return undefined;
}

export function periodProposals(period: PrintedPeriod | undefined): readonly Proposal[] {
  if (period === undefined) return [];
  return Object.entries({ period_start: period.start, period_end: period.end }).map(
    ([path, { value, segment, from, to }]) => ({
      path,
      value,
      raw: segment.text.slice(from, to),
      citations: [citationOf(segment, from, to)],
      confidence: PERIOD_CONFIDENCE,
      reader: "kind" as const,
    }),
  );
}

const PERIOD_CONFIDENCE = 0.95;

/** From the earliest to the latest date of the document whose year is printed, else the month that it names. */
export function datedSpan({ lines, order }: DocumentContext): Period | undefined {
  const dates = lines.flatMap(({ whole }) => datesIn(whole.text, order).map(({ value }) => value)).toSorted();
  const [start, end] = [dates[0], dates.at(-1)];
  if (start !== undefined && end !== undefined) return { start, end };
  return lines.flatMap(({ whole }) => monthIn(whole.text) ?? [])[0];
}

const MONTH =
  /(?<name>[A-Za-z\u00c0-\u017f]{3,12})\.?\s(?:de\s)?(?<year>20\d{2})(?!\d)|(?<chinese>20\d{2})年\s?(?<number>\d{1,2})月/u;

/** The days of a month such as "February 2025". */
function monthIn(text: string): Period | undefined {
  const { name = "", year, chinese, number } = MONTH.exec(text)?.groups ?? {};
  const month = number === undefined ? monthNamed(name) : Number(number);
  if (month === undefined) return undefined;
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const full = Number(year ?? chinese);
  return { start: day(Date.UTC(full, month - 1, 1)), end: day(Date.UTC(full, month, 0)) };
}

/** Gives the dates of rows their year and the order of day and month, so that most are in the period of the statement. */
export function dateReader(
  dates: readonly PrintedDate[],
  { period, order }: { readonly period: Period | undefined; readonly order: DateOrder },
): (date: PrintedDate) => string | undefined {
  const read = (date: PrintedDate, isDayFirst: boolean): string | undefined => {
    if (date.full !== undefined) return date.full;
    const [day, month] = isDayFirst || date.isDayFirst ? date.parts : [date.parts[1], date.parts[0]];
    return inPeriod(day, month, period);
  };
  const fitting = (isDayFirst: boolean): number =>
    dates.filter((date) => read(date, isDayFirst) !== undefined).length;
  const [dayFirst, monthFirst] = [fitting(true), fitting(false)];
  const isDayFirst = dayFirst === monthFirst ? order !== "month-first" : dayFirst > monthFirst;
  return (date) => read(date, isDayFirst);
}

/** Bookings may be some days outside of the period of their statement. */
const TOLERANCE_DAYS = 10;

function inPeriod(day: number, month: number, period: Period | undefined): string | undefined {
  if (period === undefined) return undefined;
  const [from, to] = [shifted(period.start, -TOLERANCE_DAYS), shifted(period.end, TOLERANCE_DAYS)];
  const years = [Number(period.start.slice(0, 4)), Number(period.end.slice(0, 4))];
  const candidates = [...new Set([years[0] ?? 0, years[1] ?? 0])].flatMap((year) => {
    const date = new Date(Date.UTC(year, month - 1, day));
    const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return isDate ? [date.toISOString().slice(0, 10)] : [];
  });
  return candidates.find((date) => date >= from && date <= to);
}

function shifted(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * MILLISECONDS_OF_DAY).toISOString().slice(0, 10);
}

const MILLISECONDS_OF_DAY = 86_400_000;
