/**
 * Modules of `dist` that no bundle contains: those that only some documents need, and the class of the library's errors,
 * of which there must be one.
 */
export const APART_FROM_BUNDLES: ReadonlySet<string> = new Set(
  [
    "failure/extraction-error",
    "convert/convert-document",
    "convert/encryption/empty-owner-password",
    "create-extractor",
    "engines/images/image-engine",
    "engines/pdfium/page-content-reader",
    "engines/pdfium/pdfium-document",
    "engines/render/page-renderer",
    "recognition/recognise-page",
  ].map((name) => `extraction/${name}.js`),
);
