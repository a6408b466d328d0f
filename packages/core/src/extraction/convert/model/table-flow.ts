import type { Block, Table } from "./flow-document.ts";
import { mergedRows, trimmedCell, type GridCell } from "./merged-cells.ts";

/** What the end of a row says about its cells. Lengths are in twentieths of a point. */
export interface RowShape {
  /** The left edge of the row. */
  readonly left: number;
  readonly cells: readonly CellShape[];
  readonly isHead: boolean;
}

export interface CellShape {
  readonly right: number;
  /** It is merged with the cell before. */
  readonly continuesRow: boolean;
  /** It is merged with the cell above. */
  readonly continuesColumn: boolean;
}

/** Edges of cells that are nearer to each other than this are the same, in twentieths of a point. */
const SAME_EDGE = 80;

/** Tables are nested at most so deep. */
const MAX_DEPTH = 20;

interface Row {
  readonly cells: readonly (readonly Block[])[];
  readonly shape: RowShape;
}

interface OpenTable {
  rows: Row[];
  cells: (readonly Block[])[];
  cell: Block[];
}

/**
 * Builds blocks from paragraphs that say in how many tables they are, and from marks at the ends of cells and rows, as
 * RTF and old Word files have them.
 */
export class TableFlow {
  readonly #blocks: Block[] = [];
  readonly #tables: OpenTable[] = [];

  /** Adds a block in this many tables. */
  add(block: Block, depth: number): void {
    this.#reach(depth);
    (this.#tables.at(-1)?.cell ?? this.#blocks).push(block);
  }

  endCell(depth: number): void {
    this.#reach(Math.max(depth, 1));
    const table = this.#tables.at(-1);
    table?.cells.push(trimmedCell(table.cell));
    if (table) table.cell = [];
  }

  endRow(depth: number, shape: RowShape): void {
    this.#reach(Math.max(depth, 1));
    const table = this.#tables.at(-1);
    if (table) closeRow(table, shape);
  }

  /** Ends all open tables. */
  blocks(): readonly Block[] {
    this.#reach(0);
    return this.#blocks;
  }

  #reach(depth: number): void {
    const wanted = Math.min(Math.max(depth, 0), MAX_DEPTH);
    while (this.#tables.length < wanted) this.#tables.push({ rows: [], cells: [], cell: [] });
    while (this.#tables.length > wanted) {
      const table = this.#tables.pop();
      if (!table) return;
      // Cells without the end of their row.
      closeRow(table, { left: 0, cells: [], isHead: false });
      if (table.rows.length > 0) (this.#tables.at(-1)?.cell ?? this.#blocks).push(tableOf(table.rows));
    }
  }
}

function closeRow(table: OpenTable, shape: RowShape): void {
  if (table.cell.length > 0) table.cells.push(trimmedCell(table.cell));
  if (table.cells.length > 0) table.rows.push({ cells: table.cells, shape });
  table.cells = [];
  table.cell = [];
}

function tableOf(rows: readonly Row[]): Table {
  const hasShapes = rows.every(({ cells, shape }) => cells.length <= shape.cells.length);
  const edges = hasShapes ? edgesOf(rows.map(({ shape }) => shape)) : [];
  const grid = rows.map((row) => (hasShapes ? placedCells(row, edges) : cellsInOrder(row)));
  const heads = rows.findIndex(({ shape }) => !shape.isHead);
  return {
    kind: "table",
    columnWidths: edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / 20),
    rows: mergedRows(grid),
    headRows: heads === -1 ? 0 : heads,
  };
}

function cellsInOrder({ cells }: Row): readonly GridCell[] {
  return cells.map((blocks, column) => ({ column, columnSpan: 1, continues: false, blocks }));
}

/** The edges of the columns of all rows together. */
function edgesOf(shapes: readonly RowShape[]): readonly number[] {
  const all = shapes.flatMap(({ left, cells }) => [left, ...cells.map(({ right }) => right)]);
  const edges: number[] = [];
  for (const edge of all.toSorted((a, b) => a - b)) {
    const last = edges.at(-1);
    if (last === undefined || edge - last >= SAME_EDGE) edges.push(edge);
  }
  return edges;
}

function placedCells({ cells, shape }: Row, edges: readonly number[]): readonly GridCell[] {
  const columnAt = (edge: number): number =>
    Math.max(
      0,
      edges.findLastIndex((one) => one <= edge),
    );
  const placed: GridCell[] = [];
  const first = columnAt(shape.left);
  if (first > 0) placed.push({ column: 0, columnSpan: first, continues: false, blocks: [] });
  let column = first;
  for (const [index, blocks] of cells.entries()) {
    const own = shape.cells[index];
    if (!own) continue;
    const end = Math.max(columnAt(own.right), column + (own.continuesRow ? 0 : 1));
    const before = placed.at(-1);
    if (own.continuesRow && before) {
      placed[placed.length - 1] = {
        ...before,
        columnSpan: end - before.column,
        blocks: [...before.blocks, ...blocks],
      };
    } else placed.push({ column, columnSpan: end - column, continues: own.continuesColumn, blocks });
    column = end;
  }
  return placed;
}
