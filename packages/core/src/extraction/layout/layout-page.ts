import type { PageContent } from "../page/page-content.ts";
import type { PageText } from "../page/page-text.ts";
import { baselinesOf } from "./baselines.ts";
import { type Direction, directionsOf } from "./directions.ts";
import { fieldInserts } from "./fields.ts";
import { gridLines } from "./grid.ts";
import type { Insert } from "./insert.ts";
import type { LayoutOptions } from "./layout-options.ts";
import { type FramedLines, writePageText } from "./page-text-writer.ts";
import { readingGlyphs } from "./reading-glyphs.ts";
import { rowsOf } from "./rows.ts";
import { withScripts } from "./scripts.ts";
import { segmentsOf } from "./segments.ts";

/** Lays a page's glyphs, fields and boxes out as text. Pure: the same content and options give the same text. */
export function layoutPage(content: PageContent, options: LayoutOptions): PageText {
  const inserts = fieldInserts(content.fields);
  const parts = directionsOf(content.glyphs, options).map((direction, index) =>
    directionLines(content, direction, index === 0 ? inserts : [], options),
  );
  return writePageText(parts);
}

function directionLines(
  content: PageContent,
  direction: Direction,
  inserts: readonly Insert[],
  options: LayoutOptions,
): FramedLines {
  const glyphs = readingGlyphs(content, direction, { inserts, replaced: new Set() });
  const baselines = withScripts(baselinesOf(glyphs, options.lineTolerance), glyphs);
  const rows = rowsOf(
    segmentsOf(baselines, glyphs, () => false),
    options,
  );
  return { frame: direction.frame, lines: gridLines(rows, options.horizontalStretchFactor) };
}
