import { type DocumentBlocks, tablesOf, toChunks, toHtml, toMarkdown, toPlainText } from "@galley/core";
import type { StructureOutput } from "./extract-arguments.ts";

/**
 * A document's structure as the output names it. `blocks` and `chunks` are one line of JSON per file: `{ file, version,
 * pages, blocks, notes }` and `{ file, chunks }`. `csv` writes the tables with a blank line between them.
 */
export function renderedStructure(file: string, document: DocumentBlocks, output: StructureOutput): string {
  switch (output) {
    case "markdown":
      return toMarkdown(document);
    case "html":
      return toHtml(document);
    case "plain":
      return toPlainText(document);
    case "blocks":
      return `${JSON.stringify({ file, ...document })}\n`;
    case "chunks":
      return `${JSON.stringify({ file, chunks: toChunks(document) })}\n`;
    case "csv":
      return tablesOf(document)
        .map(({ csv }) => csv)
        .join("\n");
  }
}
