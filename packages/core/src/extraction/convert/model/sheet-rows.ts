import type { SheetCell, SheetRow } from "./flow-document.ts";

/** A row of cells one beside the other, numbers on the right. */
export function sheetRow(cells: readonly { readonly text: string; readonly isNumber: boolean }[]): SheetRow {
  return {
    cells: cells.map(({ text, isNumber }, column) => ({
      column,
      columnSpan: 1,
      text,
      align: isNumber ? "right" : "left",
      bold: false,
      remark: "",
    })),
  };
}

/** A first row of texts only, over a row with other cells, names the columns. */
export function hasHead([first, second]: readonly SheetRow[]): boolean {
  if (!first || !second || first.cells.length < 2) return false;
  return first.cells.every(({ align, columnSpan }) => align === "left" && columnSpan === 1);
}

/** Cells whose spans end before the next cell with content: one inside a merged area keeps its place. */
export function withoutOverlaps(cells: readonly SheetCell[]): readonly SheetCell[] {
  return cells.map((cell, index) => {
    const next = cells[index + 1];
    if (!next || next.column >= cell.column + cell.columnSpan) return cell;
    return { ...cell, columnSpan: next.column - cell.column };
  });
}
