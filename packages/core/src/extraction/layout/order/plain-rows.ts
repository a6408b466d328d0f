import type { LayoutOptions } from "../../page/layout-options.ts";
import { BLANK_LINE, type Line, type TextLine } from "../rows/line.ts";
import { joinedRow } from "../tables/plain-tables.ts";
import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** Spaces between the cells of a row. */
const CELL_BLANKS = 2;

/** Writes rows from top to bottom, without layout. */
export function plainRows(rows: readonly Row[], { mode, textOrder }: LayoutOptions): readonly Line[] {
  if (textOrder === "rows") return rows.map((row) => textLine(joinedRow(row, CELL_BLANKS)));
  return mode === "native_text" ? rows.map((row) => textLine(joinedRow(row))) : paragraphs(rows);
}

/** Writes each segment of a row as a paragraph, as the documented service writes recognised text. */
function paragraphs(rows: readonly Row[]): readonly Line[] {
  return rows
    .flatMap(({ segments }) => segments)
    .flatMap((segment, index) =>
      index === 0 ? [textLine(segment)] : [BLANK_LINE, BLANK_LINE, textLine(segment)],
    );
}

function textLine(segment: Segment): TextLine {
  return { kind: "text", segments: [segment], columns: [0] };
}
