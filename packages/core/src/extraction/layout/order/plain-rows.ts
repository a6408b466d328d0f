import type { LayoutOptions } from "../../page/layout-options.ts";
import { BLANK_LINE, type Line, type TextLine } from "../rows/line.ts";
import { joinedRow } from "../tables/plain-tables.ts";
import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** Blanks between the cells of a row. */
const CELL_BLANKS = 2;

/** Rows from top to bottom, without layout. */
export function plainRows(rows: readonly Row[], { mode, textOrder }: LayoutOptions): readonly Line[] {
  if (textOrder === "rows") return rows.map((row) => textLine(joinedRow(row, CELL_BLANKS)));
  return mode === "native_text" ? rows.map((row) => textLine(joinedRow(row))) : paragraphs(rows);
}

/** A paragraph for each piece of a row, as the documented service writes what it recognised. */
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
