import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { PageContent } from "../../page/page-content.ts";
import type { DocumentEngine, OpenDocument } from "../engine.ts";
import { PACKAGED_DATA } from "../native/document/packaged-data.ts";
import { pageGeometry } from "../native/document/page-geometry.ts";
import { fieldsOf } from "./annotation-fields.ts";
import { glyphsOf } from "./text-items.ts";

/**
 * Reads PDFs through pdf.js's public API: slower, without ruling lines and images, and with estimated character boxes,
 * but independent of pdf.js's internals.
 */
export const pdfjsEngine: DocumentEngine = {
  name: "pdfjs",
  async open(bytes, { password }) {
    return openedDocument(await loadDocument(bytes, password));
  },
};

async function loadDocument(bytes: Uint8Array, password: string): Promise<PDFDocumentProxy> {
  // The legacy build runs on every supported Node version; it is loaded on first use.
  const { getDocument } = await import("#pdfjs/pdf.mjs");
  const loading = getDocument({
    data: Uint8Array.from(bytes),
    ...(password !== "" && { password }),
    ...PACKAGED_DATA,
    cMapPacked: true,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    const document = await loading.promise;
    if (document.numPages > 0) return document;
    throw new ExtractionError("DAMAGED_DOCUMENT", "The PDF has no pages.");
  } catch (cause) {
    await loading.destroy();
    throw asExtractionError(cause);
  }
}

function asExtractionError(cause: unknown): ExtractionError {
  if (cause instanceof ExtractionError) return cause;
  if (cause instanceof Error && cause.name === "PasswordException") {
    return new ExtractionError(
      "PASSWORD_REQUIRED",
      "The PDF is encrypted; pass its user or owner password.",
      { cause },
    );
  }
  return new ExtractionError("DAMAGED_DOCUMENT", "The file is not a readable PDF.", { cause });
}

function openedDocument(document: PDFDocumentProxy): OpenDocument {
  return {
    pageCount: document.numPages,
    async readPage(number) {
      try {
        return await readPage(await document.getPage(number));
      } catch (cause) {
        throw new ExtractionError("DAMAGED_DOCUMENT", `Page ${number} is damaged and cannot be read.`, {
          cause,
        });
      }
    },
    [Symbol.asyncDispose]: () => document.loadingTask.destroy(),
  };
}

async function readPage(page: PDFPageProxy): Promise<PageContent> {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
  const geometry = pageGeometry({ view: [x0, y0, x1, y1], rotate: page.rotate, userUnit: page.userUnit });
  const text = await page.getTextContent({ disableNormalization: true });
  const annotations: readonly unknown[] = await page.getAnnotations();
  page.cleanup();
  return {
    width: geometry.width,
    height: geometry.height,
    rotation: geometry.rotation,
    ...glyphsOf(text, geometry),
    rules: [],
    images: [],
    outlines: [],
    fields: fieldsOf(annotations, geometry.toPage),
    notes: ["The text of the page was read without its lines and images."],
  };
}
