import { loadDocument } from "./document/document-source.ts";
import type { ExtractedDocument } from "./result/extracted-document.ts";
import type { DocumentSource } from "./extractor/extractor.ts";

/**
 * The document as a PDF in which one can search: each page as it was, with the words that were recognised on it
 * invisibly where they are seen. Pages whose text is the document's own stay untouched; an image becomes a page.
 *
 * @param document what was extracted from `source`; pages that were not read get no text.
 * @throws ExtractionError `UNSUPPORTED_DOCUMENT` for an encrypted PDF, `DAMAGED_DOCUMENT` where a PDF cannot be
 * written again.
 */
export async function searchablePdf(
  source: DocumentSource,
  document: Pick<ExtractedDocument, "pages">,
): Promise<Uint8Array> {
  const bytes = await loadDocument(source);
  // Loaded only by those who want one.
  const { writeSearchable } = await import("./engines/searchable/write-searchable.ts");
  return writeSearchable(
    bytes,
    document.pages.map(({ outcome }) => outcome),
  );
}
