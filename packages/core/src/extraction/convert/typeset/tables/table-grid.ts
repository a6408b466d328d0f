import type { TableCell, TableRow } from "../../model/flow-document.ts";
import { MOST_COLUMNS, WIDEST_CONTENT } from "../pdf-pages.ts";

/** A cell in the grid of its table. */
export interface PlacedCell {
  readonly cell: TableCell;
  readonly column: number;
  /** A cell above reaches into this place. */
  readonly continues: boolean;
}

/** The cells of a table at their places. */
export interface TableGrid {
  readonly rows: readonly (readonly PlacedCell[])[];
  /** For each column, its number as the spans of the cells count: columns in which no cell begins are left out. */
  readonly columns: readonly number[];
  /** How many columns the spans count. */
  readonly width: number;
}

/** A cell of a row above that reaches into this many rows more. */
interface Reach {
  readonly column: number;
  readonly end: number;
  readonly rows: number;
}

/**
 * Places that cells above reach into, for each cell: in a table with more, cells no longer span rows. A few cells could
 * claim millions.
 */
const MOST_CONTINUED = 20;

/** Places the cells of all rows in the grid; a place that a cell above reaches into stays empty. */
export function placed(rows: readonly TableRow[]): TableGrid {
  const cellCount = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  let left = MOST_CONTINUED * cellCount;
  let reaching: readonly Reach[] = [];
  const grid = rows.map((row, index) => {
    const kept = reaching.slice(0, left);
    left -= kept.length;
    const own = placedRow(row, kept, rows.length - index);
    reaching = reachOf(own);
    return own.map(({ placedCell }) => placedCell);
  });
  return withoutEmptyColumns(grid);
}

interface RowPlace {
  readonly placedCell: PlacedCell;
  /** Rows that the cell reaches into, with this one. */
  readonly rows: number;
}

/** The cells of a row, and those from above, from left to right. */
function placedRow({ cells }: TableRow, reaching: readonly Reach[], rowsLeft: number): readonly RowPlace[] {
  const row: RowPlace[] = [];
  let column = 0;
  let next = 0;
  for (const cell of cells) {
    for (; (reaching[next]?.column ?? Infinity) <= column; next++)
      column = addReach(row, reaching[next], column);
    const end = Math.min(column + cell.columnSpan, reaching[next]?.column ?? Infinity);
    const rows = Math.min(cell.rowSpan, rowsLeft);
    const own = { ...cell, columnSpan: end - column, rowSpan: rows };
    row.push({ placedCell: { cell: own, column, continues: false }, rows });
    column = end;
  }
  for (const reach of reaching.slice(next)) column = addReach(row, reach, column);
  return row;
}

/** Returns the column after it. */
function addReach(row: RowPlace[], reach: Reach | undefined, column: number): number {
  if (!reach) return column;
  const cell = { ...EMPTY_CELL, columnSpan: reach.end - reach.column };
  row.push({ placedCell: { cell, column: reach.column, continues: true }, rows: reach.rows });
  return reach.end;
}

const EMPTY_CELL: TableCell = { columnSpan: 1, rowSpan: 1, blocks: [] };

function reachOf(row: readonly RowPlace[]): readonly Reach[] {
  return row
    .filter(({ rows }) => rows > 1)
    .map(({ placedCell: { cell, column }, rows }) => ({
      column,
      end: column + cell.columnSpan,
      rows: rows - 1,
    }));
}

function withoutEmptyColumns(rows: readonly (readonly PlacedCell[])[]): TableGrid {
  const columns = [...new Set(rows.flatMap((row) => row.map(({ column }) => column)))].toSorted(
    (a, b) => a - b,
  );
  const width = rows.reduce(
    (most, row) => row.reduce((end, { cell, column }) => Math.max(end, column + cell.columnSpan), most),
    0,
  );
  const shown = rows.map((row) =>
    row.map(({ cell, column, continues }): PlacedCell => {
      const first = firstAtOrAfter(columns, column);
      const columnSpan = firstAtOrAfter(columns, column + cell.columnSpan) - first;
      return { cell: { ...cell, columnSpan }, column: first, continues };
    }),
  );
  return { rows: shown, columns, width };
}

/** The index of the first number that is not smaller. */
function firstAtOrAfter(sorted: readonly number[], number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
