import type { TableCell, TableRow } from "../../model/flow-document.ts";
import { MOST_COLUMNS, WIDEST_CONTENT } from "../pdf-pages.ts";

/** A cell in the grid of its table. */
export interface PlacedCell {
  readonly cell: TableCell;
  readonly column: number;
  /** A cell above reaches into this place. */
  readonly continues: boolean;
}

/** Places that cells above reach into; in a table with more, cells no longer span rows: a few cells could claim millions. */
const MOST_CONTINUED = 500_000;

/** Places the cells of all rows in the grid; a place that a cell above reaches into stays empty. */
export function placed(rows: readonly TableRow[]): readonly (readonly PlacedCell[])[] {
  const taken: number[] = [];
  let continued = 0;
  return rows.map(({ cells }) => {
    const row: PlacedCell[] = [];
    let column = 0;
    const skip = (): void => {
      while ((taken[column] ?? 0) > 0 && ++continued <= MOST_CONTINUED) {
        taken[column] = (taken[column] ?? 0) - 1;
        row.push({ cell: EMPTY_CELL, column, continues: true });
        column++;
      }
    };
    for (const cell of cells) {
      skip();
      row.push({ cell, column, continues: false });
      for (let index = 0; index < cell.columnSpan; index++) taken[column + index] = cell.rowSpan - 1;
      column += cell.columnSpan;
    }
    skip();
    return row;
  });
}

const EMPTY_CELL: TableCell = { columnSpan: 1, rowSpan: 1, blocks: [] };

/** Columns that fit beside each other on the widest page: from `first` to before `end`. */
export interface Band {
  readonly first: number;
  readonly end: number;
}

/** The columns of a table in as few bands as fit on pages. */
export function bandsOf(edges: readonly number[]): readonly Band[] {
  if (edges.length < 2) return [{ first: 0, end: 0 }];
  const bands: Band[] = [];
  let first = 0;
  for (let end = 1; end < edges.length; end++) {
    const isFull =
      end - first === MOST_COLUMNS || (edges[end + 1] ?? 0) - (edges[first] ?? 0) > WIDEST_CONTENT;
    if (isFull || end === edges.length - 1) {
      bands.push({ first, end });
      first = end;
    }
  }
  return bands;
}

/** The cells of a row that begin in a band; one that reaches into the next is cut off. */
export function cellsIn(row: readonly PlacedCell[], { first, end }: Band): readonly PlacedCell[] {
  return row
    .filter(({ column }) => column >= first && column < end)
    .map((whole) => {
      const { cell, column } = whole;
      if (column + cell.columnSpan <= end) return whole;
      return { ...whole, cell: { ...cell, columnSpan: end - column } };
    });
}
