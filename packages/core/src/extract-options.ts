/** The options of an extraction: the part of the library that a program needs to offer them, without reading documents. */
export {
  EXTRACTION_MODES,
  LINE_STRATEGIES,
  OCR_ENGINE_CHOICES,
  OUTPUT_MODES,
  TEXT_ORDERS,
  extractOptionsSchema,
  type ExtractOptions,
} from "./extraction/options/extract-options.ts";
export { CUSTOM_ENGINES, HANDWRITING_CHOICES, OCR_ENGINES } from "./extraction/options/ocr-engines.ts";
export { ExtractionError } from "./extraction/failure/extraction-error.ts";
export { plainWording } from "./extraction/options/plain-wording.ts";
