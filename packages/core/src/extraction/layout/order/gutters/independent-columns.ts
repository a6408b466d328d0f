import { median } from "../../../geometry/median.ts";
import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import { beginsSmall, endsSentence } from "../sentences.ts";

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
    return goesOn(before.segments.at(-1), segments[0], edge);
  });
  return beside.length >= FEWEST_BESIDE && beside.length >= MOSTLY_BESIDE * left.length;
}

/** Least number, and share, of the entries of one column beside lines of the other that go on with a sentence. */
const FEWEST_BESIDE = 4;
const MOSTLY_BESIDE = 0.4;

/** Whether a line that has no room for the first word of the next one goes on with it. */
export function goesOn(line: Segment | undefined, next: Segment | undefined, edge: number): boolean {
  if (line === undefined || next === undefined) return false;
  const word = next.words[4] === undefined ? 0 : next.words[4] - next.x0;
  const isFull = edge - line.x1 < word + next.size;
  return isFull && !endsSentence(line.text) && beginsSmall(next.text);
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

/** Fewer rows of cells between each other may be of cells that are centred beside others. */
const FEWEST_BETWEEN_CELLS = 4;

/**
 * Whether tables on both sides of a gutter have rows of their own, such as that of a league and its results: several
 * cells of the one are between rows of several cells of the other, closer than rows of a table are.
 */
export function haveOwnRows(rows: readonly Row[], gutter: number): boolean {
  let count = 0;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before === undefined || row.y - before.y > OWN_ROW * Math.min(row.size, before.size)) continue;
    const [side, other] = [cellsBeside(row, gutter), cellsBeside(before, gutter)];
    if (side !== undefined && other !== undefined && side !== other) count++;
  }
  return count >= FEWEST_BETWEEN_CELLS;
}

/** The side of a gutter on which a row has several cells, if it has none on the other side. */
function cellsBeside({ segments }: Row, gutter: number): "left" | "right" | undefined {
  if (segments.length < 2) return undefined;
  if ((segments.at(-1)?.x0 ?? 0) < gutter) return "left";
  return (segments[0]?.x0 ?? 0) >= gutter ? "right" : undefined;
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
