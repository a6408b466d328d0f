import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** Baselines of the lines of one cell are nearer than this, in fractions of the font size. */
const LINE_STEP = 1.6;

/** How far from half-way between the two lines a centred cell may stand, as a fraction of their step. */
const OFF_CENTRE = 0.2;

/** The cells of the rows above and below are farther from a centred cell than this, in steps of the lines beside it. */
const APART = 1.25;

/** What has more characters is a line of prose, not a value. */
const LONGEST_VALUE = 13;

/**
 * Rows of a table whose cells are centred beside a cell of two lines are read with the first of these: half-way between
 * them they would tear it. Columns of prose that run side by side out of step stay as they are.
 */
export function withCentredCells(rows: readonly Row[]): readonly Row[] {
  const joined: Row[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const centred = rows[at + 1];
    if (row === undefined) continue;
    if (centred !== undefined && isCentred(rows, at + 1)) {
      joined.push({
        ...row,
        segments: [...row.segments, ...centred.segments].toSorted((a, b) => a.x0 - b.x0),
      });
      at++;
    } else {
      joined.push(row);
    }
  }
  return joined;
}

function isCentred(rows: readonly Row[], at: number): boolean {
  const [above, row, below] = [rows[at - 1], rows[at], rows[at + 1]];
  if (above === undefined || row === undefined || below === undefined) return false;
  const step = below.y - above.y;
  return (
    Math.abs(row.y - above.y - step / 2) <= OFF_CENTRE * step &&
    areLinesOfCell(above, below) &&
    row.segments.every(({ cells }) => cells <= LONGEST_VALUE) &&
    row.segments.some(({ x0 }) => x0 > startOf(above)) &&
    !collide(row, above) &&
    !collide(row, below) &&
    isApart(rows[at - 2], row, step) &&
    isApart(rows[at + 2], row, step)
  );
}

function startOf({ segments }: Row): number {
  return segments[0]?.x0 ?? 0;
}

function areLinesOfCell(upper: Row, lower: Row): boolean {
  const isOneCell = upper.segments.length === 1 && lower.segments.length === 1;
  const isOneSize = Math.abs(upper.size - lower.size) < 0.1 * upper.size;
  return (
    isOneCell &&
    isOneSize &&
    lower.y - upper.y <= LINE_STEP * upper.size &&
    Math.abs(startOf(upper) - startOf(lower)) < upper.size
  );
}

/** Whether another row has nothing in the columns of this one, or is a row of its own. */
function isApart(other: Row | undefined, row: Row, step: number): boolean {
  return other === undefined || !collide(row, other) || Math.abs(other.y - row.y) > APART * step;
}

function collide(a: Row, b: Row): boolean {
  return a.segments.some((own) => b.segments.some((other) => overlap(own, other)));
}

function overlap(a: Segment, b: Segment): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1;
}
