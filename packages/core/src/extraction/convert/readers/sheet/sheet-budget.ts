import { ConversionBudget, SHEET_CELL } from "../../model/conversion-budget.ts";
import type { SheetCell } from "../../model/flow-document.ts";
import { charactersOf } from "../../model/within-budget.ts";

/** Rows of a sheet that are read. More would exceed the memory limit of a thread. */
const MAX_ROWS = 200_000;

/** How much of a workbook may still be read: sheets are cut while they are read, since all of one may exceed the memory. */
export class SheetBudget {
  readonly #budget = new ConversionBudget();
  #rows = 0;

  /** Starts a sheet. */
  start(): void {
    this.#rows = 0;
  }

  /** Whether a row can still be read; it is charged then. */
  take(cells: readonly SheetCell[]): boolean {
    if (this.#rows >= MAX_ROWS || !this.#budget.take(cells.length * SHEET_CELL, charactersOf(cells)))
      return false;
    this.#rows++;
    return true;
  }
}

/** The note for a sheet that was not read to its end. */
export function cutSheet(name: string, rows: number): string {
  const sheet = name === "" ? "table" : `sheet ${name}`;
  return `The ${sheet} is too large: only its first ${rows} rows with content were read.`;
}

export function hiddenRowsNote(name: string, count: number): string {
  return `${count} hidden ${count === 1 ? "row" : "rows"} of the sheet ${name} left out.`;
}

/** Empty if there are none. */
export function hiddenSheetsNote(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`Hidden ${names.length === 1 ? "sheet" : "sheets"} left out: ${names.join(", ")}.`];
}
