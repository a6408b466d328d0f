import type { BlockPlace, PlacedCell, TableBlock } from "../model/block.ts";
import type { CellBlock, PageTable, TableCell } from "../model/page-structure.ts";
import { joinedLines } from "../tables/cell-text.ts";
import { repeatedHeadRows, tableGoesOn } from "./continued.ts";
import type { Placed, PlacedText } from "./document-page.ts";
import type { Places } from "./places.ts";

interface OpenTable {
  last: Placed<PageTable>;
  rows: number;
  readonly first: PageTable;
  readonly cells: PlacedCell[];
  /** Indexes of a tagged table's cells by their row and column. */
  readonly known: Map<string, number>;
  readonly places: BlockPlace[];
  readonly caption: string;
}

/** Writes tables; one that goes on on the next page is one table, without the head that is repeated there. */
export class TableWriter {
  readonly #places: Places;
  #open: OpenTable | undefined;
  /** Tagged tables by their element. */
  readonly #tagged = new Map<string, OpenTable>();

  constructor(places: Places) {
    this.#places = places;
  }

  /** Text ends a table: the next one is another. */
  close(): void {
    this.#open = undefined;
  }

  /** Returns how to write the table when it is complete; undefined if it continues the last one. */
  write(
    placed: Placed<PageTable>,
    caption: { readonly text: string; readonly placed: PlacedText } | undefined,
  ): ((id: string) => TableBlock) | undefined {
    const { page, block } = placed;
    const known = block.element === undefined ? undefined : this.#tagged.get(block.element);
    if (known !== undefined) {
      this.#addTagged(known, placed);
      return undefined;
    }
    const open = this.#open;
    const isNext = open !== undefined && page.number === open.last.page.number + 1 && caption === undefined;
    if (isNext && tableGoesOn(open.last.block, block)) {
      this.#append(open, placed);
      return undefined;
    }
    const table: OpenTable = {
      last: placed,
      rows: block.rows,
      first: block,
      cells: block.cells.map((cell) => ({ ...cell, page: page.number })),
      known: new Map(),
      places: [this.#places.of(page, block.box)],
      caption: caption?.text ?? "",
    };
    if (caption !== undefined) table.places.push(this.#places.of(page, caption.placed.box));
    this.#open = table;
    if (block.element !== undefined) {
      for (const [index, cell] of block.cells.entries()) table.known.set(placeKey(cell), index);
      this.#tagged.set(block.element, table);
    }
    return (id) => blockOf(table, id);
  }

  /** Adds a further part of a tagged table, without its repeated head; a cell that goes on is one cell. */
  #addTagged(open: OpenTable, { page, block }: Placed<PageTable>): void {
    for (const cell of block.cells) {
      const key = placeKey(cell);
      const index = open.known.get(key);
      const before = index === undefined ? undefined : open.cells[index];
      const isRepeated = cell.row < open.first.headRows && before?.text === cell.text;
      if (index === undefined || before === undefined) {
        open.known.set(key, open.cells.length);
        open.cells.push({ ...cell, page: page.number });
      } else if (!isRepeated) open.cells[index] = continuedCell(before, cell);
    }
    open.places.push(this.#places.of(page, block.box));
  }

  #append(open: OpenTable, placed: Placed<PageTable>): void {
    const { page, block } = placed;
    const repeated = repeatedHeadRows(open.first, block);
    for (const cell of block.cells) {
      if (cell.row < repeated) continue;
      open.cells.push({ ...cell, row: cell.row - repeated + open.rows, page: page.number });
    }
    open.rows += block.rows - repeated;
    open.last = placed;
    open.places.push(this.#places.of(page, block.box));
  }
}

function placeKey({ row, column }: TableCell): string {
  return `${row} ${column}`;
}

/** A cell with its part on the next page. */
function continuedCell(cell: PlacedCell, next: TableCell): PlacedCell {
  if (cell.blocks === undefined && next.blocks === undefined)
    return { ...cell, text: joinedLines([cell.text, next.text]) };
  return {
    ...cell,
    text: `${cell.text}\n${next.text}`,
    blocks: [...cellBlocksOf(cell), ...cellBlocksOf(next)],
  };
}

function cellBlocksOf({ blocks, text }: TableCell): readonly CellBlock[] {
  return blocks ?? [{ kind: "paragraph", text }];
}

function blockOf({ rows, first, cells, places, caption }: OpenTable, id: string): TableBlock {
  const { columns, headRows, confidence, element } = first;
  const grid = { rows, columns, headRows, cells };
  return {
    kind: "table",
    places,
    caption,
    confidence,
    ...(element === undefined ? grid : withoutBlankEdges(grid)),
    id,
  };
}

type CellGrid = Pick<TableBlock, "rows" | "columns" | "headRows" | "cells">;

/**
 * A tagged table without the rows on pages that were not read, and without the blank columns on the left that
 * spreadsheets have.
 */
function withoutBlankEdges({ rows, columns, headRows, cells }: CellGrid): CellGrid {
  const top = cells.reduce((least, { row }) => Math.min(least, row), rows);
  const left = cells.reduce((least, { column }) => Math.min(least, column), columns);
  const end = cells.reduce((last, { row, rowSpan }) => Math.max(last, row + rowSpan), 0);
  return {
    rows: end - top,
    columns: columns - left,
    headRows: Math.max(0, headRows - top),
    cells: cells.map((cell) => ({ ...cell, row: cell.row - top, column: cell.column - left })),
  };
}
