import { median } from "../glyphs/median.ts";
import type { Row } from "./rows.ts";

/** A larger step from row to row, in line pitches, starts a new band: columns are aligned only within a band. */
const BAND_GAP = 2.2;

/** Steps from row to row, in multiples of the font size, that count for the pitch. */
const SMALLEST_PITCH = 0.5;
const LARGEST_PITCH = 3;

/** The pitch of a page of single rows, in multiples of the font size. */
const USUAL_PITCH = 1.2;

/** Rows above a row among which the one that stands over it is looked for. */
const ROWS_ABOVE = 4;

/** The page's usual distance from baseline to baseline of one column: rows of columns side by side may alternate. */
export function linePitch(rows: readonly Row[]): number {
  const size = median(rows.map((row) => row.size)) || 10;
  const steps: number[] = [];
  for (const [index, row] of rows.entries()) {
    const above = rowAbove(rows, index);
    const step = above === undefined ? 0 : row.y - above.y;
    if (step > SMALLEST_PITCH * size && step < LARGEST_PITCH * size) steps.push(step);
  }
  return median(steps) || USUAL_PITCH * size;
}

/** The nearest row above that shares some of a row's width; the one before it where none does. */
function rowAbove(rows: readonly Row[], index: number): Row | undefined {
  const own = rows[index];
  for (let k = index - 1; own && k >= Math.max(0, index - ROWS_ABOVE); k--) {
    const other = rows[k];
    if (other && leftOf(other) < rightOf(own) && leftOf(own) < rightOf(other)) return other;
  }
  return rows[index - 1];
}

function leftOf({ segments }: Row): number {
  return segments[0]?.x0 ?? 0;
}

function rightOf({ segments }: Row): number {
  return segments.at(-1)?.x1 ?? 0;
}

/** Splits rows where a wide vertical gap parts them, so that one dense table does not stretch the page. */
export function bandsOf(rows: readonly Row[], pitch: number): readonly (readonly Row[])[] {
  const bands: Row[][] = [];
  let previous: Row | undefined;
  for (const row of rows) {
    if (previous === undefined || row.y - previous.y > BAND_GAP * Math.max(pitch, row.size)) bands.push([]);
    bands.at(-1)?.push(row);
    previous = row;
  }
  return bands;
}
