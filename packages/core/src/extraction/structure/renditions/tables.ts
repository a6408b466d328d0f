import type { DocumentBlocks, PlacedCell, TableBlock } from "../model/block.ts";
import { tableCsv, tableGrid } from "./table-grid.ts";

/** A table of a document with its cells as texts. */
export interface ExtractedTable {
  /** The id of its block. */
  readonly id: string;
  readonly caption: string;
  /** Counted from 1, ascending. */
  readonly pages: readonly number[];
  readonly headRows: number;
  /** Texts by row and column; a cell that spans several stands in the first of them. */
  readonly rows: readonly (readonly string[])[];
  /** The cells with their spans and places; those without text are left out. */
  readonly cells: readonly PlacedCell[];
  /** The rows as CSV (RFC 4180). Texts that spreadsheets would run as formulas begin with an apostrophe. */
  readonly csv: string;
}

/** The tables of a document in reading order. */
export function tablesOf({ blocks }: Pick<DocumentBlocks, "blocks">): readonly ExtractedTable[] {
  return blocks.filter((block) => block.kind === "table").map((block) => documentTable(block));
}

function documentTable(block: TableBlock): ExtractedTable {
  const { id, caption, headRows, cells, places } = block;
  const pages = [...new Set(places.map(({ page }) => page))].toSorted((a, b) => a - b);
  return { id, caption, pages, headRows, cells, rows: tableGrid(block), csv: tableCsv(block) };
}
