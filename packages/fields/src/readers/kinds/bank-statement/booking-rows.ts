import type { DocumentContext } from "../../../document/document-context.ts";
import { BOOKING_LABELS } from "../../../kinds/receipt-labels.ts";
import { citationOf, type Segment, type SegmentLine } from "../../../text/segment.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { numbersIn } from "../../../values/amounts.ts";
import { labelIndex } from "../../label-index/label-index.ts";
import { SUM_WORDS } from "../../sum-row.ts";
import { type Column, gapBefore, headAt } from "../../tables/head-line.ts";
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
  readonly column: AmountColumn | undefined;
  readonly box: Segment["box"];
}

export interface PrintedRow {
  readonly lineAt: number;
  readonly date: PrintedDate | undefined;
  readonly datePart: Part | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly valuePart: Part | undefined;
  readonly texts: readonly Part[];
  readonly amounts: readonly PrintedAmount[];
  /** The sign of the section that the row is in, such as "Withdrawals". */
  readonly section: -1 | 1 | undefined;
}

const INDEX = labelIndex(Object.entries(BOOKING_LABELS));

interface Line {
  readonly at: number;
  readonly line: SegmentLine;
  readonly date: PrintedDate | undefined;
  readonly datePart: Part | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly valuePart: Part | undefined;
  readonly texts: readonly Part[];
  readonly amounts: readonly PrintedAmount[];
}

/**
 * The transactions of a statement: each has an amount, and a date in its line, in a line before it (of the day, or of its
 * beginning) or in the line below. Lines of balances and sums are none; lines without date and amount go on with the
 * description.
 */
export function bookingRows(
  context: DocumentContext,
  isOther: (lineAt: number) => boolean,
): readonly PrintedRow[] {
  const rows: PrintedRow[] = [];
  let columns: readonly Column[] | undefined;
  let section: -1 | 1 | undefined;
  let open: Line | undefined;
  let day: Line | undefined;
  const heads = headLines(context);
  for (let at = 0; at < context.lines.length; at++) {
    const head = heads.get(at);
    if (head !== undefined) {
      columns = head.columns;
      section = sectionBefore(context, at);
      open = undefined;
      at = head.lastLine;
      continue;
    }
    const line = lineOf(context, at, columns);
    if (line === undefined || (heads.size > 0 && columns === undefined)) continue;
    if (isOther(at) || isSum(line)) {
      open = undefined;
      continue;
    }
    const isBooked = line.amounts.some(({ column }) => column !== "balance");
    if (isBooked) {
      const before = line.date === undefined ? (open ?? day) : line;
      rows.push(rowOf(line, before, { open, section }));
      open = undefined;
      day = before;
    } else if (line.date !== undefined && line.amounts.length === 0) {
      if (isDateOfRowAbove(line, rows.at(-1), day)) rows.push(withDate(rows.pop(), line));
      else [open, day] = [line, line];
    } else if (open === undefined && goesOn(context, line, { row: rows.at(-1), columns })) {
      const row = rows.pop();
      if (row !== undefined) rows.push({ ...row, texts: [...row.texts, ...line.texts] });
    } else if (open !== undefined) open = { ...open, texts: [...open.texts, ...line.texts] };
  }
  return rows;
}

type Heads = ReadonlyMap<number, { readonly columns: readonly Column[]; readonly lastLine: number }>;

/** The heads that name a date and an amount. */
function headLines(context: DocumentContext): Heads {
  const heads = new Map<number, { columns: readonly Column[]; lastLine: number }>();
  for (let at = 0; at < context.lines.length; at++) {
    const head = headAt(context, at, { index: INDEX, least: 3 });
    if (head === undefined) continue;
    const has = (key: string): boolean => head.columns.some(({ keys }) => keys.includes(key));
    if (!has("date") || !AMOUNT_COLUMNS.some(has)) continue;
    heads.set(at, head);
    at = head.lastLine;
  }
  return heads;
}

function lineOf(context: DocumentContext, at: number, columns: readonly Column[] | undefined): Line | undefined {
  const line = context.lines[at];
  if (line === undefined || context.furniture.has(line)) return undefined;
  const parts: Part[] = [];
  const dates: { readonly date: PrintedDate; readonly part: Part }[] = [];
  const amounts: PrintedAmount[] = [];
  for (const [index, segment] of line.segments.entries()) {
    let start = 0;
    const isLeading = parts.length === 0 && amounts.length === 0;
    for (let date = dateIn(segment, start, context); date !== undefined; date = dateIn(segment, start, context)) {
      // "7.22" under an amount is no day of July.
      const isWhole = start + date.end >= segment.text.length && !/^\d{1,2}\.\d{2}$/u.test(segment.text);
      if (!(isLeading || isWhole) || dates.length === 2) break;
      dates.push({ date, part: { segment, start, end: start + date.end } });
      start += date.end;
      start += /^[\s,]*/u.exec(segment.text.slice(start))?.[0].length ?? 0;
    }
    const found = amountsIn(segment, start, { context, columns, next: line.segments[index + 1] });
    amounts.push(...found);
    parts.push(...textsOf(segment, start, found));
  }
  const [first, second] = dates;
  return {
    at,
    line,
    date: first?.date,
    datePart: first?.part,
    valueDate: second?.date,
    valuePart: second?.part,
    texts: parts,
    amounts,
  };
}

function dateIn(segment: Segment, start: number, { order }: DocumentContext): PrintedDate | undefined {
  return start >= segment.text.length ? undefined : dateAtStart(segment.text.slice(start), order);
}

interface AmountSearch {
  readonly context: DocumentContext;
  readonly columns: readonly Column[] | undefined;
  readonly next: Segment | undefined;
}

/** Currencies without cents. */
const WHOLE: ReadonlySet<string> = new Set(["JPY", "KRW", "VND", "CLP", "HUF", "ISK"]);

function amountsIn(segment: Segment, from: number, { context, columns, next }: AmountSearch): readonly PrintedAmount[] {
  const text = segment.text.slice(from);
  const isWhole = context.currency !== undefined && WHOLE.has(context.currency);
  return numbersIn(text, context.mark).flatMap((number) => {
    const { decimals, isPercent } = number;
    const [start, end] = [from + number.start, from + number.end];
    const [box] = citationOf(segment, start, end).boxes;
    if (isPercent || box === undefined || !(decimals === 2 || (isWhole && decimals === 0))) return [];
    const column = columns === undefined ? undefined : columnOf(box, columns);
    // Amounts of other currencies and rates stand in the text.
    if (columns !== undefined && column === undefined) return [];
    if (columns === undefined && /\p{L}{3}/u.test(segment.text.slice(end).replace(/^\s?[A-Z]{3}$/u, ""))) return [];
    const mark = markBehind(segment.text.slice(end), next);
    const sign = number.value < 0 ? -1 : (mark?.sign ?? (PLUS.test(segment.text.slice(start, end)) ? 1 : undefined));
    return [{ value: Math.abs(number.value), sign, column, segment, start, end: end + (mark?.length ?? 0), box }];
  });
}

const PLUS = /^\s?\+/u;

const MARK = /^\s?(?<mark>\+|[A-Z]{1,2}|Wn|Ma|[借贷出入])(?![\p{L}\d])/u;
const DEBIT_MARKS: ReadonlySet<string> = new Set("S D DR DB Wn MD 借 出".split(" "));
const CREDIT_MARKS: ReadonlySet<string> = new Set("+ H C CR K A Ma 贷 入".split(" "));

/** The mark of debit or credit behind an amount, in its segment or alone in the next. */
function markBehind(rest: string, next: Segment | undefined): { readonly sign: -1 | 1; readonly length: number } | undefined {
  const inside = MARK.exec(rest);
  const mark = inside?.groups?.["mark"] ?? (rest === "" && next !== undefined && next.text.length < 3 ? next.text : "");
  const length = inside?.[0].length ?? 0;
  if (DEBIT_MARKS.has(mark)) return { sign: -1, length };
  return CREDIT_MARKS.has(mark) ? { sign: 1, length } : undefined;
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
  return DEBIT_MARKS.has(word) || CREDIT_MARKS.has(word) || /^(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|CNY)$/u.test(word);
}

/** A line without a date that begins with a word for a sum. */
function isSum({ date, texts }: Line): boolean {
  const [first] = texts;
  if (date !== undefined || first === undefined) return false;
  const [token] = tokensOf(first.segment.text.slice(first.start));
  return token !== undefined && SUM_WORDS.has(token.norm);
}

interface RowState {
  readonly open: Line | undefined;
  readonly section: -1 | 1 | undefined;
}

function rowOf(line: Line, before: Line | undefined, { open, section }: RowState): PrintedRow {
  const isOwn = line.date !== undefined;
  return {
    lineAt: line.at,
    date: before?.date,
    datePart: before?.datePart,
    valueDate: isOwn ? line.valueDate : (open?.valueDate ?? line.valueDate),
    valuePart: isOwn ? line.valuePart : (open?.valuePart ?? line.valuePart),
    texts: [...(isOwn ? [] : (open?.texts ?? [])), ...line.texts],
    amounts: line.amounts,
    section,
  };
}

/** True for a line that has only the date of the row above, if no dates stand above rows. */
function isDateOfRowAbove(line: Line, row: PrintedRow | undefined, day: Line | undefined): boolean {
  return row !== undefined && row.date === undefined && day === undefined && line.texts.length === 0;
}

function withDate(row: PrintedRow | undefined, { date, datePart, at }: Line): PrintedRow {
  return {
    lineAt: at,
    valueDate: undefined,
    valuePart: undefined,
    texts: [],
    amounts: [],
    section: undefined,
    ...row,
    date,
    datePart,
  };
}

interface RowAbove {
  readonly row: PrintedRow | undefined;
  readonly columns: readonly Column[] | undefined;
}

/** True if a line without date and amount goes on with the description of the row above it. */
function goesOn(context: DocumentContext, { at, line, date, amounts }: Line, { row, columns }: RowAbove): boolean {
  if (row === undefined || date !== undefined || amounts.length > 0) return false;
  const [text] = row.texts;
  if (text === undefined || text.segment.page !== line.page || gapBefore(context, at) > ROW_GAP) return false;
  const last = row.texts.at(-1)?.segment.line ?? row.lineAt;
  const isNext = line.line - last <= 1;
  return isNext && (columns === undefined || Math.abs(line.whole.box.x0 - text.segment.box.x0) < INDENT);
}

/** Distance of lines of one row in multiples of their height, and the indent of the second one in points. */
const ROW_GAP = 1.2;
const INDENT = 30;

/** The sign of the section whose title stands right above a head. */
function sectionBefore({ lines }: DocumentContext, at: number): -1 | 1 | undefined {
  const title = lines[at - 1]?.whole.text ?? "";
  if (/\d/u.test(title)) return undefined;
  if (DEBIT_SECTION.test(title)) return -1;
  return CREDIT_SECTION.test(title) ? 1 : undefined;
}

const DEBIT_SECTION =
  /withdrawal|debit|checks|fees|payments?\s(?:out|made)|money\sout|belastung|lastschrift|ausgänge|débit|cargos|gastos|addebit|uscite|afschrijving|débitos|saídas|obciąż|wypływ|uttag|utgift|odepsáno|výdaje|支出|借方|出金/iu;
const CREDIT_SECTION =
  /deposit|credit|payments?\s(?:in|received)|money\sin|gutschrift|eingänge|crédit|abonos|ingresos|accredit|entrate|bijschrijving|créditos|entradas|uznani|wpływ|insättning|inkomst|připsáno|příjmy|收入|贷方|入金/iu;
