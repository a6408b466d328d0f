import { bandsOf, linePitch, partedAtHeadings } from "../rows/bands.ts";
import { median } from "../../geometry/median.ts";
import { boundedColumns } from "./bounded-columns.ts";
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

/** Default cell width in fractions of the font size. */
const USUAL_CELL = 0.5;

/** Segments with fewer cells are too short to measure the character width. */
const FEWEST_CELLS = 2;

/**
 * Weights a segment by its length in points, up to the maximum. Weighting by cells would let tiny print in a figure
 * dominate the page.
 */
const POINTS_PER_COUNT = 20;
const LONGEST = 200;

/** Lines on a character grid. */
export interface GridLines {
  readonly lines: readonly Line[];
  /** A note for the user; "" if there is none. */
  readonly note: string;
}

/** Lays rows out on a character grid, from top to bottom. */
export function gridLines(rows: readonly Row[], rulings: Rulings, options: LayoutOptions): GridLines {
  const marksRules = options.markVerticalLines && options.mode !== "native_text";
  const marked = marksRules ? withVerticalRules(rows, rulings.vertical) : rows;
  const pitch = linePitch(rows);
  const parts = bandsOf(marked, pitch).flatMap((band) => partedAtHeadings(band, pitch));
  const usual = gridOf(rows, options.horizontalStretchFactor);
  const { columns, grid, note } = boundedColumns(marked, usual, (own) =>
    withAlignedEnds(
      marked,
      parts.flatMap((part) => columnsOf(part, own)),
    ),
  );
  const lines = marked.map((row, index) => textLine(row, columns[index] ?? []));
  const spaced = withBlankLines(lines, marked, pitch);
  if (!marksRules || !options.markHorizontalLines) return { lines: spaced, note };
  const rules = withoutUnderlines(rulings.horizontal, rows);
  const columnAt = (x: number, y: number): number =>
    interpolated(knotsOf(nearest(lines, rows, y)), x, grid.cell);
  return { lines: mergedByPlace(spaced, marked, ruleLines(rules, rulings, columnAt)), note };
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

/** Number of lines above and below a ruling line that determine the columns of its ends. */
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

/** A step of at least one and a half line pitches leaves a blank line. */
const BLANK_STEP = 1.5;

/**
 * Least line pitch of a row in fractions of its font size, because the pitch of the small text does not apply to
 * headings.
 */
const LEAST_PITCH = 0.6;

function isBlankBetween(upper: Row, lower: Row, pitch: number): boolean {
  return lower.y - upper.y >= BLANK_STEP * Math.max(pitch, LEAST_PITCH * lower.size);
}
