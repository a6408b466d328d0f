import type { DocumentEngine } from "../engine.ts";

/** Reads PDFs with PDFium: the last to be asked, for what both other engines cannot read. Loaded when it is needed. */
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
