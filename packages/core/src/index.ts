/// <reference lib="esnext.disposable" preserve="true" />
export {
  createExtractor,
  createIsolatedExtractor,
  type ExtractorApart,
  type ExtractorOptions,
  type IsolatedExtractorOptions,
} from "./extraction/create-extractor.ts";
export { linesOfPage, wordsOfPage } from "./extraction/result/document-text.ts";
export * from "./extract-options.ts";
export { parseExtractOptions, type ExtractOptionsInput } from "./extraction/options/extract-options.ts";
export {
  installedLanguages,
  LANGUAGE_CODE,
  languageDataIn,
  languageDataPaths,
  packageOf,
  readLanguageData,
} from "./extraction/engines/ocr/language-data.ts";
export { modelFolderOf, type ModelSet, modelSetToAdd } from "./extraction/engines/ocr/model-sets.ts";
export { refuseMissingLanguages } from "./extraction/recognition/languages/languages.ts";
export { WORD_COLUMNS } from "./extraction/page/page-text.ts";
export { extractText } from "./extraction/extract-text-later.ts";
export type { ExtractTextCall } from "./extraction/extract-text.ts";
export { documentBlocks } from "./extraction/structure/document/document-blocks.ts";
export { blocksJsonSchema } from "./extraction/structure/model/blocks-schema.ts";
export { toMarkdown } from "./extraction/structure/renditions/markdown.ts";
export { toHtml } from "./extraction/structure/renditions/html.ts";
export { toPlainText } from "./extraction/structure/renditions/plain-text.ts";
export { type ExtractedTable, tablesOf } from "./extraction/structure/renditions/tables.ts";
export {
  type NamedTables,
  tablesCsv,
  tablesWorkbook,
} from "./extraction/structure/renditions/tables-together.ts";
export { zipStream, type ZippedFile } from "./extraction/result/zip-stream.ts";
export {
  toWorkbook,
  type WorkbookCell,
  type WorkbookSheet,
} from "./extraction/structure/renditions/workbook.ts";
export { type Chunk, toChunks } from "./extraction/structure/chunks/chunks.ts";
export type { ChunkOptionsInput } from "./extraction/structure/chunks/chunk-options.ts";
export type { RenditionOptions } from "./extraction/structure/renditions/rendition-options.ts";
export type {
  Block,
  BlockKind,
  BlockPlace,
  DocumentBlocks,
  ListItem,
  NestedList,
  PlacedCell,
  TextLink,
} from "./extraction/structure/model/block.ts";
export { selectNumbers, selectionSchema } from "./extraction/document/page-selection.ts";
export { StructureThread } from "./extraction/pool/structure/structure-thread.ts";
export type { Rendition } from "./extraction/options/renditions.ts";
export type { DocumentRenditions } from "./extraction/structure/document-renditions.ts";
export { pagePictures, type PagePicturesOptions } from "./extraction/page-pictures.ts";
export { electronicInvoices } from "./extraction/electronic-invoices.ts";
export {
  embeddedFiles,
  type EmbeddedFilesOptions,
  type FileInDocument,
} from "./extraction/embedded-files.ts";
export type {
  ElectronicInvoice,
  InvoiceLine,
} from "./extraction/convert/readers/e-invoice/electronic-invoice.ts";
export { Semaphore } from "./extraction/recognition/engines/semaphore.ts";
export { searchablePdf } from "./extraction/searchable/searchable-pdf.ts";
export { searchablePdfApart } from "./extraction/pool/searchable/searchable-apart.ts";
export type {
  ExtractedDocument,
  ExtractedLine,
  ExtractedPage,
  ExtractedWord,
  LineMetadata,
  PageFailed,
  PageOutcome,
  PageRead,
} from "./extraction/result/extracted-document.ts";
export type { TextSource } from "./extraction/page/text-source.ts";
export { ZipArchive } from "./extraction/convert/archive/zip.ts";
export type { ExtractionErrorCode } from "./extraction/failure/extraction-error.ts";
export type {
  ExtractCall,
  ExtractionEvent,
  ExtractionProgress,
  Extractor,
  PagesCall,
  RenderCall,
} from "./extraction/extractor/extractor.ts";
export type { DocumentSource } from "./extraction/document/document-source.ts";
export {
  createTesseractEngine,
  type TesseractOptions,
} from "./extraction/recognition/engines/tesseract/tesseract-engine.ts";
export {
  isOnnxRuntimeNative,
  onnxRuntimeInUse,
  type RuntimeInUse,
} from "./extraction/engines/onnx/onnx-runtime.ts";
export { createOnnxEngine, type OnnxOptions } from "./extraction/pool/engines/onnx-engine.ts";
export type { CustomEngine, HandwritingChoice, OcrEngine } from "./extraction/options/ocr-engines.ts";
export type { PageRecogniser, RecognitionEngine } from "./extraction/recognition/engines/engines.ts";
export type {
  ImageRecogniser,
  ImageToRecognise,
  RecognisedImage,
  WordInImage,
} from "./extraction/recognition/engines/image-recogniser.ts";
export type { OfficeConverter, OfficeDocument } from "./extraction/convert/external/office-converter.ts";
export type { RenderOptionsInput } from "./extraction/engines/render/render-options.ts";
export type { CheckMark } from "./extraction/page/check-mark.ts";
export type { FormField } from "./extraction/page/form-field.ts";
export type { ImagePlacement, Rule } from "./extraction/page/page-content.ts";
export {
  type ExplainedPage,
  layoutOptionsOf,
  type PageCase,
  readCase,
} from "./extraction/explain/page-case.ts";
export type {
  ExplainedDecision,
  PageExplanation,
  PageRegion,
} from "./extraction/explain/page-explanation.ts";
export { QUESTIONS, type Decision, type Question, type Reason } from "./extraction/page/decision-log.ts";
export type { Rect } from "./extraction/geometry/rect.ts";
export type { RenderedPage } from "./extraction/engines/render/rendered-page.ts";
export type { HostRestart } from "./extraction/pool/host/host-restart.ts";
