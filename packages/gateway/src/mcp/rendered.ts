import {
  tablesOf,
  toChunks,
  toMarkdown,
  type Chunk,
  type DocumentBlocks,
  type ExtractedTable,
} from "@galley/core";
import type { DocumentContent } from "./open-document.ts";

export const FORMATS = ["text", "markdown", "tables", "chunks"] as const;
export type Format = (typeof FORMATS)[number];

/** A document as a model reads it. `isWanted` selects pages; what crosses pages comes with the first of them. */
export async function rendered(
  content: DocumentContent,
  format: Format,
  isWanted: (page: number) => boolean,
): Promise<string> {
  if (format === "text") return layoutText(content, isWanted);
  const document = await content.blocks();
  const blocks = document.blocks.filter(({ places }) => places.some(({ page }) => isWanted(page)));
  return STRUCTURES[format]({ ...document, blocks });
}

async function layoutText(content: DocumentContent, isWanted: (page: number) => boolean): Promise<string> {
  const pages = await content.pages();
  return pages
    .filter(({ number }) => isWanted(number))
    .map((page) => `[page ${page.number}]\n${page.ok ? page.text : `(not read: ${page.message})`}\n`)
    .join("\f\n");
}

const STRUCTURES = {
  markdown: toMarkdown,
  tables: (document) =>
    tablesOf(document).map(tableText).join("\n") || "The document has no tables on these pages.\n",
  chunks: (document) => toChunks(document).map(chunkText).join("\n"),
} as const satisfies Record<Exclude<Format, "text">, (document: DocumentBlocks) => string>;

function tableText({ id, caption, pages, csv }: ExtractedTable): string {
  const title = [`[table ${id}, ${onPages(pages)}]`, caption].filter((part) => part !== "").join(" ");
  return `${title}\n${csv}`;
}

function chunkText({ id, headings, pages, text }: Chunk): string {
  const path = headings.length === 0 ? "" : ` ${headings.join(" > ")}`;
  return `[chunk ${id}, ${onPages(pages)}]${path}\n${text}\n`;
}

function onPages(pages: readonly number[]): string {
  return pages.length === 1 ? `page ${pages[0]}` : `pages ${pages.join(", ")}`;
}
