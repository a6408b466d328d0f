import { union } from "../../geometry/rect.ts";
import type { CellBlock, TableCell } from "../model/page-structure.ts";

interface CellGrid<C extends TableCell> {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly C[];
}

/**
 * The table with at most one cell in each place: cells that begin in the same place are one cell with their texts in the
 * given order, a span ends before the next cell, and the table is as large as its cells need.
 */
export function withOneCellAPlace<C extends TableCell, T extends CellGrid<C>>(
  table: T & CellGrid<C>,
): T & CellGrid<C> {
  const cells = inOrder(table.cells);
  const rows = cells.reduce((end, { row }) => Math.max(end, row + 1), table.rows);
  const columns = cells.reduce((end, { column }) => Math.max(end, column + 1), table.columns);
  if (areApart(cells, { rows, columns })) return { ...table, rows, columns };
  return { ...table, rows, columns, cells: apart(joined(cells, columns), { rows, columns }) };
}

type Size = Pick<CellGrid<TableCell>, "rows" | "columns">;

/** By row, then by column; cells of one place stay in their order. */
function inOrder<C extends TableCell>(cells: readonly C[]): readonly C[] {
  let before: C | undefined;
  for (const cell of cells) {
    if (before !== undefined && byPlace(before, cell) > 0) return cells.toSorted(byPlace);
    before = cell;
  }
  return cells;
}

function byPlace(a: TableCell, b: TableCell): number {
  return a.row - b.row || a.column - b.column;
}

/** Whether no place of the table has two cells, and all spans end inside of it. */
function areApart(cells: readonly TableCell[], { rows, columns }: Size): boolean {
  const freeFrom = new Float64Array(columns);
  for (const { row, column, rowSpan, columnSpan } of cells) {
    if (row + rowSpan > rows || column + columnSpan > columns) return false;
    for (let at = column; at < column + columnSpan; at++) {
      if ((freeFrom[at] ?? 0) > row) return false;
      freeFrom[at] = row + rowSpan;
    }
  }
  return true;
}

function joined<C extends TableCell>(cells: readonly C[], columns: number): ReadonlyMap<number, C> {
  const byStart = new Map<number, C>();
  for (const cell of cells) {
    const place = cell.row * columns + cell.column;
    const before = byStart.get(place);
    byStart.set(
      place,
      before === undefined ? cell : { ...stackedCells(before, cell), box: union(before.box, cell.box) },
    );
  }
  return byStart;
}

/** Cells whose spans end before the next cell, and inside the table. */
function apart<C extends TableCell>(byStart: ReadonlyMap<number, C>, { rows, columns }: Size): readonly C[] {
  const startRows = Array.from({ length: columns }, (): number[] => []);
  for (const { row, column } of byStart.values()) startRows[column]?.push(row);
  const next = new Int32Array(columns);
  const freeFrom = new Float64Array(columns);
  return [...byStart.values()].map((cell) => {
    const { row, column } = cell;
    const isFree = (at: number): boolean =>
      at < columns && (freeFrom[at] ?? 0) <= row && !byStart.has(row * columns + at);
    let end = column + 1;
    while (end < column + cell.columnSpan && isFree(end)) end++;
    let bottom = Math.min(rows, row + cell.rowSpan);
    for (let at = column; at < end; at++) {
      const starts = startRows[at] ?? [];
      let index = next[at] ?? 0;
      while ((starts[index] ?? Infinity) <= row) index++;
      next[at] = index;
      bottom = Math.min(bottom, starts[index] ?? rows);
    }
    freeFrom.fill(bottom, column, end);
    return { ...cell, rowSpan: bottom - row, columnSpan: end - column };
  });
}

/** Two cells as one, each with its own blocks. */
export function stackedCells<C extends TableCell>(cell: C, next: TableCell): C {
  return {
    ...cell,
    text: `${cell.text}\n${next.text}`,
    blocks: [...cellBlocksOf(cell), ...cellBlocksOf(next)],
  };
}

function cellBlocksOf({ blocks, text }: TableCell): readonly CellBlock[] {
  return blocks ?? [{ kind: "paragraph", text }];
}
