export { ExtractionError, type ExtractionErrorCode } from "./extraction/extraction-error.ts";
export {
  EXTRACTION_MODES,
  LINE_STRATEGIES,
  OUTPUT_MODES,
  extractOptionsSchema,
  parseExtractOptions,
  type ExtractOptions,
  type ExtractOptionsInput,
} from "./extraction/extract-options.ts";
