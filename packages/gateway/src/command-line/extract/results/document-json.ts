import type { ExtractedDocument, ExtractedPage } from "@galley/core/extract-text";
import { type JsonFields, rounded, withFields } from "./json-fields.ts";

/**
 * A document as `--format json` writes it, one line per file: `{ file, pageCount, message, text, pages: [{
 * number, status, message, seconds, engine, textSource, reason, recognisers, confidence, garbled, width, height, rotation, text,
 * lines: [{ text, box, metadata, words: [{ text, box, confidence }] }], fields, checkMarks, rules, images }]
 * }`. Boxes are in points from the upper left corner; the metadata of a line is in pixels at 288 dpi. A
 * failed page has only the fields before `engine`, an empty text and no lines.
 */
export function documentJson(file: string, document: ExtractedDocument, fields: JsonFields): string {
  const { pageCount, message, text, pages } = document;
  const whole = { file, pageCount, message, text, pages: pages.map(pageOf) };
  return `${JSON.stringify(withFields(whole, fields), rounded)}\n`;
}

function pageOf({ number, status, message, seconds, text, lines, outcome }: ExtractedPage): unknown {
  const about = { number, status, message, seconds };
  if (!outcome.ok) return { ...about, text, lines };
  const { engine, textSource, reason, recognisers, confidence, garbled, width, height, rotation } = outcome;
  const { fields, checkMarks, rules, images } = outcome;
  const recognition = { recognisers, confidence };
  const read = { engine, textSource, reason, ...recognition, garbled, width, height, rotation };
  return { ...about, ...read, text, lines, fields, checkMarks, rules, images };
}
