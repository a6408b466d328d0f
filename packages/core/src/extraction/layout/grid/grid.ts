import { bandsOf, linePitch } from "../rows/bands.ts";
import { median } from "../glyphs/median.ts";
import { columnsOf, type Grid } from "./columns.ts";
import type { LayoutOptions } from "../../page/layout-options.ts";
import { withAlignedEnds } from "./leader-ends.ts";
import { BLANK_LINE, type Line, type TextLine } from "../rows/line.ts";
import {
  interpolated,
  knotsOf,
  mergedByPlace,
  ruleLines,
  withoutUnderlines,
  withVerticalRules,
} from "./marked-rules.ts";
import type { Row } from "../rows/rows.ts";
import type { Rulings } from "../tables/rulings.ts";

/** Width of a cell in fractions of the font size where no text tells. */
const USUAL_CELL = 0.5;

/** Segments of fewer cells are too short to tell the width of a character. */
const FEWEST_CELLS = 2;

/**
 * A segment counts once for every so many points, up to the longest. By its cells the tiny print inside a figure would
 * outvote the text of the page.
 */
const POINTS_PER_COUNT = 20;
const LONGEST = 200;

/** Lays rows out on a grid of characters, from top to bottom. */
export function gridLines(rows: readonly Row[], rulings: Rulings, options: LayoutOptions): readonly Line[] {
  const marksRules = options.markVerticalLines && options.mode !== "native_text";
  const marked = marksRules ? withVerticalRules(rows, rulings.vertical) : rows;
  const pitch = linePitch(rows);
  const grid = gridOf(rows, options.horizontalStretchFactor);
  const columns = withAlignedEnds(
    marked,
    bandsOf(marked, pitch).flatMap((band) => columnsOf(band, grid)),
  );
  const lines = marked.map((row, index) => textLine(row, columns[index] ?? []));
  const spaced = withBlankLines(lines, marked, pitch);
  if (!marksRules || !options.markHorizontalLines) return spaced;
  const rules = withoutUnderlines(rulings.horizontal, rows);
  const columnAt = (x: number, y: number): number =>
    interpolated(knotsOf(nearest(lines, rows, y)), x, grid.cell);
  return mergedByPlace(spaced, marked, ruleLines(rules, rulings, columnAt));
}

function textLine({ segments }: Row, columns: readonly number[]): TextLine {
  return { kind: "text", segments, columns };
}

function withBlankLines(lines: readonly TextLine[], rows: readonly Row[], pitch: number): readonly Line[] {
  const spaced: Line[] = [];
  let upper: Row | undefined;
  for (const [index, line] of lines.entries()) {
    const lower = rows[index];
    if (upper !== undefined && lower !== undefined && isBlankBetween(upper, lower, pitch)) {
      spaced.push(BLANK_LINE);
    }
    spaced.push(line);
    upper = lower;
  }
  return spaced;
}

/** How many lines above and below a rule say where its ends stand. */
const NEIGHBOURS = 2;

function nearest(lines: readonly TextLine[], rows: readonly Row[], y: number): readonly TextLine[] {
  const below = rows.findIndex((row) => row.y > y);
  const at = below < 0 ? rows.length : below;
  return lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS);
}

function gridOf(rows: readonly Row[], stretch: number): Grid {
  const widths: number[] = [];
  let origin = Infinity;
  for (const row of rows) {
    for (const { x0, x1, cells } of row.segments) {
      origin = Math.min(origin, x0);
      if (cells < FEWEST_CELLS) continue;
      for (let counted = 0; counted < Math.min(LONGEST, x1 - x0); counted += POINTS_PER_COUNT) {
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
