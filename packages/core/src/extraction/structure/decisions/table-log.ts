import { deciding, placeOf, type Reason } from "../../page/decision-log.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { PageTable } from "../model/page-structure.ts";
import type { CellLine, TableLine } from "../geometry/table-line.ts";

/** Why monospaced lines, aligned numbers, and titles with pages are no table. */
export const CODE = "Its lines are code: monospaced among others that are not.";
export const CHART = "Its numbers are the scale of a chart.";
export const CONTENTS = "Its rows are entries of a table of contents.";

/** Records why lines are no table; returns nothing, as a search that found none. */
export function noTable(
  lines: readonly (TableLine | CellLine)[],
  outcome: string,
  ...reasons: readonly Reason[]
): undefined {
  const { log } = deciding;
  if (log === undefined || lines.length === 0) return;
  log.record({
    question: "table",
    accepted: false,
    outcome,
    box: boxOfLines(lines),
    reasons: [{ fact: "lines", value: lines.length }, ...reasons],
  });
}

const RULINGS = {
  cells: "Ruling lines form its cells.",
  rows: "Rules part its rows; its columns are aligned.",
  none: "No lines are drawn; its cells are aligned in columns.",
} as const satisfies Record<PageTable["ruling"], string>;

/** Records a table that was found. */
export function recordTable({ ruling, box, rows, columns, confidence }: PageTable): void {
  deciding.log?.record({
    question: "table",
    accepted: true,
    outcome: `A table of ${rows} rows and ${columns} columns. ${RULINGS[ruling]}`,
    box,
    reasons: [{ fact: "regularity of its cells", value: confidence }],
  });
}

/** Records how many of a table's first rows label its columns, and the rule that says so. */
export function recordHeaderRows(
  groups: readonly (readonly CellLine[])[],
  count: number,
  rule: string,
): number {
  const { log } = deciding;
  const head = groups.slice(0, Math.max(1, count)).flat();
  if (log === undefined || head.length === 0) return count;
  log.record({
    question: "header_rows",
    accepted: count > 0,
    outcome: `${count} header ${count === 1 ? "row" : "rows"}: ${rule}`,
    box: boxOfLines(head),
    reasons: [{ fact: "rows of the table", value: groups.length }],
  });
  return count;
}

/** The box around the texts of lines. */
export function boxOfLines(lines: readonly (TableLine | CellLine)[]): Rect {
  return placeOf(
    lines.flatMap((line) =>
      "pieces" in line ? line.pieces.map(({ box }) => box) : line.cells.map(({ piece }) => piece.box),
    ),
  );
}
