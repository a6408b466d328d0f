import { median } from "../../../geometry/median.ts";
import { beginsWithBox } from "../../marks/box-glyphs.ts";
import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import { CoveredExtents, type Extent } from "./covered-extents.ts";
import { recordGutter, type GutterVerdict } from "./gutter-record.ts";
import { areIndependent } from "./independent-columns.ts";
import { areBandsAcross, areRowsAcross } from "./rows-across.ts";
import { areAddress, isLabelled, MOST_ADDRESS_LINES } from "../text-kinds.ts";

/** Least gutter between columns of prose, in multiples of the text size. */
export const GUTTER = 0.8;

/** Least number of lines in a column of prose, and of cells in these lines; smaller ones are tables or lists. */
export const FEWEST_LINES = 3;
const SHORTEST_LINE = 15;

/** Short texts on the right of at most this share of a column's lines are the numbers of its formulas. */
const BESIDE_TEXT = 0.25;

const PROSE_BESIDE: GutterVerdict = { accepted: true, outcome: "Both sides are columns of prose." };
const ADDRESSES_BESIDE: GutterVerdict = { accepted: true, outcome: "Both sides are addresses." };
const INDEPENDENT: GutterVerdict = {
  accepted: true,
  outcome: "The texts on both sides are set independently of each other.",
};
export const OWN_ROWS: GutterVerdict = {
  accepted: true,
  outcome: "Each side has entries or rows of its own.",
};
const TOO_LITTLE: GutterVerdict = {
  accepted: false,
  outcome: `One side has fewer than ${FEWEST_LINES} lines, or none of ${SHORTEST_LINE} characters.`,
};
const NOT_DIVIDED: GutterVerdict = {
  accepted: false,
  outcome: `The sides are neither columns of prose (median line of ${SHORTEST_LINE} characters) nor set independently.`,
};
const TABLE_ACROSS: GutterVerdict = { accepted: false, outcome: "The cells of a table are on both sides." };

/** Whether a gutter may be one between columns: a first look, without parting the rows. */
export function mayDivide(rows: readonly Row[], gutter: number, isRecorded: boolean): boolean {
  const isPossible = mayBeProse(rows, gutter);
  if (!isPossible && isRecorded) recordGutter(rows, gutter, TOO_LITTLE);
  return isPossible;
}

/** Whether all rows beside a gutter are of one table, so that none of them is in columns. */
export function isInTable(rows: readonly Row[], gutter: number): boolean {
  const isAcross = (rows[0]?.segments.length ?? 0) > 1 && areBandsAcross(rows, gutter);
  if (isAcross) recordGutter(rows, gutter, TABLE_ACROSS);
  return isAcross;
}

/** Whether a gutter is one between columns. */
export function divides(
  rows: readonly Row[],
  gutter: number,
  { mayBeIndependent, isAcross }: { readonly mayBeIndependent: boolean; readonly isAcross: boolean },
): boolean {
  const verdict = verdictOn(rows, gutter, mayBeIndependent);
  if (verdict.accepted || mayBeIndependent)
    recordGutter(rows, gutter, isAcross && !verdict.accepted ? TABLE_ACROSS : verdict);
  return verdict.accepted;
}

function verdictOn(rows: readonly Row[], gutter: number, mayBeIndependent: boolean): GutterVerdict {
  const verdict = verdictOnSides(rows, gutter, mayBeIndependent);
  return verdict.accepted && areRowsAcross(rows, gutter) ? TABLE_ACROSS : verdict;
}

function verdictOnSides(rows: readonly Row[], gutter: number, mayBeIndependent: boolean): GutterVerdict {
  if (areOfProse(rows, gutter)) return PROSE_BESIDE;
  if (areAddresses(rows, gutter)) return ADDRESSES_BESIDE;
  return mayBeIndependent && areIndependent(rows, gutter) ? INDEPENDENT : NOT_DIVIDED;
}

function areAddresses(rows: readonly Row[], gutter: number): boolean {
  if (rows.length > 2 * MOST_ADDRESS_LINES) return false;
  const sides = [rowsIn(rows, { x0: -Infinity, x1: gutter }), rowsIn(rows, { x0: gutter, x1: Infinity })];
  return sides.every((side) => {
    const texts = side.flatMap(({ segments: [only, other] }) => (only && !other ? [only.text] : []));
    return texts.length === side.length && areAddress(texts);
  });
}

function areOfProse(rows: readonly Row[], gutter: number): boolean {
  return isProse(rows, { x0: -Infinity, x1: gutter }) && isProse(rows, { x0: gutter, x1: Infinity });
}

/** Whether enough rows have enough text on both sides of a gutter. */
function mayBeProse(rows: readonly Row[], gutter: number): boolean {
  let [leftLines, leftLong, rightLines, rightLong] = [0, 0, 0, 0];
  for (const { segments } of rows) {
    let left = 0;
    let right = 0;
    for (const { x0, cells } of segments) {
      if (x0 < gutter) left += cells;
      else right += cells;
    }
    if (left > 0) leftLines++;
    if (left >= SHORTEST_LINE) leftLong++;
    if (right > 0) rightLines++;
    if (right >= SHORTEST_LINE) rightLong++;
  }
  return Math.min(leftLines, rightLines) >= FEWEST_LINES && Math.min(leftLong, rightLong) > 0;
}

/** The parts of rows whose segments begin on one side of a gutter. */
export function rowsIn(rows: readonly Row[], side: Extent): readonly Row[] {
  const parts: Row[] = [];
  for (const row of rows) {
    const own = row.segments.filter((segment) => beginsIn(side, segment));
    if (own.length === row.segments.length) parts.push(row);
    else if (own.length > 0) parts.push(partOf(row, own));
  }
  return parts;
}

/** Some segments of a row; its baseline may have been that of the others. */
function partOf(row: Row, segments: readonly Segment[]): Row {
  const [first] = segments;
  if (first === undefined || segments.some(({ y }) => y === row.y)) return { ...row, segments };
  return { ...row, segments, y: first.y, size: first.size };
}

function beginsIn(side: Extent, { x0 }: Segment): boolean {
  return x0 >= side.x0 && x0 < side.x1;
}

/**
 * Whether every column on one side of a gutter contains lines of prose. Justified lines may be split at wide spaces, so
 * the total text in the column counts, not that of each segment.
 */
function isProse(rows: readonly Row[], side: Extent): boolean {
  const covered = new CoveredExtents();
  let lines = 0;
  let fields = 0;
  let size = 0;
  for (const row of rows) {
    let isEmpty = true;
    let isField = false;
    for (const segment of row.segments) {
      if (!beginsIn(side, segment)) continue;
      isEmpty = false;
      covered.add(segment.x0, segment.x1);
      if (segment.isFilled === true || beginsWithBox(segment.text)) isField = true;
    }
    if (isEmpty) continue;
    if (lines === 0) ({ size } = row);
    lines++;
    if (isField) fields++;
  }
  // Half of the lines with field values or marks: such a column belongs to its labels.
  if (lines < FEWEST_LINES || 2 * fields >= lines) return false;
  return areProse(rows, [side.x0, ...covered.gutters(GUTTER * size), side.x1]);
}

/** Whether the columns between `bounds` contain lines of prose, or short texts beside such a column. */
function areProse(rows: readonly Row[], bounds: readonly number[]): boolean {
  let longest = 0;
  const short: number[] = [];
  for (let column = 1; column < bounds.length; column++) {
    const between = { x0: bounds[column - 1] ?? 0, x1: bounds[column] ?? 0 };
    const cells: number[] = [];
    for (const row of rows) {
      const count = cellsIn(row, between);
      if (count !== undefined) cells.push(count);
    }
    longest = Math.max(longest, cells.length);
    if ((median(cells) ?? 0) >= SHORTEST_LINE) continue;
    if (column === 1) return false;
    short.push(cells.length);
  }
  return short.every((lines) => lines <= BESIDE_TEXT * longest);
}

const NO_WORDS = /[^\p{L}\s]/gu;
const BLANK = /\s/gu;

/** Whether a text is mostly figures and signs, without a label: values that stand near one another are no line of prose. */
function areValues({ text }: Segment): boolean {
  if (isLabelled(text)) return false;
  return 2 * (text.match(NO_WORDS)?.length ?? 0) > text.replace(BLANK, "").length;
}

/** The length of the texts of a row in an extent, of which values count as one character; undefined if it has none. */
function cellsIn({ segments }: Row, between: Extent): number | undefined {
  let sum: number | undefined;
  for (const segment of segments)
    if (beginsIn(between, segment)) sum = (sum ?? 0) + (areValues(segment) ? 1 : segment.cells);
  return sum;
}
