import { boxAround } from "../../../geometry/rect.ts";
import type { Segment } from "../../../layout/rows/segment.ts";
import { isRightToLeft } from "../../../page/visual-order.ts";
import type { Piece } from "../../geometry/piece.ts";
import type { PageTable, TableCell } from "../../model/page-structure.ts";
import { hasRowsOfItsOwn } from "../../decisions/rows-in-band.ts";
import { usualBlank, wordsOfLines } from "../../decisions/column-gap.ts";
import { noTable } from "../../decisions/table-log.ts";
import { cellText, SAME_LINE } from "../cell-text.ts";
import { type GridCell, type MergedCells, mergedCells } from "./merged-cells.ts";
import { firstAbove } from "../../../geometry/first-above.ts";
import type { RuledGrid } from "./ruled-grids.ts";
import { rowGroups } from "../row-groups.ts";
import { alignedTable } from "../aligned-table.ts";
import { type Column, columnsOf, piecesInColumns } from "../columns.ts";
import { headRowsOf } from "../head-rows.ts";
import { type CellLine, type CellPiece, isNumeric, type TableLine } from "../../geometry/table-line.ts";

/** The table of a ruled grid; undefined if it has fewer than two rows or columns, or hardly a text. */
export function ruledTable(
  drawn: RuledGrid,
  drawnLines: readonly TableLine[],
  pieceOf: (segment: Segment) => Piece,
): PageTable | undefined {
  const { grid, lines } = withAlignedColumns(drawn, drawnLines, pieceOf);
  const merged = mergedCells(grid);
  const filled = withText(merged, grid, lines).flatMap((cell) => parted(cell, grid));
  if (filled.length < FEWEST_TEXTS || filled.length < LEAST_FILLED * merged.count)
    return noTable(drawnLines, "Hardly a cell of the ruled grid has a text.", {
      fact: "cells with text, of all",
      value: `${filled.length} of ${merged.count}`,
      limit: `at least ${FEWEST_TEXTS}, and a share of ${LEAST_FILLED}`,
    });
  const columns = grid.xs.length - 1;
  const isMirrored = readsFromRight(lines);
  const open = isMirrored ? undefined : openTable({ grid, filled, lines }, pieceOf);
  if (open !== undefined) return open;
  const ordered = isMirrored ? filled.map((cell) => mirrored(cell, columns)) : filled;
  const xs = isMirrored ? grid.xs.map((x) => -x).toReversed() : grid.xs;
  const table = compact(splitRows(ordered, grid), { ...grid, xs });
  const box = boxAround(table.cells.map((cell) => cell.box));
  if (box === undefined || table.rows < 2 || table.columns < 2)
    return noTable(drawnLines, `The ruled grid has text in ${table.rows} rows and ${table.columns} columns.`);
  if (isDrawing(table))
    return noTable(drawnLines, "The ruled grid has hardly a text but short labels: a drawing.");
  return {
    kind: "table",
    box,
    ...table,
    ruling: "cells",
    confidence: 1,
  };
}

/** Below its head, rows that no lines part hold more than this share of a grid that shows only columns. */
const MOSTLY_OPEN = 0.5;

interface OpenGrid {
  readonly grid: RuledGrid;
  readonly filled: readonly FilledCell[];
  readonly lines: readonly TableLine[];
}

/** The table of a grid whose lines show columns but hardly a row; its head and rows are those of aligned cells. */
function openTable(
  { grid, filled, lines }: OpenGrid,
  pieceOf: (segment: Segment) => Piece,
): PageTable | undefined {
  const bands = bandsOf(filled, grid);
  const body = bands.slice(bands.findIndex(({ isParted }) => isParted));
  const linesIn = (some: readonly RuledBand[]): number =>
    some.reduce((sum, band) => sum + band.lines.length, 0);
  if (linesIn(body.filter(({ isParted }) => isParted)) <= MOSTLY_OPEN * linesIn(body)) return undefined;
  const { horizontal, vertical } = grid;
  const table = alignedTable(lines, horizontal, { pieceOf, columns: ruledColumns(grid, lines), vertical });
  return table && { ...table, ruling: "cells", confidence: 1 };
}

/** What is between vertical lines, without the gaps between double lines. */
function ruledColumns({ xs }: RuledGrid, lines: readonly TableLine[]): readonly Column[] {
  return xs.slice(1).flatMap((x1, index) => {
    const x0 = xs[index] ?? 0;
    return x1 - x0 < NARROW && linesBetween(x0, x1, lines).length === 0 ? [] : [{ x0, x1 }];
  });
}

const FEWEST_TEXTS = 3;

/** Texts up to this length label the parts of a drawing; in a grid that is hardly filled, most are labels. */
const LABEL = 4;
const MOST_LABELS = 0.6;
const HARDLY_FILLED = 0.4;

function isDrawing({ rows, columns, cells }: Compact): boolean {
  const labels = cells.filter(({ text }) => text.length <= LABEL && !isNumeric(text));
  return cells.length < HARDLY_FILLED * rows * columns && labels.length >= MOST_LABELS * cells.length;
}

/** Whether most cells are written from right to left: then the first column is the rightmost. */
function readsFromRight(lines: readonly TableLine[]): boolean {
  const texts = lines.flatMap(({ pieces }) => pieces).filter(({ text }) => /\p{L}/u.test(text));
  return 2 * texts.filter(({ text }) => isRightToLeft(text)).length > texts.length;
}

function mirrored(cell: FilledCell, columns: number): FilledCell {
  return { ...cell, column: columns - cell.column - cell.columnSpan };
}

/** Less filled grids are charts, drawings and blank forms. */
const LEAST_FILLED = 0.15;

/** Least share of the lines between two ruling lines that show columns there. */
const SHOWING = 0.5;

/** Adds the columns that texts between two vertical lines are aligned in, if no lines are drawn between them. */
function withAlignedColumns(
  grid: RuledGrid,
  lines: readonly TableLine[],
  pieceOf: (segment: Segment) => Piece,
): { readonly grid: RuledGrid; readonly lines: readonly TableLine[] } {
  const cut = new Map<Piece, readonly Piece[]>();
  const inner = grid.xs.slice(1).flatMap((right, index) => {
    const left = grid.xs[index] ?? 0;
    const own = linesBetween(left, right, lines);
    const wide = own.filter(({ pieces }) => pieces.length > 1);
    if (wide.length < 2 || wide.length < SHOWING * own.length) return [];
    const columns = columnsOf(own);
    const blank = usualBlank(wordsOfLines(own));
    for (const piece of own.flatMap(({ pieces }) => pieces))
      cut.set(piece, piecesInColumns(piece, columns, { pieceOf, isAlone: true, blank }));
    return columns.slice(1).map(({ x0 }, at) => ((columns[at]?.x1 ?? x0) + x0) / 2);
  });
  if (inner.length === 0) return { grid, lines };
  const cutLines = lines.map((line) => ({
    ...line,
    pieces: line.pieces.flatMap((piece) => cut.get(piece) ?? [piece]),
  }));
  return { grid: { ...grid, xs: [...grid.xs, ...inner].toSorted((a, b) => a - b) }, lines: cutLines };
}

/** The parts of lines between two vertical lines. */
function linesBetween(left: number, right: number, lines: readonly TableLine[]): readonly TableLine[] {
  const between: TableLine[] = [];
  for (const line of lines) {
    const pieces: Piece[] = [];
    for (const piece of line.pieces) {
      const middle = (piece.box.x0 + piece.box.x1) / 2;
      if (middle > left && middle < right) pieces.push(piece);
    }
    if (pieces.length > 0) between.push({ ...line, pieces });
  }
  return between;
}

interface FilledCell extends GridCell {
  readonly pieces: readonly Piece[];
}

/** The cells that contain text. */
function withText(
  cells: MergedCells,
  { xs, ys }: RuledGrid,
  lines: readonly TableLine[],
): readonly FilledCell[] {
  const columns = xs.length - 1;
  const filled = new Map<number, GridCell & { readonly pieces: Piece[] }>();
  for (const { pieces } of lines) {
    for (const piece of pieces) {
      const { box } = piece;
      const cell = cells.at(intervalOf((box.y0 + box.y1) / 2, ys), intervalOf((box.x0 + box.x1) / 2, xs));
      const place = cell.row * columns + cell.column;
      const own = filled.get(place);
      if (own === undefined) filled.set(place, { ...cell, pieces: [piece] });
      else own.pieces.push(piece);
    }
  }
  return [...filled.values()];
}

/**
 * Splits a cell over several columns whose lines have a text in each: no line is drawn there, but columns go on below
 * their ruled heads.
 */
function parted(cell: FilledCell, { xs }: RuledGrid): readonly FilledCell[] {
  if (cell.columnSpan === 1) return [cell];
  const columnOf = ({ box }: Piece): number => intervalOf((box.x0 + box.x1) / 2, xs);
  const lines = Map.groupBy(cell.pieces, ({ y, style }) => Math.round(y / (SAME_LINE * style.size)));
  const wide = [...lines.values()].filter((own) => new Set(own.map((piece) => columnOf(piece))).size > 1);
  if (2 * wide.length <= lines.size) return [cell];
  const columns = Map.groupBy(cell.pieces, (piece) => columnOf(piece));
  return [...columns].map(([column, pieces]) => ({ ...cell, column, columnSpan: 1, pieces }));
}

/** The interval that contains a value, or the nearest one. */
function intervalOf(value: number, places: readonly number[]): number {
  const next = firstAbove(places, value);
  return Math.min(places.length - 2, Math.max(0, next - 1));
}

/** A band between two lines may hold several rows, if no lines are drawn between them. */
function splitRows(cells: readonly FilledCell[], grid: RuledGrid): Rows {
  const result: TableCell[] = [];
  const starts: number[] = [];
  const groups: (readonly CellLine[])[] = [];
  let next = 0;
  for (const band of bandsOf(cells, grid)) {
    starts.push(next);
    const parts = band.isParted ? rowGroups(band.lines) : [band.lines];
    for (const part of parts) {
      groups.push(part);
      result.push(...cellsOfLines(part, next, band.cells));
      next++;
    }
  }
  starts.push(next);
  return { cells: withRowSpans(result, cells, starts), rows: next, groups };
}

/** What is between two lines. */
interface RuledBand {
  readonly cells: readonly FilledCell[];
  readonly lines: readonly CellLine[];
  /** Whether its lines are rows of their own. */
  readonly isParted: boolean;
}

function bandsOf(cells: readonly FilledCell[], { ys }: RuledGrid): readonly RuledBand[] {
  const ofRow = Map.groupBy(cells, ({ row }) => row);
  const bands = Array.from({ length: ys.length - 1 }, (_, row) => {
    const own = ofRow.get(row) ?? [];
    return { cells: own, lines: linesOf(own) };
  });
  const linesOfTable = bands.reduce((sum, { lines }) => sum + lines.length, 0);
  return bands.map(({ cells: own, lines }) => {
    const depths = own.map(({ pieces }) => new Set(pieces.map(({ y }) => Math.round(y))).size);
    const isParted =
      !own.some(({ rowSpan }) => rowSpan > 1) &&
      hasRowsOfItsOwn({ lines, depths, linesOfTable, bands: bands.length });
    return { cells: own, lines, isParted };
  });
}

interface Rows {
  readonly cells: readonly TableCell[];
  readonly rows: number;
  readonly groups: readonly (readonly CellLine[])[];
}

/** The lines of a band of cells, from top to bottom. */
function linesOf(band: readonly FilledCell[]): readonly CellLine[] {
  const placed: CellPiece[] = [];
  for (const { pieces, column, columnSpan } of band)
    for (const piece of pieces) placed.push({ piece, column, columnSpan });
  const lines: { cells: CellPiece[]; y: number; size: number }[] = [];
  for (const cell of placed.toSorted((a, b) => a.piece.y - b.piece.y)) {
    const { y, style } = cell.piece;
    const last = lines.at(-1);
    if (last !== undefined && y - last.y < SAME_LINE * style.size) last.cells.push(cell);
    else lines.push({ cells: [cell], y, size: style.size });
  }
  return lines;
}

function cellsOfLines(
  lines: readonly CellLine[],
  row: number,
  band: readonly FilledCell[],
): readonly TableCell[] {
  const byColumn = Map.groupBy(
    lines.flatMap(({ cells }) => cells),
    ({ column }) => column,
  );
  return band.flatMap(({ column, columnSpan }) => {
    const pieces = byColumn.get(column)?.map(({ piece }) => piece);
    if (pieces === undefined) return [];
    return [{ row, column, rowSpan: 1, columnSpan, ...cellText(inReadingOrder(pieces)) }];
  });
}

function inReadingOrder(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length === 1) return pieces;
  return pieces.toSorted((a, b) =>
    Math.abs(a.y - b.y) < SAME_LINE * a.style.size ? a.x0 - b.x0 : a.y - b.y,
  );
}

/** Cells over several bands span all rows of these. */
function withRowSpans(
  cells: readonly TableCell[],
  filled: readonly FilledCell[],
  starts: readonly number[],
): readonly TableCell[] {
  const tall = filled.filter(({ rowSpan }) => rowSpan > 1);
  if (tall.length === 0) return cells;
  const spanning = new Map(tall.map((cell) => [`${starts[cell.row]} ${cell.column}`, cell]));
  return cells.map((cell) => {
    const own = spanning.get(`${cell.row} ${cell.column}`);
    if (own === undefined) return cell;
    return { ...cell, rowSpan: (starts[own.row + own.rowSpan] ?? cell.row + 1) - cell.row };
  });
}

type Compact = Pick<PageTable, "rows" | "columns" | "cells" | "headRows">;

/** Narrower columns without text, in points, are gaps between double lines. */
const NARROW = 8;

/** Leaves out blank rows, and the gaps between double lines. */
function compact({ cells, rows, groups }: Rows, { xs }: RuledGrid): Compact {
  const filled = new Set(cells.map(({ row }) => row));
  const begun = new Set(cells.map(({ column }) => column));
  const rowRank = ranksOf(rows, (row) => filled.has(row));
  const columnRank = ranksOf(
    xs.length - 1,
    (column) => begun.has(column) || (xs[column + 1] ?? 0) - (xs[column] ?? 0) >= NARROW,
  );
  const isWhole = rowRank.at(-1) === rows && columnRank.at(-1) === xs.length - 1;
  const compacted = isWhole
    ? cells
    : cells.map((cell) => ({
        ...cell,
        row: rowRank[cell.row] ?? 0,
        column: columnRank[cell.column] ?? 0,
        rowSpan: spanIn(rowRank, cell.row, cell.rowSpan),
        columnSpan: spanIn(columnRank, cell.column, cell.columnSpan),
      }));
  const kept = groups.filter((_, row) => row < rows && filled.has(row));
  return {
    rows: rowRank.at(-1) ?? 0,
    columns: columnRank.at(-1) ?? 0,
    cells: compacted.toSorted((a, b) => a.row - b.row || a.column - b.column),
    headRows: headRowsOf(kept, []),
  };
}

/** How many places before each one, and before the end, are used. */
function ranksOf(count: number, isUsed: (place: number) => boolean): readonly number[] {
  const ranks = [0];
  for (let place = 0; place < count; place++) ranks.push((ranks[place] ?? 0) + (isUsed(place) ? 1 : 0));
  return ranks;
}

function spanIn(ranks: readonly number[], from: number, span: number): number {
  return (ranks[from + span] ?? ranks.at(-1) ?? 0) - (ranks[from] ?? 0);
}
