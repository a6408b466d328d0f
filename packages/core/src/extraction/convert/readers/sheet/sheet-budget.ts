/** Rows of a sheet, and cells of a workbook, that are read. More would exceed the memory limit of a thread. */
const MAX_ROWS = 200_000;
const MAX_CELLS = 500_000;

/** How much of a workbook may still be read. */
export class SheetBudget {
  #cells = MAX_CELLS;
  #rows = 0;

  /** Starts a sheet. */
  start(): void {
    this.#rows = 0;
  }

  /** Whether a row with so many cells can still be read; it is charged then. */
  take(cells: number): boolean {
    if (this.#rows >= MAX_ROWS || cells > this.#cells) return false;
    this.#rows++;
    this.#cells -= cells;
    return true;
  }
}

/** The note for a sheet that was not read to its end. */
export function cutSheet(name: string, rows: number): string {
  return `The sheet ${name} is too large: only its first ${rows} rows with content were read.`;
}

export function hiddenRowsNote(name: string, count: number): string {
  return `${count} hidden ${count === 1 ? "row" : "rows"} of the sheet ${name} left out.`;
}

/** Empty if there are none. */
export function hiddenSheetsNote(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [`Hidden ${names.length === 1 ? "sheet" : "sheets"} left out: ${names.join(", ")}.`];
}
