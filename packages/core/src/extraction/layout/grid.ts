import { bandsOf, linePitch, median } from "./bands.ts";
import { columnsOf, type Grid } from "./columns.ts";
import { BLANK_LINE, type Line } from "./line.ts";
import type { Row } from "./rows.ts";

/** Width of a cell in fractions of the font size where no text tells. */
const USUAL_CELL = 0.5;

/** Segments of fewer cells are too short to tell the width of a character. */
const FEWEST_CELLS = 2;

/** A segment counts once for every so many cells, up to the longest. */
const CELLS_PER_COUNT = 4;
const LONGEST = 40;

/** Lays rows out on a grid of characters, from top to bottom. */
export function gridLines(rows: readonly Row[], stretch: number): readonly Line[] {
  const pitch = linePitch(rows);
  const grid = gridOf(rows, stretch);
  const columns = bandsOf(rows, pitch).flatMap((band) => columnsOf(band, grid));
  const lines: Line[] = [];
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1];
    if (previous !== undefined && isBlankBetween(previous, row, pitch)) lines.push(BLANK_LINE);
    lines.push({ kind: "text", segments: row.segments, columns: columns[index] ?? [] });
  }
  return lines;
}

function gridOf(rows: readonly Row[], stretch: number): Grid {
  const widths: number[] = [];
  let origin = Infinity;
  for (const row of rows) {
    for (const { x0, x1, cells } of row.segments) {
      origin = Math.min(origin, x0);
      if (cells < FEWEST_CELLS) continue;
      for (let counted = 0; counted < Math.min(LONGEST, cells); counted += CELLS_PER_COUNT) {
        widths.push((x1 - x0) / cells);
      }
    }
  }
  const cell = median(widths) || USUAL_CELL * (rows[0]?.size ?? 10);
  return { origin, cell: cell / stretch };
}

/** A step of one and a half pitches or more leaves a blank line. */
const BLANK_STEP = 1.5;

/** Least pitch of a row in fractions of its font size: a heading does not count the small pitch of the text. */
const LEAST_PITCH = 0.6;

function isBlankBetween(upper: Row, lower: Row, pitch: number): boolean {
  return lower.y - upper.y >= BLANK_STEP * Math.max(pitch, LEAST_PITCH * lower.size);
}
