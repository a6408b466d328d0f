import { boxOfBlock } from "../geometry/figures.ts";
import type { BlockPlace, PlacedCell, TableBlock } from "../model/block.ts";
import type { PageTable } from "../model/page-structure.ts";
import { repeatedHeadRows, tableGoesOn } from "./continued.ts";
import type { Placed, PlacedText } from "./document-page.ts";
import type { Places } from "./places.ts";

interface OpenTable {
  last: Placed<PageTable>;
  rows: number;
  readonly first: PageTable;
  readonly cells: PlacedCell[];
  readonly places: BlockPlace[];
  readonly caption: string;
}

/** Writes tables; one that goes on on the next page is one table, without the head that is repeated there. */
export class TableWriter {
  readonly #places: Places;
  #open: OpenTable | undefined;

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
  ): (() => Omit<TableBlock, "id">) | undefined {
    const { page, block } = placed;
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
      places: [this.#places.of(page, block.box)],
      caption: caption?.text ?? "",
    };
    if (caption !== undefined) table.places.push(this.#places.of(page, boxOfBlock(caption.placed.block)));
    this.#open = table;
    return () => blockOf(table);
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

function blockOf({ rows, first, cells, places, caption }: OpenTable): Omit<TableBlock, "id"> {
  const { columns, headRows, confidence } = first;
  return { kind: "table", rows, columns, headRows, cells, places, caption, confidence };
}
