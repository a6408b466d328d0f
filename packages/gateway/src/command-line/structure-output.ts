import { type DocumentBlocks, tablesOf, toChunks, toHtml, toMarkdown, toPlainText } from "@galley/core";
import type { StructureOutput } from "./extract-arguments.ts";

/**
 * A document's structure as the output names it. `blocks` and `chunks` are one line of JSON per file: `{ file, version,
 * pages, blocks, notes }` and `{ file, chunks }`. `csv` writes the tables with a blank line between them.
 */
export function renderedStructure(file: string, document: DocumentBlocks, output: StructureOutput): string {
  if (output === "markdown") return toMarkdown(document);
  if (output === "html") return toHtml(document);
  if (output === "plain") return toPlainText(document);
  if (output === "blocks") return `${JSON.stringify({ file, ...document })}\n`;
  if (output === "chunks") return `${JSON.stringify({ file, chunks: toChunks(document) })}\n`;
  return tablesOf(document)
    .map(({ csv }) => csv)
    .join("\n");
}
