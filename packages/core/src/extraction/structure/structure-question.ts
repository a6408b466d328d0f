import { toChunks, type Chunk } from "./chunks/chunks.ts";
import type { ChunkOptions } from "./chunks/chunk-options.ts";
import type { StructuredPage } from "./document/document-page.ts";
import type { Block, DocumentBlocks } from "./model/block.ts";
import { toHtml } from "./renditions/html.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { toPlainText } from "./renditions/plain-text.ts";
import { type ExtractedTable, tablesOf } from "./renditions/tables.ts";

/** A structure as one text. `chunk_lines` has a line of JSON for each chunk. */
export const STRUCTURE_FORMATS = [
  "markdown",
  "html",
  "plain",
  "csv",
  "tables",
  "blocks",
  "chunks",
  "chunk_lines",
] as const;
export type StructureFormat = (typeof STRUCTURE_FORMATS)[number];

/** A part of a list, with the length of the whole. */
export interface StructurePart<T> {
  readonly items: readonly T[];
  readonly total: number;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** What is read of a structure: plain data, since it crosses threads. */
export type StructureQuestion =
  | { readonly kind: "text"; readonly format: StructureFormat; readonly chunks: ChunkOptions }
  /** Only blocks that begin on `page`, if it is given. */
  | { readonly kind: "blocks"; readonly range: Range; readonly page?: number | undefined }
  /** All tables if `range` is absent. */
  | { readonly kind: "tables"; readonly range?: Range | undefined }
  | { readonly kind: "chunks"; readonly range: Range; readonly chunks: ChunkOptions };

export type StructureAnswer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "blocks"; readonly part: StructurePart<Block> }
  | { readonly kind: "tables"; readonly part: StructurePart<ExtractedTable> }
  | { readonly kind: "chunks"; readonly part: StructurePart<Chunk> };

/** `busy`: the same question may be answered later. `limit`: it needs more time or memory than a question may have. */
export interface StructureFailure {
  readonly kind: "failed";
  readonly reason: "busy" | "limit";
}

/** The pages of a document, whose structure is read. */
export interface StructureSource {
  /** Identifies the content: sources with the same key have the same pages. */
  readonly key: string;
  /** The pages by number, in parts. */
  readonly pages: () => AsyncIterable<readonly StructuredPage[]>;
}

/** Pure; see `StructureQuestion`. */
export function answerTo(document: DocumentBlocks, question: StructureQuestion): StructureAnswer {
  const { kind } = question;
  if (kind === "text") return { kind, text: FORMATS[question.format](document, question.chunks) };
  if (kind === "blocks") return { kind, part: partOf(blocksOn(document, question.page), question.range) };
  if (kind === "tables") return { kind, part: tablesIn(document, question.range) };
  return { kind, part: partOf(toChunks(document, question.chunks), question.range) };
}

const FORMATS = {
  markdown: (document) => toMarkdown(document),
  html: (document) => toHtml(document),
  plain: (document) => toPlainText(document),
  csv: (document) =>
    tablesOf(document)
      .map(({ csv }) => csv)
      .join("\n"),
  tables: (document) => JSON.stringify(tablesOf(document)),
  blocks: (document) => JSON.stringify(document),
  chunks: (document, options) => JSON.stringify(toChunks(document, options)),
  chunk_lines: (document, options) =>
    toChunks(document, options)
      .map((chunk) => `${JSON.stringify(chunk)}\n`)
      .join(""),
} as const satisfies Record<StructureFormat, (document: DocumentBlocks, options: ChunkOptions) => string>;

function blocksOn({ blocks }: DocumentBlocks, page: number | undefined): readonly Block[] {
  return page === undefined ? blocks : blocks.filter(({ places: [first] }) => first?.page === page);
}

function tablesIn({ blocks }: DocumentBlocks, range?: Range): StructurePart<ExtractedTable> {
  const tables = blocks.filter(({ kind }) => kind === "table");
  const wanted = range === undefined ? tables : partOf(tables, range).items;
  return { items: tablesOf({ blocks: wanted }), total: tables.length };
}

function partOf<T>(items: readonly T[], { offset, limit }: Range): StructurePart<T> {
  return { items: items.slice(offset, offset + limit), total: items.length };
}
