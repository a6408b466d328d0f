import type { SheetRow } from "./flow-document.ts";

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
