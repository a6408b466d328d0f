import type { BlockPlace, PlacedCell, TableBlock } from "../model/block.ts";
import { escapedMarkdown } from "../renditions/escape-markdown.ts";
import { cellGrid, pipeHead, pipeRow } from "../renditions/table-grid.ts";
import { type ChunkOptions, sizeOf } from "./chunk-options.ts";
import type { ChunkUnit } from "./chunk-unit.ts";

/**
 * Rows with the caption and the head of their table. Every row stands for itself: a cell that spans several is repeated
 * in each, and several head rows are one.
 */
export function tableUnits(table: TableBlock, options: ChunkOptions): readonly ChunkUnit[] {
  const rows = cellGrid(table, isSmallSpanned(table));
  const headRows = Math.max(1, table.headRows);
  const caption = table.caption === "" ? "" : `${escapedMarkdown(table.caption)}\n\n`;
  const head = `${caption}${pipeHead(joinedHead(rows.slice(0, headRows)))}`;
  const facts = { block: table.id, separator: "\n" };
  const placesOf = placesOfRows(table);
  const body = rows.slice(headRows).map((row, index) => ({
    ...facts,
    text: pipeRow(row.map((cell) => cell?.text ?? "")),
    places: placesOf(index + headRows),
  }));
  const alone = { ...facts, text: head, head: "" };
  if (body.length === 0) return [{ ...alone, places: table.places }];
  if (isRepeated(head, body, options)) return body.map((row): ChunkUnit => ({ ...row, head }));
  return [{ ...alone, places: placesOf(0) }, ...body.map((row): ChunkUnit => ({ ...row, head: "" }))];
}

/** Most of a chunk that a head takes, so that the chunks of a table are not many times as large as the table. */
const HEAD_SHARE = 0.75;

/** Characters up to which heads and cells that span several are always repeated; beyond, up to this many times their length. */
const SMALL = 1_000_000;
const MOST_TIMES = 4;

/** Whether the head stands before the rows of each chunk. */
function isRepeated(
  head: string,
  body: readonly { readonly text: string }[],
  options: ChunkOptions,
): boolean {
  const own = body.reduce((sum, { text }) => sum + text.length, head.length);
  const isSmall = head.length * body.length <= Math.max(SMALL, MOST_TIMES * own);
  return isSmall || sizeOf(head, options) <= options.size * HEAD_SHARE;
}

function isSmallSpanned({ cells }: TableBlock): boolean {
  let own = 0;
  let spanned = 0;
  for (const { text, rowSpan, columnSpan } of cells) {
    own += text.length;
    spanned += text.length * rowSpan * columnSpan;
  }
  return spanned <= Math.max(SMALL, MOST_TIMES * own);
}

/** Head rows as one; a cell that spans several of them is written once. */
function joinedHead(rows: readonly (readonly (PlacedCell | undefined)[])[]): readonly string[] {
  const [first = []] = rows;
  return first.map((_, column) =>
    [...new Set(rows.map((row) => row[column]))].flatMap((cell) => cell?.text ?? []).join(" / "),
  );
}

/** The places of a table on the pages that a row has cells on; the first place for rows without text. */
function placesOfRows({ cells, places }: TableBlock): (row: number) => readonly BlockPlace[] {
  const byPage = Map.groupBy(places, ({ page }) => page);
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const first = places.slice(0, 1);
  return (row) => {
    const own = byRow.get(row);
    if (own === undefined) return first;
    const pages = [...new Set(own.map(({ page }) => page))].toSorted((a, b) => a - b);
    return pages.flatMap((page) => byPage.get(page) ?? []);
  };
}
