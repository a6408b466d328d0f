import { median } from "../../geometry/median.ts";
import { isRightToLeft } from "../../page/visual-order.ts";
import type { TableCell } from "../model/page-structure.ts";

/** A note for the user about a table whose tags contradict the page. */
export const CONTRADICTED_TABLE =
  "The document's tags of a table contradict the places of its cells; the places were used.";

/** Boxes may overlap by this much, in points. */
const TOUCH = 2;

/**
 * The cells with the rows and columns in which they stand on the page. The same cells if the tags have them in this order;
 * undefined if spans keep them from being reordered.
 *
 * @param cells by row, then by column
 * @param columns number of columns of the table
 */
export function inOrderOfPlaces(
  cells: readonly TableCell[],
  columns: number,
): readonly TableCell[] | undefined {
  const own = directionOf(cells);
  const ordered = areColumnsInOrder(cells, own) ? cells : withColumnsByPlace(cells, columns, own);
  if (ordered === undefined || areRowsInOrder(ordered)) return ordered;
  return withRowsByPlace(ordered);
}

/** 1 if the columns of a table count from the left, -1 if from the right. */
type Direction = 1 | -1;

/** From the left if most texts are; tables of other texts, and of numbers, may count from either side, as the tags say. */
function directionOf(cells: readonly TableCell[]): Direction {
  const texts = cells.filter(({ text }) => /\p{L}/u.test(text));
  const leftToRight = texts.filter(({ text }) => !isRightToLeft(text));
  if (2 * leftToRight.length > texts.length) return 1;
  let rightwards = 0;
  for (const { step } of neighbours(cells)) rightwards += step;
  return rightwards < 0 ? -1 : 1;
}

interface Neighbours {
  readonly cell: TableCell;
  readonly next: TableCell;
  /** 1 if the second cell stands on the right of the first one, -1 on its left, 0 if they overlap. */
  readonly step: 1 | 0 | -1;
}

/** Successive cells of a row. */
function* neighbours(cells: readonly TableCell[]): Generator<Neighbours> {
  let cell: TableCell | undefined;
  for (const next of cells) {
    if (cell?.row === next.row) yield { cell, next, step: stepOf(cell, next) };
    cell = next;
  }
}

function stepOf({ box: a }: TableCell, { box: b }: TableCell): Neighbours["step"] {
  if (b.x0 > a.x1 - TOUCH) return 1;
  return b.x1 < a.x0 + TOUCH ? -1 : 0;
}

function areColumnsInOrder(cells: readonly TableCell[], own: Direction): boolean {
  for (const { step } of neighbours(cells)) if (step === -own) return false;
  return true;
}

function withColumnsByPlace(
  cells: readonly TableCell[],
  columns: number,
  own: Direction,
): readonly TableCell[] | undefined {
  let backwards = 0;
  for (const { step } of neighbours(cells)) backwards -= step * own;
  const whole = backwards > 0 ? turned(cells, columns) : permuted(cells, own);
  return (
    whole && Array.from(Map.groupBy(whole, ({ row }) => row).values(), (row) => rowByPlace(row, own)).flat()
  );
}

/** The cells with the first column as the last one. */
export function turned<C extends TableCell>(cells: readonly C[], columns: number): readonly C[] {
  return cells
    .map((cell) => ({ ...cell, column: columns - cell.column - cell.columnSpan }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
}

/** The cells with the columns in the order of their middles; undefined if the columns of a span are parted. */
function permuted(cells: readonly TableCell[], own: Direction): readonly TableCell[] | undefined {
  const middles = middlesOfColumns(cells);
  const present = [...middles.keys()].toSorted((a, b) => a - b);
  const sorted = present.toSorted((a, b) => own * ((middles.get(a) ?? 0) - (middles.get(b) ?? 0)));
  const places = new Map(sorted.map((column, at) => [column, present[at] ?? column]));
  const moved: TableCell[] = [];
  for (const cell of cells) {
    const covered = Array.from({ length: cell.columnSpan }, (_, offset) => cell.column + offset);
    const at = covered.map((column) => places.get(column) ?? column);
    const first = Math.min(...at);
    if (Math.max(...at) - first >= covered.length) return undefined;
    moved.push({ ...cell, column: first });
  }
  return moved.toSorted((a, b) => a.row - b.row || a.column - b.column);
}

/** The middle of each column that has cells of its own. */
export function middlesOfColumns(cells: readonly TableCell[]): ReadonlyMap<number, number> {
  const single = Map.groupBy(
    cells.filter(({ columnSpan }) => columnSpan === 1),
    ({ column }) => column,
  );
  const middles = new Map<number, number>();
  for (const [column, own] of single) {
    const middle = median(own.map(({ box }) => (box.x0 + box.x1) / 2));
    if (middle !== undefined) middles.set(column, middle);
  }
  return middles;
}

/** A row that alone contradicts the others: its cells take its columns from left to right, or from right to left. */
function rowByPlace(row: readonly TableCell[], own: Direction): readonly TableCell[] {
  if (areColumnsInOrder(row, own) || row.some(({ columnSpan }) => columnSpan > 1)) return row;
  const columns = row.map(({ column }) => column);
  return row
    .toSorted((a, b) => own * (a.box.x0 - b.box.x0))
    .map((cell, at) => ({ ...cell, column: columns[at] ?? cell.column }));
}

/** Whether no cell stands above that of an earlier row in its column; a table may go on beside itself. */
function areRowsInOrder(cells: readonly TableCell[]): boolean {
  const lastOfColumn = new Map<number, TableCell>();
  for (const cell of cells) {
    const upper = lastOfColumn.get(cell.column);
    const isAbove = upper !== undefined && cell.box.y1 < upper.box.y0 + TOUCH;
    if (isAbove && stepOf(upper, cell) === 0) return false;
    lastOfColumn.set(cell.column, cell);
  }
  return true;
}

function withRowsByPlace(cells: readonly TableCell[]): readonly TableCell[] | undefined {
  if (cells.some(({ rowSpan }) => rowSpan > 1)) return undefined;
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const numbers = rows.map(([cell]) => cell?.row ?? 0);
  const top = (row: readonly TableCell[]): number => Math.min(...row.map(({ box }) => box.y0));
  return rows
    .toSorted((a, b) => top(a) - top(b))
    .flatMap((row, at) => row.map((cell) => ({ ...cell, row: numbers[at] ?? cell.row })));
}
