import type { Row } from "./rows.ts";
import type { Segment } from "./segment.ts";

/** Baselines of the lines of one cell are nearer than this, in fractions of the font size. */
const LINE_STEP = 1.6;

/** How far from half-way between the two lines a centred cell may stand, as a fraction of their step. */
const OFF_CENTRE = 0.2;

/** The cells of the rows above and below are farther from a centred cell than this, in steps of the lines beside it. */
const APART = 1.25;

/** One cell alone is a value, not a line of another column, when it has at most so many characters. */
const SHORT_VALUE = 12;

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
  if (row.segments.length === 1 && (row.segments[0]?.cells ?? 0) > SHORT_VALUE) return false;
  const step = below.y - above.y;
  if (!(step <= LINE_STEP * above.size && Math.abs(above.size - below.size) < 0.1 * above.size)) return false;
  if (Math.abs(row.y - above.y - step / 2) > OFF_CENTRE * step) return false;
  const isOneCell = above.segments.length === 1 && below.segments.length === 1;
  if (!isOneCell || !startTogether(above, below) || collide(row, above) || collide(row, below)) return false;
  return isApart(rows[at - 2], row, step) && isApart(rows[at + 2], row, step);
}

function startTogether({ segments: [upper], size }: Row, { segments: [lower] }: Row): boolean {
  return upper !== undefined && lower !== undefined && Math.abs(upper.x0 - lower.x0) < size;
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
