import type { DocumentContext } from "../../document/document-context.ts";
import type { Segment, SegmentLine } from "../../text/segment.ts";
import { segmentOf } from "../../text/segment.ts";
import { numbersIn } from "../../values/amounts.ts";
import { isMoney } from "../../values/read-value.ts";
import type { DocumentWord } from "../../document/field-document.ts";
import { type Column, gapBefore, type TableHead } from "./head-line.ts";

/** A piece of a line in a column of a table. */
export interface Cell {
  readonly column: Column;
  readonly segment: Segment;
  readonly lineAt: number;
}

/** A row of a table: its cells by the key of their column, from top to bottom. */
export interface TableRow {
  readonly cells: readonly Cell[];
}

export interface RowSearch {
  readonly context: DocumentContext;
  readonly head: TableHead;
  /** The first line that is no longer of the table. */
  readonly end: number;
  /** The key of the column whose numbers mark the rows. */
  readonly anchor: string;
  /** Keys of the columns that have numbers. */
  readonly numeric: ReadonlySet<string>;
}

/** The rows below a head; each has a number in the anchor column. */
export function rowsBelow(search: RowSearch): readonly TableRow[] {
  const { context, head, end } = search;
  const printed = Array.from({ length: Math.max(0, end - head.lastLine - 1) }, (_, index) => {
    const lineAt = head.lastLine + 1 + index;
    const line = context.lines[lineAt];
    const isText = line !== undefined && !context.furniture.has(line);
    return { lineAt, cells: isText ? cellsOf(line, { lineAt, search }) : [] };
  });
  const lines = withWrappedNumbers(printed, search);
  const anchored = lines.flatMap(({ cells }, index) => {
    const anchor = cells.find((cell) => isAnchor(cell, search));
    return anchor === undefined ? [] : [{ index, isAmount: hasDecimals(anchor, context) }];
  });
  // Where amounts have decimals, a whole number under them is something else, such as a page number.
  const isDecimal = anchored.some(({ isAmount }) => isAmount);
  const anchors = anchored.flatMap(({ index, isAmount }) => (isAmount || !isDecimal ? [index] : []));
  const isApart = apartFrom(lines, anchors, context);
  const starts = anchors.map((anchor, index) =>
    startOf(lines, { anchor, after: anchors[index - 1] ?? -1, isApart, search }),
  );
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? lines.length;
    const anchor = anchors[index] ?? start;
    const heading = lines.findIndex((_, at) => at > anchor && at < next && isApart(at));
    return { cells: lines.slice(start, heading === -1 ? next : heading).flatMap(({ cells }) => cells) };
  });
}

/**
 * Whether a line of text is as far from the line above it as rows are from one another: a heading of the rows below it.
 * Nothing is known of that if no lines of text are nearer, as where cells have no distance.
 */
function apartFrom(
  lines: readonly Line[],
  anchors: readonly number[],
  context: DocumentContext,
): (at: number) => boolean {
  const isRow = new Set(anchors);
  const pitches = lines.map(({ lineAt }) => pitchAt(context, lineAt));
  const pitch = (at: number): number => pitches[at] ?? Number.POSITIVE_INFINITY;
  const ofRows = Math.min(...anchors.filter((at) => isRow.has(at - 1)).map((at) => pitch(at)));
  const least = ofRows - PITCH_NOISE;
  const texts = new Set(lines.flatMap(({ cells }, at) => (cells.length > 0 && !isRow.has(at) ? [at] : [])));
  const isKnown = [...texts].some((at) => at > 0 && pitch(at) < least);
  return (at) => isKnown && (texts.has(at) || texts.has(at - 1)) && pitch(at) >= least;
}

/** Points from the top of the line before to that of a line; Infinity if it is the first of its page. */
function pitchAt({ lines }: DocumentContext, at: number): number {
  const [line, before] = [lines[at], lines[at - 1]];
  if (line === undefined || line.page !== before?.page) return Number.POSITIVE_INFINITY;
  return line.whole.box.y0 - before.whole.box.y0;
}

/** Points; letters without ascenders have lower tops. */
const PITCH_NOISE = 1;

function isAnchor({ column, segment }: Cell, { anchor, context }: RowSearch): boolean {
  return hasKey(column, anchor) && numbersIn(segment.text, context.mark).some(({ isPercent }) => !isPercent);
}

function hasDecimals({ segment }: Cell, { mark }: DocumentContext): boolean {
  return numbersIn(segment.text, mark).some((number) => !number.isPercent && isMoney(number));
}

interface Line {
  readonly lineAt: number;
  readonly cells: readonly Cell[];
}

/** Narrow columns wrap numbers at the blank of their thousands: "5" above "400,00" is one number. */
function withWrappedNumbers(lines: readonly Line[], search: RowSearch): readonly Line[] {
  const joined = [...lines];
  for (const [at, upper] of lines.entries()) {
    const lower = lines[at + 1];
    if (lower === undefined || gapBefore(search.context, lower.lineAt) > WRAP_GAP) continue;
    const numbers = lower.cells.filter(({ column }) => column.keys.some((key) => search.numeric.has(key)));
    const rests = numbers.flatMap((rest) => {
      const first = upper.cells.find(({ column }) => column === rest.column);
      return first !== undefined && isGroupBelow(first, rest) ? [{ first, rest }] : [];
    });
    const isWrapped = rests.length > 0 && rests.length === numbers.length;
    if (!isWrapped || !rests.some(({ rest }) => hasDecimals(rest, search.context))) continue;
    const cells = upper.cells.map((cell) => {
      const rest = rests.find(({ first }) => first === cell)?.rest.segment;
      const { page, line, words } = cell.segment;
      const segment = rest && segmentOf(page, line, [...words, ...rest.words]);
      return segment === undefined ? cell : { ...cell, segment };
    });
    joined[at] = { ...upper, cells };
    joined[at + 1] = { ...lower, cells: lower.cells.filter((cell) => !numbers.includes(cell)) };
  }
  return joined;
}

/** Gap between lines of a cell in multiples of their height. */
const WRAP_GAP = 0.8;

function isGroupBelow({ segment: { text, box } }: Cell, { segment: rest }: Cell): boolean {
  return (
    /^-?\d{1,3}$/u.test(text) &&
    /^\d{3}(?:[.,]\d{1,4})?$/u.test(rest.text) &&
    Math.abs(box.x1 - rest.box.x1) < 3
  );
}

interface StartSearch {
  readonly anchor: number;
  readonly after: number;
  readonly isApart: (at: number) => boolean;
  readonly search: RowSearch;
}

/** Lines of a row may begin above its amount: those with its other numbers, and text close above them. */
function startOf(lines: readonly Line[], { anchor, after, isApart, search }: StartSearch): number {
  let start = anchor;
  const has = numericKeys(lines[anchor], search);
  for (let at = anchor - 1; at > after; at--) {
    const line = lines[at];
    const numeric = numericKeys(line, search);
    const isNew = [...numeric].some((key) => !has.has(key));
    const isPart = isNew && [...numeric].every((key) => !has.has(key));
    if (isPart) {
      start = at;
      for (const key of numeric) has.add(key);
    } else if (numeric.size > 0 || isApart(start) || !isTextOf(lines, at, { start, after, search })) break;
    else start = at;
  }
  return start;
}

function numericKeys(line: Line | undefined, { numeric, context }: RowSearch): Set<string> {
  const keys = new Set<string>();
  for (const { column, segment } of line?.cells ?? []) {
    const isNumeric = column.keys.some((key) => numeric.has(key));
    if (isNumeric && numbersIn(segment.text, context.mark).length > 0) keys.add(column.keys.join());
  }
  return keys;
}

/** Text above a row belongs to it if it is nearer to it than to the row before, and that row has text of its own. */
function isTextOf(
  lines: readonly Line[],
  at: number,
  { start, after, search }: Pick<StartSearch, "after" | "search"> & { readonly start: number },
): boolean {
  const [line, below] = [lines[at], lines[at + 1]];
  if (line === undefined || below === undefined || start !== at + 1) return false;
  if (line.cells.length === 0) return false;
  const gapAbove = gapBefore(search.context, line.lineAt);
  const gapBelow = gapBefore(search.context, below.lineAt);
  const isFirst = after < 0 && at === after + 1;
  return isFirst ? gapBelow < 1 : gapBelow < gapAbove - 0.25;
}

interface CellSearch {
  readonly lineAt: number;
  readonly search: RowSearch;
}

/** The words of a line by the column that they stand under; words of one column stay together. */
function cellsOf({ page, line, segments }: SegmentLine, { lineAt, search }: CellSearch): readonly Cell[] {
  const inOrder = cellsInOrder(segments, search);
  if (inOrder !== undefined) return inOrder.map((cell) => ({ ...cell, lineAt }));
  const byColumn = new Map<Column, DocumentWord[]>();
  for (const segment of segments) {
    for (const part of partsOf(segment, search)) {
      const column = columnOf(part, search);
      if (column === undefined) continue;
      byColumn.set(column, [...(byColumn.get(column) ?? []), ...part]);
    }
  }
  return [...byColumn].flatMap(([column, words]) => {
    const segment = segmentOf(page, line, words);
    return segment === undefined ? [] : [{ column, segment, lineAt }];
  });
}

/** Where each column has one piece of a line, they are in the order of the columns, however heads and cells are aligned. */
function cellsInOrder(
  segments: readonly Segment[],
  { head, numeric, context }: RowSearch,
): readonly Omit<Cell, "lineAt">[] | undefined {
  if (segments.length !== head.columns.length) return undefined;
  const cells = segments.flatMap((segment, index) => {
    const column = head.columns[index];
    return column === undefined ? [] : [{ column, segment }];
  });
  const fits = cells.every(
    ({ column, segment }) =>
      column.keys.length === 0 ||
      !column.keys.every((key) => numeric.has(key)) ||
      numbersIn(segment.text, context.mark).length > 0,
  );
  return fits ? cells : undefined;
}

/** A segment under several heads of numbers is cut between its words. */
function partsOf({ words, box }: Segment, { head }: RowSearch): readonly (readonly DocumentWord[])[] {
  const under = head.columns.filter(({ x0, x1 }) => Math.min(x1, box.x1) - Math.max(x0, box.x0) > 0);
  if (under.length < 2) return [words];
  const parts: DocumentWord[][] = [];
  let last: Column | undefined;
  for (const word of words) {
    const column = nearest(word.box, head.columns);
    const isSame = column === last || isGroupAfter(parts.at(-1)?.at(-1), word);
    if (isSame) parts.at(-1)?.push(word);
    else parts.push([word]);
    last = column;
  }
  return parts;
}

/** True for the next three digits of a number whose thousands a blank parts. */
function isGroupAfter(before: DocumentWord | undefined, { text, box }: DocumentWord): boolean {
  return (
    before !== undefined &&
    /^-?\d{1,3}$/u.test(before.text) &&
    /^\d{3}(?:[.,]\d{1,4})?$/u.test(text) &&
    box.x0 - before.box.x1 < (box.y1 - box.y0) / 2
  );
}

function columnOf(words: readonly DocumentWord[], { head, numeric, context }: RowSearch): Column | undefined {
  const segment = segmentOf(0, 0, words);
  if (segment === undefined) return undefined;
  const isNumber =
    /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,8}\.?[²³]?)?\s*$/u.test(segment.text) || /^\p{Sc}/u.test(segment.text);
  const isText = !isNumber && numbersIn(segment.text, context.mark).length === 0;
  const isNumeric = ({ keys }: Column): boolean => keys.some((one) => numeric.has(one));
  const fitting = isText
    ? head.columns.filter((column) => !isNumeric(column) || isUnder(segment.box, column))
    : head.columns;
  return nearest(segment.box, fitting.length === 0 ? head.columns : fitting);
}

/** True if most of a span stands under a head, as codes of taxes do. */
function isUnder(span: Span, { x0, x1 }: Column): boolean {
  return Math.min(span.x1, x1) - Math.max(span.x0, x0) > (span.x1 - span.x0) / 2;
}

interface Span {
  readonly x0: number;
  readonly x1: number;
}

/** The column that a span stands under: most shared width, then the nearest edge or centre. */
function nearest(span: Span, columns: readonly Column[]): Column | undefined {
  let best: { readonly column: Column; readonly distance: number } | undefined;
  for (const column of columns) {
    const shared = Math.min(span.x1, column.x1) - Math.max(span.x0, column.x0);
    const edges = Math.min(Math.abs(span.x0 - column.x0), Math.abs(span.x1 - column.x1));
    const distance = shared > 0 ? -shared : edges;
    if (best === undefined || distance < best.distance) best = { column, distance };
  }
  return best?.column;
}

/** Whether a head names a column; a head such as "Total" names several. */
export function hasKey({ keys }: Column, wanted: string): boolean {
  return keys.includes(wanted);
}
