import type { SheetRow } from "../../model/flow-document.ts";
import { MAX_COLUMNS } from "./cell-place.ts";

/** The hidden columns of a sheet. */
export class HiddenColumns {
  readonly #isHidden = new Uint8Array(MAX_COLUMNS);
  #hasAny = false;

  /** Columns are counted from 0; both are hidden too. */
  add(first: number, last: number): void {
    this.#isHidden.fill(1, Math.max(first, 0), Math.max(last, 0) + 1);
    this.#hasAny = true;
  }

  /** The rows without what nobody sees. A merged cell stays if one of its columns is shown. */
  shown<Row extends SheetRow>(
    rows: readonly Row[],
    { name, notes }: { readonly name: string; readonly notes: string[] },
  ): readonly Row[] {
    if (!this.#hasAny) return rows;
    const left = new Set<number>();
    const shown = rows.map((row) => ({
      ...row,
      cells: row.cells.filter((cell) => !this.#hides(cell, left)),
    }));
    if (left.size > 0) {
      const count = `${left.size} hidden ${left.size === 1 ? "column" : "columns"}`;
      notes.push(`${count} of the sheet ${name} left out.`);
    }
    return shown.filter(({ cells }) => cells.length > 0);
  }

  #hides({ column, columnSpan }: SheetRow["cells"][number], left: Set<number>): boolean {
    const isHidden = this.#isHidden.subarray(column, column + columnSpan).every((flag) => flag === 1);
    if (isHidden && column < MAX_COLUMNS) left.add(column);
    return isHidden && column < MAX_COLUMNS;
  }
}
