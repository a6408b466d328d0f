import { convertHere, readableDocument } from "../convert/readable-document.ts";
import { loadDocument } from "../document/document-source.ts";
import type { ExtractedPage } from "../result/extracted-document.ts";
import type { DocumentSource } from "../document/document-source.ts";

/**
 * Returns the document as a searchable PDF: each page unchanged, with the recognised words as an invisible text layer
 * over them. Pages with native text get no layer; an image becomes a page.
 *
 * @param document the result of extracting `source`; pages that were not read get no text layer.
 * @throws ExtractionError `UNSUPPORTED_DOCUMENT` for an encrypted PDF, `DAMAGED_DOCUMENT` if the PDF cannot be
 * rewritten.
 */
export async function searchablePdf(
  source: DocumentSource,
  document: { readonly pages: readonly Pick<ExtractedPage, "outcome">[] },
): Promise<Uint8Array> {
  const loaded = await loadDocument(source);
  const { bytes } = await readableDocument(loaded, { password: "", attachments: "list" }, convertHere);
  // Imported lazily, because most callers never write a PDF.
  const { writeSearchable } = await import("./write-searchable.ts");
  return writeSearchable(
    bytes,
    document.pages.map(({ outcome }) => outcome),
  );
}
