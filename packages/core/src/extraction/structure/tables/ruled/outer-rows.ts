import type { Rect } from "../../../geometry/rect.ts";
import { goesOnBelow } from "../../decisions/wrapped-cell.ts";
import { LINE_STEP } from "../row-groups.ts";
import { isCaption } from "../../decisions/caption.ts";
import { isNumeric, type TableLine } from "../../geometry/table-line.ts";

/** The lines around a box between rules, which may belong to its table. */
export interface OuterRows {
  readonly lines: readonly TableLine[];
  /** Whether the rules have only a head between them, so that the table goes on below. */
  readonly isHead: boolean;
  /** How many texts of a line are within the rules; a caption has none, although its number may stand apart. */
  readonly cellsIn: (line: TableLine) => number;
}

/** Text may stand out of a table's box by this, in points. */
const STANDS_OUT = 8;

export function outerRows(
  { x0, x1, isHead }: Rect & { readonly isHead: boolean },
  lines: readonly TableLine[],
): OuterRows {
  const cellsIn = ({ pieces }: TableLine): number => {
    if (isCaption(pieces[0]?.text ?? "")) return 0;
    let count = 0;
    for (const piece of pieces) if (piece.x0 > x0 - STANDS_OUT && piece.x1 < x1 + STANDS_OUT) count++;
    return count;
  };
  return { lines, isHead, cellsIn };
}

/** A row above the first rule, or below the last one, is this near to it, in multiples of its size. */
const BESIDE = 2;

/** Lines of a head are at most this far apart, in multiples of the text size; entries of a sum may be farther. */
const NEXT_LINE = 1.35;
const NEXT_ENTRY = 2.4;

/** The first line of the table: that of the head directly above the first rule, or above the entries of a sum. */
export function firstLine(outer: OuterRows, top: number): TableLine | undefined {
  const { lines, cellsIn } = outer;
  const nearest = lines.findLastIndex(
    (line) => line.y < top && top - line.y < BESIDE * line.size && cellsIn(line) > 1,
  );
  const line = lines[nearest];
  if (line === undefined) return undefined;
  const entry = isEntry(line) ? firstEntry(outer, nearest) : nearest;
  return lines[firstOfHead(outer, entry, entry === nearest ? NEXT_LINE : NEXT_ENTRY)];
}

/** The index of the first line of cells above another, each at most `step` from the next. */
function firstOfHead({ lines, cellsIn }: OuterRows, from: number, step: number): number {
  let at = from;
  for (; at > 0; at--) {
    const [above, line] = [lines[at - 1], lines[at]];
    if (above === undefined || line === undefined) break;
    if (line.y - above.y >= step * above.size || cellsIn(above) < 2) break;
  }
  return at;
}

/** The index of the first of the lines that end with amounts below one another, or of the title of their section. */
function firstEntry({ lines, cellsIn }: OuterRows, from: number): number {
  let first = from;
  let entry = lines[from];
  for (let at = from - 1; at >= 0; at--) {
    const [line, below] = [lines[at], lines[at + 1]];
    if (line === undefined || below === undefined || entry === undefined) break;
    if (below.y - line.y >= NEXT_ENTRY * line.size || cellsIn(line) < line.pieces.length) break;
    const isInside = at > 0 && cellsIn(lines[at - 1] ?? line) > 1;
    if (isEntry(line) && areSums(line, entry)) entry = line;
    else if (!isSection(line, below) || !(isInside || isLabel(line))) break;
    first = at;
  }
  return first;
}

/** The last line of the table: that of the sums below the last rule, or of the rows below its head. */
export function lastLine(outer: OuterRows, bottom: number): TableLine | undefined {
  const below = outer.lines.filter((line) => line.y > bottom && outer.cellsIn(line) > 0);
  const last = outer.isHead ? lastRow(outer, below, bottom) : lastSum(outer, below, bottom);
  return last && lastOfLabel(outer, last);
}

/** The last line of the label in the last row. */
function lastOfLabel({ lines, cellsIn }: OuterRows, last: TableLine): TableLine {
  const labels = lines.filter((line) => line.y <= last.y && cellsIn(line) > 1);
  const edge = Math.max(...labels.map(({ pieces }) => pieces[0]?.x1 ?? 0));
  let end = last;
  for (const line of lines.slice(lines.indexOf(last) + 1)) {
    const [label, only] = [end.pieces[0], line.pieces[0]];
    if (label === undefined || only === undefined || line.pieces.length > 1 || only.x1 > edge) break;
    if (line.y - end.y > LINE_STEP * line.size || !goesOnBelow(label, only, { edge })) break;
    end = line;
  }
  return end;
}

/** Rows are farther apart than the widest step before by less than this factor. */
const FARTHER = 1.3;

/** Lines of one text between rows of cells: a title, and a label of several lines. */
const MOST_SINGLE = 3;

function lastRow(
  { lines, cellsIn }: OuterRows,
  below: readonly TableLine[],
  bottom: number,
): TableLine | undefined {
  let last: TableLine | undefined;
  const head = lines.findLast((line) => line.y < bottom && cellsIn(line) > 1);
  let y = bottom;
  let single = 0;
  let step = (below[0]?.y ?? bottom) - (head?.y ?? bottom);
  for (const line of below) {
    if (line.y - y >= Math.max(BESIDE * line.size, FARTHER * step) || single > MOST_SINGLE) break;
    if (y > bottom) step = Math.max(step, line.y - y);
    ({ y } = line);
    single = cellsIn(line) > 1 ? 0 : single + 1;
    if (single === 0) last = line;
  }
  return last;
}

function lastSum(
  { lines, cellsIn }: OuterRows,
  below: readonly TableLine[],
  bottom: number,
): TableLine | undefined {
  const sum = lines.findLast((line) => line.y < bottom && cellsIn(line) > 1);
  let last: TableLine | undefined;
  let section: TableLine | undefined;
  for (const [index, line] of below.entries()) {
    if (line.y - (section ?? last ?? { y: bottom }).y >= BESIDE * line.size) break;
    if (cellsIn(line) > 1) {
      const above = last ?? (section === undefined ? undefined : sum);
      if (above !== undefined && !areSums(above, line)) break;
      last = line;
      section = undefined;
    } else if (section === undefined && isSection(line, below[index + 1])) {
      section = line;
    } else if (last !== undefined) break;
  }
  return last;
}

/** Right edges of amounts within this distance, in points, are the same. */
const SAME_EDGE = 1.5;

/** Whether a line has a label and ends with an amount. */
function isEntry({ pieces }: TableLine): boolean {
  return !isNumeric(pieces[0]?.text ?? "") && isNumeric(pieces.at(-1)?.text ?? "");
}

/** Whether two rows end with amounts below one another. */
function areSums({ pieces: above }: TableLine, { pieces: below }: TableLine): boolean {
  const [one, other] = [above.at(-1), below.at(-1)];
  if (one === undefined || other === undefined || Math.abs(one.x1 - other.x1) > SAME_EDGE) return false;
  return isNumeric(one.text) && isNumeric(other.text);
}

/** The title of a section is at most this long, in characters, and starts this near to its entries, in text sizes. */
const LONGEST_TITLE = 50;
const NEAR = 2;

/** Whether a line is a single text that may name the section of the entries below it. */
function isSection({ pieces: [only, other], size }: TableLine, below: TableLine | undefined): boolean {
  const entry = below?.pieces[0];
  if (only === undefined || other !== undefined || entry === undefined) return false;
  if (!/\p{L}{2}/u.test(only.text)) return false;
  return only.text.length <= LONGEST_TITLE && Math.abs(entry.x0 - only.x0) < NEAR * size;
}

function isLabel({ pieces: [only] }: TableLine): boolean {
  return only?.text.endsWith(":") === true;
}
