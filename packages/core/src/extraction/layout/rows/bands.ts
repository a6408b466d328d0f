import { median } from "../../geometry/median.ts";
import type { Row } from "./rows.ts";

/** A larger step between rows, in line pitches, starts a new band; columns are aligned only within a band. */
const BAND_GAP = 2.2;

/** Range of row steps, in multiples of the font size, that count for the line pitch. */
const SMALLEST_PITCH = 0.5;
const LARGEST_PITCH = 3;

/** Line pitch of a page of single rows, in multiples of the font size. */
const USUAL_PITCH = 1.2;

/** Number of previous rows that are searched for the one directly above. */
const ROWS_ABOVE = 4;

/** The usual distance between baselines in a column; rows of adjacent columns may alternate. */
export function linePitch(rows: readonly Row[]): number {
  const size = median(rows.map((row) => row.size)) || 10;
  const steps: number[] = [];
  for (let index = 1; index < rows.length; index++) {
    const step = (rows[index]?.y ?? 0) - (rowAbove(rows, index)?.y ?? 0);
    if (step > SMALLEST_PITCH * size && step < LARGEST_PITCH * size) steps.push(step);
  }
  return median(steps) || USUAL_PITCH * size;
}

/** The nearest row above that overlaps horizontally; the previous row if none does. */
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

/** Splits rows at wide vertical gaps, so that one dense table does not stretch the whole page. */
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

/** Least size of a heading relative to the text, and least step above it, in line pitches. */
const HEADING = 1.2;
const HEADING_STEP = 1.3;

/** Splits a band before its headings: the columns of what follows are not those of the table above. */
export function partedAtHeadings(band: readonly Row[], pitch: number): readonly (readonly Row[])[] {
  const usual = median(band.map((row) => row.size));
  if (usual === undefined) return [];
  const parts: Row[][] = [];
  let previous: Row | undefined;
  for (const row of band) {
    const isHeading = row.segments.length === 1 && row.size >= HEADING * usual;
    if (
      previous === undefined ||
      (isHeading && row.size > previous.size && row.y - previous.y >= HEADING_STEP * pitch)
    )
      parts.push([]);
    parts.at(-1)?.push(row);
    previous = row;
  }
  return parts;
}
