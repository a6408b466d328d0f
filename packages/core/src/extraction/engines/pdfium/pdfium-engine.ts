import type { DocumentEngine } from "../engine.ts";

/**
 * Reads PDFs with PDFium: the last fallback, for documents that both other engines cannot read. Loaded on first use.
 */
export const pdfiumEngine: DocumentEngine = {
  name: "pdfium",
  async open(bytes, { password }) {
    const [{ openPdfiumDocument }, { readPageContent }] = await Promise.all([
      import("./pdfium-document.ts"),
      import("./page-content-reader.ts"),
    ]);
    const document = await openPdfiumDocument(bytes, password);
    return {
      pageCount: document.pageCount,
      readPage: async (number) => document.withPage(number, readPageContent),
      [Symbol.asyncDispose]: async () => document[Symbol.dispose](),
    };
  },
};
