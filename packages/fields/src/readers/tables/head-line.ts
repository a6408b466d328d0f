import type { DocumentContext } from "../../document/document-context.ts";
import { type Segment, segmentOf, type SegmentLine } from "../../text/segment.ts";
import type { LabelHit } from "../label-index/label-hits.ts";
import type { LabelIndex } from "../label-index/label-index.ts";
import { tokensOf } from "../../text/tokens.ts";

/** A column of a table: what its head names, and how far the head reaches. */
export interface Column {
  /** Several if its head may name several, such as "Total". */
  readonly keys: readonly string[];
  readonly x0: number;
  readonly x1: number;
}

/** The head of a table: its columns from left to right and the last of its lines. */
export interface TableHead {
  readonly columns: readonly Column[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Lines of one head are at most this far apart, in multiples of their height. */
const HEAD_GAP = 1.9;
const MAX_HEAD_LINES = 3;

/** The head that begins at a line: up to three lines with labels of at least three columns, or all that are asked for. */
export function headAt(
  context: DocumentContext,
  at: number,
  { index, least }: HeadSearch,
): TableHead | undefined {
  const first = context.lines[at];
  if (first === undefined || hasAmount(first.whole)) return undefined;
  if (knownColumns(first, { index, context }).length === 0) return undefined;
  let columns: readonly Column[] = [];
  let last = at - 1;
  for (let next = at; next < at + MAX_HEAD_LINES; next++) {
    const line = context.lines[next];
    const isNear = next === at || gapBefore(context, next) <= HEAD_GAP;
    if (line === undefined || line.page !== first.page || !isNear) break;
    const above = next === at ? undefined : context.lines[next - 1];
    const more = columnsWith(columns, { line, above, search: { index, context } });
    if (more === undefined) break;
    columns = more;
    last = next;
  }
  const head = { columns, firstLine: at, lastLine: last };
  if (columns.length < least && !isNarrow(context, head) && !isPriced(context, head)) return undefined;
  return { ...head, columns: merged(columns, unnamedColumns(context, head)) };
}

interface MoreHead {
  readonly line: SegmentLine;
  /** The line of the head above it. */
  readonly above: SegmentLine | undefined;
  readonly search: ColumnSearch;
}

/** The columns with those of another line of the head; undefined if the line is none. */
function columnsWith(
  columns: readonly Column[],
  { line, above, search }: MoreHead,
): readonly Column[] | undefined {
  if (hasAmount(line.whole)) return undefined;
  const found = knownColumns(line, search);
  const wrapped = wrappedColumns(line, above, search);
  const isUnits = above !== undefined && line.segments.every(({ text }) => UNITS.test(text));
  return found.length + wrapped.length > 0 || isUnits
    ? merged(completed(columns, wrapped), found)
    : undefined;
}

/** What a head and the one under it name together, such as "Total" above "price". */
function wrappedColumns(
  line: SegmentLine,
  above: SegmentLine | undefined,
  { index, context }: ColumnSearch,
): readonly Column[] {
  return line.segments.flatMap((lower) => {
    const upper = above?.segments.find(({ box }) => box.x0 < lower.box.x1 && box.x1 > lower.box.x0);
    if (upper === undefined) return [];
    const tokens = tokensOf(`${outsideBrackets(upper.text)} ${outsideBrackets(lower.text)}`);
    const found = index.longestAt(tokens, 0, context.isRecognised);
    // A currency below a head says nothing more of it.
    if (found?.next !== tokens.length || tokensOf(lower.text).length === 0) return [];
    const x0 = Math.min(upper.box.x0, lower.box.x0);
    return [{ keys: found.keys, x0, x1: Math.max(upper.box.x1, lower.box.x1) }];
  });
}

/** The columns with those of whole heads in place of those of their parts. */
function completed(columns: readonly Column[], whole: readonly Column[]): readonly Column[] {
  const others = columns.filter((column) => !whole.some(({ x0, x1 }) => x0 < column.x1 && x1 > column.x0));
  return [...others, ...whole].toSorted((a, b) => a.x0 - b.x0);
}

/** Heads that no label names; what stands under them is of no other column. */
function unnamedColumns({ lines }: DocumentContext, { firstLine, lastLine }: TableHead): readonly Column[] {
  return lines
    .slice(firstLine, lastLine + 1)
    .flatMap(({ segments }) => segments.map(({ box: { x0, x1 } }) => ({ keys: [], x0, x1 })));
}

/** A head of two columns is one if nothing else is in its line and an amount stands under its last label. */
function isNarrow(context: DocumentContext, head: TableHead): boolean {
  const [line, next] = [context.lines[head.firstLine], context.lines[head.lastLine + 1]];
  return (
    head.columns.length === 2 &&
    line?.segments.length === 2 &&
    next?.segments.length === 2 &&
    hasAmountBelow(context, head, head.columns.at(-1))
  );
}

/** A price and an amount make a head if amounts stand under both in the first lines, whatever the other columns are called. */
function isPriced(context: DocumentContext, head: TableHead): boolean {
  const [price, amount] = ["unit_price", "amount"].map((key) =>
    head.columns.find(({ keys }) => keys.includes(key)),
  );
  const isWide = (context.lines[head.firstLine]?.segments.length ?? 0) > 2;
  if (!isWide || price === undefined || amount === undefined || price === amount) return false;
  const below = context.lines.slice(head.lastLine + 1, head.lastLine + 1 + PRICED_LINES);
  const isUnder = ({ box, text }: Segment): boolean =>
    box.x1 > price.x0 && box.x0 < price.x1 && /\d[.,]\d{2}/u.test(text);
  return (
    hasAmountBelow(context, head, amount) &&
    below.some(({ segments }) => segments.some((one) => isUnder(one)))
  );
}

/** Rows below a head of which one has a price; flat charges have none. */
const PRICED_LINES = 3;

/** Whether the line after a head has an amount under a column. */
export function hasAmountBelow(
  { lines }: DocumentContext,
  { lastLine }: TableHead,
  column: Column | undefined,
): boolean {
  const [line, next] = [lines[lastLine], lines[lastLine + 1]];
  if (column === undefined || next?.page !== line?.page) return false;
  return (
    next?.segments.some(
      (amount) => amount.box.x1 > column.x0 && amount.box.x0 < column.x1 && hasAmount(amount),
    ) === true
  );
}

export interface HeadSearch {
  readonly index: LabelIndex;
  /** How many columns make a head. */
  readonly least: number;
}

/** The gap between a line and the one before it, in multiples of its height. */
export function gapBefore({ lines }: DocumentContext, at: number): number {
  const [line, before] = [lines[at], lines[at - 1]];
  if (line === undefined || before === undefined || line.page !== before.page)
    return Number.POSITIVE_INFINITY;
  const height = Math.max(1, line.whole.box.y1 - line.whole.box.y0);
  return (line.whole.box.y0 - before.whole.box.y1) / height;
}

function hasAmount({ text }: Pick<Segment, "text">): boolean {
  return /\d[.,]\d{2}(?!\d)/u.test(text);
}

interface ColumnSearch {
  readonly index: LabelIndex;
  readonly context: DocumentContext;
}

const columnsByLine = new WeakMap<SegmentLine, Map<LabelIndex, readonly Column[]>>();

/** The columns that a line names, found once. */
function knownColumns(line: SegmentLine, { index, context }: ColumnSearch): readonly Column[] {
  const byIndex = columnsByLine.get(line) ?? new Map<LabelIndex, readonly Column[]>();
  columnsByLine.set(line, byIndex);
  const columns = byIndex.get(index) ?? columnsOf(line, { index, context });
  byIndex.set(index, columns);
  return columns;
}

/** The labels of a line that are whole segments or begin where a wide blank or another label ends. */
function columnsOf(line: SegmentLine, { index, context }: ColumnSearch): readonly Column[] {
  return line.segments.flatMap((segment) => {
    const tokens = tokensOf(outsideBrackets(segment.text));
    const columns: Column[] = [];
    let covered = 0;
    for (let at = 0; at < tokens.length;) {
      const found = index.longestAt(tokens, at, context.isRecognised);
      const [first, last] = [tokens[at], tokens[(found?.next ?? 0) - 1]];
      if (found === undefined || first === undefined || last === undefined) {
        at += 1;
        continue;
      }
      const remark = REMARK.exec(segment.text.slice(last.end))?.[0].length ?? 0;
      const box = partBox(segment, first.start, last.end + remark);
      columns.push({ keys: found.keys, ...box });
      covered += found.next - at;
      at = found.next;
    }
    // A head says little more than its labels and a currency; sentences contain them, too.
    const said = tokens.filter(({ start, end }) => !UNITS.test(segment.text.slice(start, end)));
    const begins = index.longestAt(tokens, 0, context.isRecognised);
    const isPhrase = begins !== undefined && begins.length >= CLEAR_LENGTH && tokens.length <= PHRASE_WORDS;
    return covered * 2 >= said.length || isPhrase ? columns : [];
  });
}

const REMARK = /^\s?[(（][^)）]*[)）]/u;

/** A text with blanks for what brackets say of it, such as "(excl. VAT)"; the whole text if it is all in brackets. */
function outsideBrackets(text: string): string {
  const outside = text.replaceAll(/[(（][^)）]*[)）]/gu, (remark) => " ".repeat(remark.length));
  return outside.trim() === "" ? text : outside;
}

/** "Description of the works" is a head, too; short labels also begin other phrases. */
const CLEAR_LENGTH = 8;
const PHRASE_WORDS = 5;

/** What amounts are counted in, as in "Price in EUR". */
const UNITS = /^(?:in|en|w|i|[A-Z]{3}|€|£|\$)$/u;

function partBox(segment: LabelHit["segment"], start: number, end: number): Pick<Column, "x0" | "x1"> {
  let at = 0;
  const words = segment.words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
  const { x0, x1 } = segmentOf(segment.page, segment.line, words)?.box ?? segment.box;
  return { x0, x1 };
}

/** Lines of a head above one another: a label under a label of the same column completes it. */
function merged(columns: readonly Column[], more: readonly Column[]): readonly Column[] {
  const all = [...columns];
  for (const column of more) {
    const same = all.findIndex(({ x0, x1 }) => Math.min(x1, column.x1) > Math.max(x0, column.x0));
    if (same === -1) all.push(column);
  }
  return all.toSorted((a, b) => a.x0 - b.x0);
}
