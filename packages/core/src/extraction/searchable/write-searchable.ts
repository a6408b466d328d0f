import { EncryptedPDFError, PDFDocument, PDFName, type PDFPage, type PDFRef } from "#pdf-lib";
import { linesOfPage } from "../result/document-text.ts";
import { isPicture, mediaTypeOf } from "../document/media-type.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { PageOutcome } from "../result/extracted-document.ts";
import { addInvisibleFont } from "../engines/pdf-writing/invisible-font.ts";
import { pageToUser } from "./page-frame.ts";
import { pdfOfPictures } from "../engines/pdf-writing/picture-pages.ts";
import { savedPdf } from "../engines/pdf-writing/saved-pdf.ts";
import { textLayer } from "./text-layer.ts";

/** The font's resource name on a page. */
const FONT = "GalleyInvisible";

/**
 * Returns the document as a PDF with the recognised words as an invisible text layer. A PDF whose pages all have text of
 * their own stays as it is.
 */
export async function writeSearchable(bytes: Uint8Array, pages: readonly PageOutcome[]): Promise<Uint8Array> {
  const isImage = isPicture(mediaTypeOf(bytes));
  const document = isImage ? await pdfOfPictures(bytes) : await openPdf(bytes);
  try {
    const isChanged = addLayers(document, pages);
    return isImage || isChanged ? await savedPdf(document) : Uint8Array.from(bytes);
  } catch (cause) {
    throw damaged(cause);
  }
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    // A copy, because the bytes may be shared between threads.
    return await PDFDocument.load(Uint8Array.from(bytes), { updateMetadata: false });
  } catch (cause) {
    if (!(cause instanceof EncryptedPDFError)) throw damaged(cause);
    const message = "No text layer can be added to an encrypted document; remove its encryption first.";
    throw new ExtractionError("UNSUPPORTED_DOCUMENT", message, { cause });
  }
}

/** Returns whether any page got a layer. */
function addLayers(document: PDFDocument, outcomes: readonly PageOutcome[]): boolean {
  const pages = document.getPages();
  let font: PDFRef | undefined;
  for (const outcome of outcomes) {
    if (!outcome.ok || (outcome.textSource !== "ocr" && outcome.textSource !== "mixed")) continue;
    const page = pages[outcome.number - 1];
    if (!page) throw new Error(`The document has no page ${outcome.number}.`);
    const layer = textLayer(linesOfPage(outcome), { font: FONT, toUser: pageToUser(page, outcome.width) });
    if (layer === "") continue;
    font ??= addInvisibleFont(document);
    addLayer(page, layer, font);
  }
  return font !== undefined;
}

/**
 * Appended after the page's content, which pdf-lib wraps in q/Q, so that its graphics state does not affect the layer.
 */
function addLayer({ node, doc }: PDFPage, layer: string, font: PDFRef): void {
  node.setFontDictionary(PDFName.of(FONT), font);
  node.addContentStream(doc.context.register(doc.context.flateStream(layer)));
}

function damaged(cause: unknown): ExtractionError {
  const message = "The document is damaged; no text layer can be added to it.";
  return new ExtractionError("DAMAGED_DOCUMENT", message, { cause });
}
