import type { ExtractTextCall } from "./extract-text.ts";
import type { DocumentSource } from "./document/document-source.ts";
import type { ExtractOptionsInput } from "./options/extract-options.ts";
import type { ExtractedDocument } from "./result/extracted-document.ts";

/**
 * Reads one document and leaves nothing running. Short documents are read in the calling thread, without a time limit
 * per page; long ones, and those that need recognition, on temporary threads. Use an extractor for several documents or
 * for untrusted ones. The reader is loaded with the first call: an extractor has one on each of its threads.
 *
 * @throws ExtractionError if the options are invalid or the document as a whole cannot be read.
 */
export async function extractText(
  source: DocumentSource,
  options: ExtractOptionsInput = {},
  call: ExtractTextCall = {},
): Promise<ExtractedDocument> {
  const reader = await import("./extract-text.ts");
  return reader.extractText(source, options, call);
}
