import type { DocumentBlocks } from "@galley/core";
import type { ExtractedDocument } from "@galley/core/extract-text";
import { documentJson } from "./document-json.ts";
import { type Format, isStructureFormat, type StructureFormat } from "./formats.ts";
import type { JsonFields } from "./json-fields.ts";

export interface Rendering {
  /** The document as the user named it. */
  readonly name: string;
  readonly source: string | Uint8Array;
  readonly format: Format;
  readonly jsonFields: JsonFields;
}

/** A document in the format that was asked for. What only some formats need is loaded for them alone. */
export async function rendered(
  document: ExtractedDocument,
  { name, source, format, jsonFields }: Rendering,
): Promise<string | Uint8Array> {
  if (format === "json") return documentJson(name, document, jsonFields);
  if (isStructureFormat(format)) return renderedStructure(name, document.blocks, format);
  if (format === "pdf") {
    const { searchablePdf } = await import("@galley/core");
    return searchablePdf(source, document);
  }
  return document.text === "" || document.text.endsWith("\n") ? document.text : `${document.text}\n`;
}

/**
 * `blocks` and `chunks` are one line of JSON for each document: `{ file, version, pages, blocks, notes }` and
 * `{ file, chunks }`. `csv` writes the tables with a blank line between them, `xlsx` a sheet for each.
 */
async function renderedStructure(
  file: string,
  document: DocumentBlocks,
  format: StructureFormat,
): Promise<string | Uint8Array> {
  const { tablesOf, tablesWorkbook, toChunks, toHtml, toMarkdown, toPlainText } =
    await import("@galley/core");
  if (format === "markdown") return toMarkdown(document);
  if (format === "html") return toHtml(document);
  if (format === "plain") return toPlainText(document);
  if (format === "blocks") return `${JSON.stringify({ file, ...document })}\n`;
  if (format === "chunks") return `${JSON.stringify({ file, chunks: toChunks(document) })}\n`;
  if (format === "xlsx") return tablesWorkbook([{ name: file, tables: tablesOf(document) }]);
  return tablesOf(document)
    .map(({ csv }) => csv)
    .join("\n");
}
