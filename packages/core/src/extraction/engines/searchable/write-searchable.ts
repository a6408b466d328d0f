import { EncryptedPDFError, PDFDocument, PDFName, type PDFPage, type PDFRef } from "@cantoo/pdf-lib";
import { linesOfPage } from "../../result/document-text.ts";
import { mediaTypeOf } from "../../document/media-type.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { PageOutcome } from "../../result/extracted-document.ts";
import { addInvisibleFont } from "./invisible-font.ts";
import { pageToUser } from "./page-frame.ts";
import { pdfOfPictures } from "./picture-pages.ts";
import { textLayer } from "./text-layer.ts";

/** The font's name among the resources of a page. */
const FONT = "GalleyInvisible";

/** A document as a PDF in which the recognised words of its pages stand invisibly where they are seen. */
export async function writeSearchable(bytes: Uint8Array, pages: readonly PageOutcome[]): Promise<Uint8Array> {
  const isImage = mediaTypeOf(bytes)?.startsWith("image/") === true;
  const document = isImage ? await pdfOfPictures(bytes) : await openPdf(bytes);
  try {
    addLayers(document, pages);
    return await document.save({ addDefaultPage: false, updateFieldAppearances: false });
  } catch (cause) {
    throw damaged(cause);
  }
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    // A copy, because threads may share the bytes.
    return await PDFDocument.load(Uint8Array.from(bytes), { updateMetadata: false });
  } catch (cause) {
    if (!(cause instanceof EncryptedPDFError)) throw damaged(cause);
    const message = "The document is encrypted; a text layer can be added once its encryption is taken off.";
    throw new ExtractionError("UNSUPPORTED_DOCUMENT", message, { cause });
  }
}

function addLayers(document: PDFDocument, outcomes: readonly PageOutcome[]): void {
  const pages = document.getPages();
  let font: PDFRef | undefined;
  for (const outcome of outcomes) {
    if (!outcome.ok || (outcome.textSource !== "ocr" && outcome.textSource !== "mixed")) continue;
    const page = pages[outcome.number - 1];
    if (!page) throw new Error(`there is no page ${outcome.number}`);
    const layer = textLayer(linesOfPage(outcome), { font: FONT, toUser: pageToUser(page, outcome.width) });
    if (layer === "") continue;
    font ??= addInvisibleFont(document);
    addLayer(page, layer, font);
  }
}

/** After the page's own content, which the library closes off, so that nothing of its state reaches the layer. */
function addLayer({ node, doc }: PDFPage, layer: string, font: PDFRef): void {
  node.setFontDictionary(PDFName.of(FONT), font);
  node.addContentStream(doc.context.register(doc.context.flateStream(layer)));
}

function damaged(cause: unknown): ExtractionError {
  const message = "The document is damaged in a way in which no text layer can be added to it.";
  return new ExtractionError("DAMAGED_DOCUMENT", message, { cause });
}
