import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment, type SegmentLine } from "../../../text/segment.ts";
import { type FoundNumber, numbersIn } from "../../../values/amounts.ts";
import { isCurrencyCode } from "../../../values/currencies.ts";
import type { Column } from "../../tables/head-line.ts";
import { dateAtStart, type PrintedDate } from "./statement-dates.ts";

/** Columns of amounts. */
export const AMOUNT_COLUMNS = ["amount", "debit", "credit", "balance"] as const;
export type AmountColumn = (typeof AMOUNT_COLUMNS)[number];

/** A part of a line. */
export interface Part {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** An amount of a row as it is printed. */
export interface PrintedAmount extends Part {
  /** Without its sign. */
  readonly value: number;
  /** -1 or 1 if a sign or a mark such as "CR" says so. */
  readonly sign: -1 | 1 | undefined;
  /** The mark behind it; "" without one. */
  readonly mark: string;
  readonly column: AmountColumn | undefined;
}

/** A line of a statement: its dates at the left or alone, its amounts and its other texts. */
export interface PrintedLine {
  readonly at: number;
  readonly line: SegmentLine;
  readonly date: PrintedDate | undefined;
  readonly datePart: Part | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly valuePart: Part | undefined;
  readonly texts: readonly Part[];
  readonly amounts: readonly PrintedAmount[];
}

/** A line by the columns of the head above it; without one, all amounts of two decimals at the ends of texts are taken. */
export function printedLine(
  context: DocumentContext,
  at: number,
  columns: readonly Column[] | undefined,
): PrintedLine | undefined {
  const line = context.lines[at];
  if (line === undefined || context.furniture.has(line)) return undefined;
  const texts: Part[] = [];
  const dates: DatePart[] = [];
  const amounts: PrintedAmount[] = [];
  for (const [index, segment] of line.segments.entries()) {
    const isLeading = texts.length === 0 && amounts.length === 0;
    const found = datesOf(segment, context, isLeading).slice(0, 2 - dates.length);
    dates.push(...found);
    const start = found.at(-1)?.next ?? 0;
    const printed = amountsIn(segment, start, { context, columns, next: line.segments[index + 1] });
    amounts.push(...printed);
    texts.push(...textsOf(segment, start, printed));
  }
  const [first, second] = dates;
  return {
    at,
    line,
    date: first?.date,
    datePart: first?.part,
    valueDate: second?.date,
    valuePart: second?.part,
    texts,
    amounts,
  };
}

interface DatePart {
  readonly date: PrintedDate;
  readonly part: Part;
  /** The offset of what follows it. */
  readonly next: number;
}

/** The dates that a segment begins with; at the right of texts and amounts, only one that is the whole segment. */
function datesOf(segment: Segment, { order }: DocumentContext, isLeading: boolean): readonly DatePart[] {
  const { text } = segment;
  // "7.22" under an amount is no day of July.
  if (!isLeading && /^\d{1,2}\.\d{2}$/u.test(text)) return [];
  const dates: DatePart[] = [];
  for (let start = 0; start < text.length;) {
    const date = dateAtStart(text.slice(start), order);
    if (date === undefined || (!isLeading && start + date.end < text.length)) break;
    const end = start + date.end;
    start = end + (/^[\s,]*/u.exec(text.slice(end))?.[0].length ?? 0);
    dates.push({ date, part: { segment, start: end - date.end, end }, next: start });
  }
  return dates;
}

interface AmountSearch {
  readonly context: DocumentContext;
  readonly columns: readonly Column[] | undefined;
  readonly next: Segment | undefined;
}

/** Currencies without cents. */
const WHOLE: ReadonlySet<string> = new Set(["JPY", "KRW", "VND", "CLP", "HUF", "ISK"]);

function amountsIn(segment: Segment, from: number, search: AmountSearch): readonly PrintedAmount[] {
  const { currency, mark } = search.context;
  const decimals = currency !== undefined && WHOLE.has(currency) ? [0, 2] : [2];
  return numbersIn(segment.text.slice(from), mark)
    .filter((number) => !number.isPercent && decimals.includes(number.decimals))
    .flatMap((number) => amountOf({ segment, from, number }, search) ?? []);
}

interface NumberAt {
  readonly segment: Segment;
  /** The offset that those of the number are counted from. */
  readonly from: number;
  readonly number: FoundNumber;
}

/** A number as an amount; undefined for amounts of other currencies and rates, which stand in the text. */
function amountOf(
  { segment, from, number }: NumberAt,
  { columns, next }: AmountSearch,
): PrintedAmount | undefined {
  const [start, end] = [from + number.start, from + number.end];
  const [box] = citationOf(segment, start, end).boxes;
  const behind = segment.text.slice(end);
  const column = box && columns && columnOf(box, columns);
  const isInText = columns === undefined ? !AMOUNT_END.test(behind) : column === undefined;
  if (box === undefined || isInText) return undefined;
  const mark = markBehind(behind, next);
  const plus = PLUS.test(segment.text.slice(start, end)) ? 1 : undefined;
  return {
    value: Math.abs(number.value),
    sign: number.value < 0 ? -1 : (mark?.sign ?? plus),
    mark: mark?.mark ?? "",
    column,
    segment,
    start,
    end: end + (mark?.length ?? 0),
  };
}

/** What may stand behind an amount: a currency, a mark, another amount, but no words. */
const AMOUNT_END = /^\s?(?:[A-Z]{3}$|(?!.*\p{L}{3}))/u;

const PLUS = /^\s?\+/u;

const MARK = /^\s?(?<mark>[+−-]|[A-Z]{1,2}|Wn|Ma|[借贷出入])(?![\p{L}\d])/u;
const DEBIT_MARKS: ReadonlySet<string> = new Set("- − S D DR DB Wn MD 借 出".split(" "));
const CREDIT_MARKS: ReadonlySet<string> = new Set("+ H C CR K A Ma 贷 入".split(" "));

/** The mark of debit or credit behind an amount, in its segment or alone in the next. */
function markBehind(
  rest: string,
  next: Segment | undefined,
): { readonly mark: string; readonly sign: -1 | 1; readonly length: number } | undefined {
  const inside = MARK.exec(rest);
  const mark =
    inside?.groups?.["mark"] ?? (rest === "" && next !== undefined && next.text.length < 3 ? next.text : "");
  const length = inside?.[0].length ?? 0;
  if (DEBIT_MARKS.has(mark)) return { mark, sign: -1, length };
  return CREDIT_MARKS.has(mark) ? { mark, sign: 1, length } : undefined;
}

/** The column of amounts that an amount stands under; undefined if it stands under another one. */
function columnOf(box: Segment["box"], columns: readonly Column[]): AmountColumn | undefined {
  let best: { readonly key: AmountColumn | undefined; readonly distance: number } | undefined;
  for (const { keys, x0, x1 } of columns) {
    const key = AMOUNT_COLUMNS.find((name) => keys.includes(name));
    const shared = Math.min(x1, box.x1) - Math.max(x0, box.x0);
    const edges = Math.min(Math.abs(x1 - box.x1), Math.abs(x0 - box.x0));
    const distance = shared > 0 ? Math.min(edges, 0) - shared : edges;
    if (best === undefined || distance < best.distance) best = { key, distance };
  }
  return best?.key;
}

/** The texts of a segment around its amounts. */
function textsOf(segment: Segment, from: number, amounts: readonly PrintedAmount[]): readonly Part[] {
  const texts: Part[] = [];
  let start = from;
  for (const end of [...amounts.map((amount) => amount.start), segment.text.length]) {
    const text = segment.text.slice(start, end);
    if (/[\p{L}\d]/u.test(text) && !isMarkOrCode(text)) {
      const lead = /^\s*/u.exec(text)?.[0].length ?? 0;
      texts.push({ segment, start: start + lead, end: start + text.trimEnd().length });
    }
    start = Math.max(start, amounts.find((amount) => amount.start === end)?.end ?? end);
  }
  return texts;
}

/** What stands beside amounts: marks of debit and credit and codes of currencies. */
function isMarkOrCode(text: string): boolean {
  const word = text.trim();
  return DEBIT_MARKS.has(word) || CREDIT_MARKS.has(word) || isCurrencyCode(word);
}
