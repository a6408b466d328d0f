import { median } from "../../../geometry/median.ts";
import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import type { Extent } from "./covered-extents.ts";
import { endsRow, isValue } from "../rows-of-cells.ts";
import { goesOnInSentence } from "../sentences.ts";

/** Lines of a text are at most this far apart, in multiples of the text size. */
const NEXT_LINE = 1.7;

/** With fewer such lines, they may be of cells that are centred beside cells of several lines. */
const FEWEST_BETWEEN = 5;

/** With fewer rows, there is no evidence. */
const FEWEST_ROWS = 6;

/**
 * Whether the texts on both sides of a gutter are set independently of each other, such as contact details beside the
 * text of a résumé, or ingredients beside a recipe: lines of the one are between lines of the other, of another size, or
 * beside lines that go on with a sentence, where a table has none.
 */
export function areIndependent(rows: readonly Row[], gutter: number): boolean {
  if (rows.length < FEWEST_ROWS) return false;
  const left = rows.filter(({ segments }) => (segments[0]?.x0 ?? Infinity) < gutter);
  const right = rows.filter(({ segments }) => (segments.at(-1)?.x0 ?? -Infinity) >= gutter);
  if (linesBetween(left, right) >= FEWEST_BETWEEN || areSetApart(left, right)) return true;
  const lines = right.map((row) => ({ row, segments: row.segments.filter(({ x0 }) => x0 >= gutter) }));
  const edge = Math.max(...lines.map(({ segments }) => segments.at(-1)?.x1 ?? 0));
  const entries = new Set(left);
  const beside = lines.filter(({ row, segments }, index) => {
    const before = lines[index - 1];
    if (before === undefined || !entries.has(row) || !areNear(before.row, row)) return false;
    return goesOn(before.segments, segments, edge);
  });
  return beside.length >= FEWEST_BESIDE && beside.length >= MOSTLY_BESIDE * left.length;
}

/** Least number, and share, of the entries of one column beside lines of the other that go on with a sentence. */
const FEWEST_BESIDE = 4;
const MOSTLY_BESIDE = 0.4;

/** Whether a line that has no room for the first word of the next one goes on with it; lines of cells do not. */
export function goesOn(above: readonly Segment[], below: readonly Segment[], edge: number): boolean {
  const [line, next] = [above.at(-1), below[0]];
  if (line === undefined || next === undefined || shareGap(above, below)) return false;
  const isFull = edge - line.x1 < firstWord(next) + next.size;
  return isFull && goesOnInSentence(next.text, line.text);
}

/** The width of the first word of a text. */
export function firstWord({ words, x0 }: Segment): number {
  return words[4] === undefined ? 0 : words[4] - x0;
}

/** Whether a gap between texts of one line is above one of the other, as between the cells of a table. */
function shareGap(above: readonly Segment[], below: readonly Segment[]): boolean {
  return gapsOf(above).some(({ x0, x1 }) => gapsOf(below).some((gap) => gap.x0 < x1 && gap.x1 > x0));
}

function gapsOf(segments: readonly Segment[]): readonly Extent[] {
  return segments.slice(1).map(({ x0 }, at) => ({ x0: segments[at]?.x1 ?? x0, x1: x0 }));
}

/** The sizes of a column's lines that are beside none of the other column differ from the other's by this factor. */
const OTHER_SIZE = 1.12;

/** Least number of such lines in each column, and least share of all lines beside the other column. */
const FEWEST_ALONE = 3;
const MOSTLY_ALONE = 0.6;

/** Whether most lines of two columns are beside none of the other, and of another size: an address beside references. */
function areSetApart(left: readonly Row[], right: readonly Row[]): boolean {
  const top = Math.max(left[0]?.y ?? Infinity, right[0]?.y ?? Infinity);
  const bottom = Math.min(left.at(-1)?.y ?? -Infinity, right.at(-1)?.y ?? -Infinity);
  const ofOther = new Set(right);
  const shared = new Set(left.filter((row) => ofOther.has(row)));
  const alone = [left, right].map((rows) =>
    rows
      .filter((row) => row.y >= top && row.y <= bottom && !shared.has(row) && isText(row))
      .map(({ size }) => size),
  );
  const [ofLeft = [], ofRight = []] = alone;
  if (Math.min(ofLeft.length, ofRight.length) < FEWEST_ALONE) return false;
  const all = ofLeft.length + ofRight.length;
  const [leftSize, rightSize] = [median(ofLeft), median(ofRight)];
  if (leftSize === undefined || rightSize === undefined) return false;
  return (
    all >= MOSTLY_ALONE * (all + shared.size) &&
    Math.max(leftSize, rightSize) > OTHER_SIZE * Math.min(leftSize, rightSize)
  );
}

/** Labels of drawings are a few letters with blanks between them. */
const LONGEST_LABEL = 6;

function isText({ segments }: Row): boolean {
  return segments.some(({ cells }) => cells > LONGEST_LABEL);
}

/** Rows of one table are at least this far apart, in multiples of the text size. */
export const OWN_ROW = 0.85;

/** Fewer changes from one side to the other may be of cells that are centred beside others. */
const FEWEST_CHANGES = 4;

/**
 * Whether tables on both sides of a gutter have rows of their own, such as that of a league and its results: rows of
 * several cells on one side only are between such rows on the other, closer than rows of a table are, or with labels and
 * values as a table has them on its left side only.
 */
export function haveOwnRows(rows: readonly Row[], gutter: number): boolean {
  let [near, labelled] = [0, 0];
  let before: { readonly row: Row; readonly side: Side } | undefined;
  for (const [index, row] of rows.entries()) {
    const side = cellsBeside(row, gutter);
    if (side === undefined) continue;
    if (before !== undefined && before.side !== side) {
      const step = row.y - before.row.y;
      if (rows[index - 1] === before.row && step <= OWN_ROW * Math.min(row.size, before.row.size)) near++;
      if (isEntry(row) && isEntry(before.row)) labelled++;
    }
    before = { row, side };
  }
  return Math.max(near, labelled) >= FEWEST_CHANGES;
}

type Side = "left" | "right";

/** The side of a gutter on which a row has several cells, if it has none on the other side. */
function cellsBeside({ segments }: Row, gutter: number): Side | undefined {
  if (segments.length < 2 && segments[0]?.isTable !== true) return undefined;
  if ((segments.at(-1)?.x0 ?? 0) < gutter) return "left";
  return (segments[0]?.x0 ?? 0) >= gutter ? "right" : undefined;
}

/** Whether a row has a label and ends with a value, or is of a ruled table. */
function isEntry({ segments }: Row): boolean {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return false;
  return first.isTable === true || (!isValue(first.text) && endsRow(last));
}

/** The number of lines that follow one of their own column, between two lines of the other one. */
function linesBetween(lines: readonly Row[], others: readonly Row[]): number {
  let count = 0;
  let next = 0;
  for (const [index, line] of lines.entries()) {
    while ((others[next]?.y ?? Infinity) < line.y) next++;
    const isBetween = others[next] !== line && areNear(others[next - 1], others[next]);
    if (isBetween && areNear(lines[index - 1], line)) count++;
  }
  return count;
}

function areNear(above: Row | undefined, below: Row | undefined): boolean {
  return above !== undefined && below !== undefined && below.y - above.y < NEXT_LINE * below.size;
}
