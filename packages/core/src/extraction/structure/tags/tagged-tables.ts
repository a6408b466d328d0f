import { boxAround, sharedWidth } from "../../geometry/rect.ts";
import type { TagElement } from "../../page/page-tags.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable, TableCell } from "../model/page-structure.ts";
import { taggedCellText } from "../tables/cell-text.ts";
import { inOrderOfPlaces } from "./cell-order.ts";

/** The text of each cell of a table: that of each element in it, in reading order. */
export type CellPieces = ReadonlyMap<TagElement, readonly (readonly Piece[])[]>;

/** More cells than this share that are not where their row or column is contradict the tags. */
const MOST_MISPLACED = 0.2;

/** Boxes may overlap by this much, in points. */
const TOUCH = 2;

/** The part of a tagged table that is on the page. */
export interface TaggedPart {
  /** Undefined if its cells are not where the tags say. */
  readonly table: PageTable | undefined;
  /** Whether the tags have its rows and columns in another order than the page. */
  readonly isContradicted: boolean;
}

export function taggedTable(table: TagElement, cells: CellPieces): TaggedPart {
  const placed = [...cells]
    .flatMap(([{ cell }, elements]): readonly TableCell[] =>
      cell === undefined ? [] : [{ ...cell, ...taggedCellText(elements) }],
    )
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
  const size = table.table;
  if (size === undefined) return { table: undefined, isContradicted: false };
  const ordered = inOrderOfPlaces(placed, size.columns);
  if (ordered === undefined || isMisplaced(ordered)) return { table: undefined, isContradicted: true };
  const box = boxAround(ordered.map((cell) => cell.box));
  if (box === undefined) return { table: undefined, isContradicted: false };
  const found: PageTable = {
    kind: "table",
    box,
    ...size,
    cells: underTheirColumns(ordered, size.columns),
    ruling: "none",
    confidence: 1,
    element: table.id,
  };
  return { table: found, isContradicted: ordered !== placed };
}

/** Whether rows are not below each other, or columns not side by side in one direction. */
function isMisplaced(cells: readonly TableCell[]): boolean {
  let above = 0;
  let leftwards = 0;
  let rightwards = 0;
  const lastOfColumn = new Map<number, TableCell>();
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (before?.row === cell.row) {
      if (cell.box.x0 < before.box.x1 - TOUCH) leftwards++;
      if (cell.box.x1 > before.box.x0 + TOUCH) rightwards++;
    }
    const upper = lastOfColumn.get(cell.column);
    if (upper !== undefined && cell.box.y0 < upper.box.y0 - TOUCH) above++;
    lastOfColumn.set(cell.column, cell);
  }
  return above + Math.min(leftwards, rightwards) > MOST_MISPLACED * cells.length;
}

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

/** Some programs leave out the tags of empty cells; the cells after them are moved to the column that they are under. */
function underTheirColumns(cells: readonly TableCell[], columns: number): readonly TableCell[] {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const isFull = (own: readonly TableCell[]): boolean =>
    own.reduce((end, { column, columnSpan }) => Math.max(end, column + columnSpan), 0) >= columns;
  const full = rows.filter((own) => isFull(own));
  if (full.length === rows.length || full.length === 0) return cells;
  const extents = columnExtents(full.flat(), columns);
  return rows.flatMap((own) => (isFull(own) ? own : movedRight(own, extents)));
}

function columnExtents(cells: readonly TableCell[], columns: number): readonly (Extent | undefined)[] {
  const single = Map.groupBy(
    cells.filter(({ columnSpan }) => columnSpan === 1),
    ({ column }) => column,
  );
  return Array.from({ length: columns }, (_, column) => {
    const own = single.get(column);
    return own && boxAround(own.map(({ box }) => box));
  });
}

function movedRight(
  row: readonly TableCell[],
  extents: readonly (Extent | undefined)[],
): readonly TableCell[] {
  let end = extents.length;
  return row
    .toReversed()
    .map((cell) => {
      let best = cell.column;
      for (let column = cell.column; column + cell.columnSpan <= end; column++)
        if (sharedWith(cell.box, extents[column]) > sharedWith(cell.box, extents[best])) best = column;
      end = best;
      return { ...cell, column: best };
    })
    .toReversed();
}

function sharedWith(box: Extent, extent: Extent | undefined): number {
  return extent === undefined ? 0 : Math.max(0, sharedWidth(box, extent));
}
