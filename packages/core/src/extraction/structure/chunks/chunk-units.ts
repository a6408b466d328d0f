import type { Block, BlockPlace, ListBlock, ListItem, TableBlock } from "../model/block.ts";
import { blockMarkdown } from "../renditions/markdown.ts";
import { escapedMarkdown } from "../renditions/escape-markdown.ts";
import { pipeRow } from "../renditions/table-grid.ts";
import { type ChunkOptions, sizeOf } from "./chunk-options.ts";

/** The smallest part of a block that a chunk holds. */
export interface ChunkUnit {
  /** The id of its block. */
  readonly block: string;
  /** Markdown. */
  readonly text: string;
  /** Repeated before the first unit of the block in a chunk: the head of a table. */
  readonly head: string;
  /** Between it and the unit before it in the same block. */
  readonly separator: string;
  readonly places: readonly BlockPlace[];
}

/** The units of a block: rows of a table, items of a list, lines of code, sentences of a text. */
export function unitsOf(block: Block, options: ChunkOptions): readonly ChunkUnit[] {
  const facts = { block: block.id, head: "", separator: " ", places: block.places };
  if (block.kind === "table") return tableUnits(block);
  if (block.kind === "list") return listUnits(block);
  const text = blockMarkdown(block);
  if (block.kind === "code") return [{ ...facts, text, separator: "\n" }];
  if (fits(text, options) && options.overlap === 0) return [{ ...facts, text }];
  // Emphasis may not be parted, so text that is split has none.
  const plain = "emphasis" in block ? blockMarkdown({ ...block, emphasis: [] }) : text;
  return sentencesOf(plain, options).map((part) => ({ ...facts, text: part }));
}

/** A sentence ends before a capital, a digit or an opening mark; in Chinese and Japanese after its full stop. */
const SENTENCE = /(?<=[.!?…]["'”’»)\]]*)\s+(?=[\p{Lu}\p{N}"“„«([])|(?<=[。！？])/gu;

/** The sentences of a text; those that are too long for a chunk are split at spaces. */
function sentencesOf(text: string, options: ChunkOptions): readonly string[] {
  return text
    .split(SENTENCE)
    .flatMap((sentence) =>
      fits(sentence, options) ? [sentence] : pieces(sentence, (part) => fits(part, options)),
    );
}

function fits(text: string, options: ChunkOptions): boolean {
  return sizeOf(text, options) <= options.size;
}

function pieces(sentence: string, isSmall: (part: string) => boolean): readonly string[] {
  const parts: string[] = [];
  let open = "";
  for (const word of sentence.split(" ")) {
    const longer = open === "" ? word : `${open} ${word}`;
    if (open === "" || isSmall(longer)) {
      open = longer;
    } else {
      parts.push(open);
      open = word;
    }
  }
  return open === "" ? parts : [...parts, open];
}

function listUnits(list: ListBlock): readonly ChunkUnit[] {
  return list.items.map((item) => ({
    block: list.id,
    text: blockMarkdown({ ...list, items: [item] }),
    head: "",
    separator: "\n",
    places: placesOf(item),
  }));
}

function placesOf({ places, lists }: ListItem): readonly BlockPlace[] {
  return [...places, ...lists.flatMap(({ items }) => items.flatMap((item) => placesOf(item)))];
}

/**
 * Rows with the caption and the head of their table. Every row stands for itself: a cell that spans several is repeated
 * in each, and several head rows are one.
 */
function tableUnits(table: TableBlock): readonly ChunkUnit[] {
  const rows = spannedGrid(table);
  const headRows = Math.max(1, table.headRows);
  const caption = table.caption === "" ? "" : `${escapedMarkdown(table.caption)}\n\n`;
  const head = `${caption}${pipeRow(joinedHead(rows.slice(0, headRows)))}\n|${" --- |".repeat(table.columns)}`;
  const facts = { block: table.id, separator: "\n" };
  const body = rows.slice(headRows).map((row, index): ChunkUnit => {
    const cells = table.cells.filter((cell) => cell.row === index + headRows);
    return { ...facts, text: pipeRow(row), head, places: placesOfCells(cells, table) };
  });
  return body.length > 0 ? body : [{ ...facts, text: head, head: "", places: table.places }];
}

/** The texts by row and column, with the text of a spanning cell in each place that it covers. */
function spannedGrid({ rows, columns, cells }: TableBlock): readonly (readonly string[])[] {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ""));
  for (const { row, column, rowSpan, columnSpan, text } of cells) {
    for (const line of grid.slice(row, row + rowSpan)) line.fill(text, column, column + columnSpan);
  }
  return grid;
}

function joinedHead(rows: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = rows;
  return first.map((_, column) =>
    [...new Set(rows.map((row) => row[column] ?? ""))].filter((text) => text !== "").join(" / "),
  );
}

function placesOfCells(cells: TableBlock["cells"], { places }: TableBlock): readonly BlockPlace[] {
  const pages = new Set(cells.map(({ page }) => page));
  return pages.size === 0 ? places.slice(0, 1) : places.filter(({ page }) => pages.has(page));
}
