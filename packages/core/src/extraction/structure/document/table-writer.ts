import { deciding } from "../../page/decision-log.ts";
import type { BlockPlace, PlacedCell, TableBlock } from "../model/block.ts";
import type { PageTable, TableCell } from "../model/page-structure.ts";
import { hasBrokenLines, joinedLines, withWholeWords } from "../tables/cell-text.ts";
import type { WordUse } from "../../layout/order/word-use.ts";
import { stackedCells, withOneCellAPlace } from "../tables/cell-places.ts";
import { repeatedHeadRows, tableGoesOn } from "./continued.ts";
import type { DocumentPage, Placed, PlacedText } from "./document-page.ts";
import type { Places } from "./places.ts";
import { middlesOfColumns, turned } from "../tags/cell-order.ts";

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
  readonly #use: WordUse;
  #open: OpenTable | undefined;
  /** Tagged tables by their element. */
  readonly #tagged = new Map<string, OpenTable>();
  /** Pages on which the tags have the columns of a table in another order than on its first page. */
  readonly contradicted = new Set<DocumentPage>();

  constructor(places: Places, use: WordUse) {
    this.#places = places;
    this.#use = use;
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
    const goesOn = isNext && tableGoesOn(open.last.block, block);
    if (isNext) recordContinuation(open.last, placed, goesOn);
    if (goesOn) {
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
    return (id) => blockOf(table, id, this.#use);
  }

  /** Adds a further part of a tagged table, without its repeated head; a cell that goes on is one cell. */
  #addTagged(open: OpenTable, { page, block }: Placed<PageTable>): void {
    const isTurned = areTurned(open.first.cells, block.cells);
    if (isTurned) this.contradicted.add(page);
    for (const cell of isTurned ? turned(block.cells, block.columns) : block.cells) {
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

function recordContinuation(
  above: Placed<PageTable>,
  { page, block }: Placed<PageTable>,
  goesOn: boolean,
): void {
  deciding.log?.recordOn(page.number, {
    question: "continuation",
    accepted: goesOn,
    outcome: goesOn
      ? "The table goes on from the page before."
      : "Another table than that on the page before: its columns, rules or edges differ.",
    box: block.box,
    reasons: [
      { fact: "columns", value: block.columns, limit: `those of the table before: ${above.block.columns}` },
      {
        fact: "left edge, in points",
        value: block.box.x0,
        limit: `that of the table before: ${above.block.box.x0}`,
      },
      {
        fact: "right edge, in points",
        value: block.box.x1,
        limit: `that of the table before: ${above.block.box.x1}`,
      },
    ],
  });
}

function withWholeWordsIn(cell: PlacedCell, use: WordUse): PlacedCell {
  const whole = <T extends { readonly text: string }>(own: T): T => ({
    ...own,
    text: withWholeWords(own.text, use),
  });
  const { blocks } = cell;
  if (blocks === undefined) return hasBrokenLines(cell.text) ? whole(cell) : cell;
  return {
    ...whole(cell),
    blocks: blocks.map((block) =>
      block.kind === "list" ? { ...block, items: block.items.map((item) => whole(item)) } : whole(block),
    ),
  };
}

/** Whether most columns that both parts of a table have stand in the opposite order. */
function areTurned(first: readonly TableCell[], next: readonly TableCell[]): boolean {
  const above = middlesOfColumns(first);
  const columns = [...middlesOfColumns(next)].flatMap(([column, middle]) => {
    const other = above.get(column);
    return other === undefined ? [] : [{ column, middle, other }];
  });
  let turns = 0;
  for (const [at, own] of columns.toSorted((a, b) => a.column - b.column).entries()) {
    const before = columns[at - 1];
    if (before !== undefined) turns += (own.middle - before.middle) * (own.other - before.other) < 0 ? 1 : -1;
  }
  return turns > 0;
}

function placeKey({ row, column }: TableCell): string {
  return `${row} ${column}`;
}

/** A cell with its part on the next page. */
function continuedCell(cell: PlacedCell, next: TableCell): PlacedCell {
  if (cell.blocks === undefined && next.blocks === undefined)
    return { ...cell, text: joinedLines([cell.text, next.text]) };
  return stackedCells(cell, next);
}

function blockOf({ rows, first, cells, places, caption }: OpenTable, id: string, use: WordUse): TableBlock {
  const { columns, headRows, confidence, element } = first;
  const grid = { rows, columns, headRows, cells: cells.map((cell) => withWholeWordsIn(cell, use)) };
  return {
    kind: "table",
    places,
    caption,
    confidence,
    ...withOneCellAPlace(element === undefined ? grid : withoutBlankEdges(grid)),
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
