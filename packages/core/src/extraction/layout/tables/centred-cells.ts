import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** Largest baseline distance between lines of one cell, in fractions of the font size. */
const LINE_STEP = 1.6;

/** Largest distance of a centred cell from the midpoint between two lines, as a fraction of their distance. */
const OFF_CENTRE = 0.2;

/** Least distance of a centred cell to the rows above and below, relative to the distance of the lines beside it. */
const APART = 1.25;

/** Longer text is prose, not a value. */
const LONGEST_VALUE = 13;

/**
 * Moves vertically centred cells next to a two-line cell to the first of these lines; between them they would split it.
 * Columns of prose with different baselines stay as they are.
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

/** Whether another row has nothing in this row's columns, or is a separate row. */
function isApart(other: Row | undefined, row: Row, step: number): boolean {
  return other === undefined || !collide(row, other) || Math.abs(other.y - row.y) > APART * step;
}

function collide(a: Row, b: Row): boolean {
  return a.segments.some((own) => b.segments.some((other) => overlap(own, other)));
}

function overlap(a: Segment, b: Segment): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1;
}
