import {
  tablesOf,
  toChunks,
  toMarkdown,
  type Chunk,
  type DocumentBlocks,
  type ExtractedTable,
} from "@galley/core";
import type { DocumentContent, StructureFormat } from "./open-document.ts";

export const FORMATS = ["text", "markdown", "tables", "chunks"] as const;
export type Format = (typeof FORMATS)[number];

/** A document as a model reads it. What crosses pages comes with the first of them. */
export async function rendered(
  content: DocumentContent,
  format: Format,
  wanted: ReadonlySet<number> | undefined,
): Promise<string> {
  if (format !== "text") return content.structure(format, wanted);
  const pages = await content.pages();
  return pages
    .filter(({ number }) => wanted?.has(number) ?? true)
    .map((page) => `[page ${page.number}]\n${page.ok ? page.text : `(not read: ${page.message})`}\n`)
    .join("\f\n");
}

/** The structure of a document, or of blocks of it, as text. */
export function structureText(document: Pick<DocumentBlocks, "blocks">, format: StructureFormat): string {
  if (format === "tables") return tablesText(tablesOf(document));
  return format === "chunks" ? chunksText(toChunks(document)) : toMarkdown(document);
}

export function tablesText(tables: readonly ExtractedTable[]): string {
  if (tables.length === 0) return "There are no tables.\n";
  return tables
    .map(({ id, caption, pages, csv }) => {
      const title = [`[table ${id}, ${onPages(pages)}]`, caption].filter((part) => part !== "").join(" ");
      return `${title}\n${csv}`;
    })
    .join("\n");
}

export function chunksText(chunks: readonly Chunk[]): string {
  return chunks
    .map(({ id, headings, pages, text }) => {
      const path = headings.length === 0 ? "" : ` ${headings.join(" > ")}`;
      return `[chunk ${id}, ${onPages(pages)}]${path}\n${text}\n`;
    })
    .join("\n");
}

function onPages(pages: readonly number[]): string {
  return pages.length === 1 ? `page ${pages[0]}` : `pages ${pages.join(", ")}`;
}
