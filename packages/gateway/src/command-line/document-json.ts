import type { ExtractedDocument, ExtractedPage } from "@galley/core";

/**
 * A document as `--output json` writes it, one line for each file:
 * `{ file, pageCount, message, text, pages: [{ number, status, message, seconds, width, height, rotation, text, lines:
 * [{ text, box, metadata, words: [{ text, box, confidence }] }], fields }] }`. Boxes are points from the upper left
 * corner; the metadata of a line is in pixels at 288 dpi. Only a page that was read has a size and fields.
 */
export function documentJson(file: string, document: ExtractedDocument): string {
  const { pageCount, message, text, pages } = document;
  return `${JSON.stringify({ file, pageCount, message, text, pages: pages.map(pageOf) })}\n`;
}

function pageOf({ number, status, message, seconds, text, lines, outcome }: ExtractedPage): unknown {
  const about = { number, status, message, seconds };
  if (!outcome.ok) return { ...about, text, lines };
  const { width, height, rotation, fields } = outcome;
  return { ...about, width, height, rotation, text, lines, fields };
}
