import type { JobOptions } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const ExtractionModeEnum = enumType<JobOptions["mode"]>("ExtractionMode", "Kinds of documents.", {
  native_text: "Documents with embedded text. Fastest.",
  low_cost: "Decent scans without handwriting.",
  high_quality: "Handwriting and poor scans.",
  form: "Forms with check boxes and radio buttons.",
  table: "Dense tables.",
});

export const OutputModeEnum = enumType<JobOptions["outputMode"]>("OutputMode", "Layout of the text.", {
  layout_preserving: "Keeps the page's layout with spaces and drops surplus white space.",
  text: "Plain text without layout, in the order set by `textOrder`.",
});

export const TextOrderEnum = enumType<JobOptions["textOrder"]>("TextOrder", "Order of text without layout.", {
  reading_order: "Column by column, tables row by row.",
  rows: "Rows from top to bottom, with two spaces between the cells of a row.",
  unprocessed:
    "Rows as in the REST API: in NATIVE_TEXT only with the document's own spaces, in other modes with one paragraph for each segment of a row.",
});

export const LineStrategyEnum = enumType<JobOptions["lineStrategy"]>(
  "LineStrategy",
  "Which part of a slanted or stepped row determines its line.",
  {
    "left-priority": "The left end.",
    "mid-priority": "The middle.",
    "right-priority": "The right end.",
  },
);

export const RecognitionEnum = enumType<JobOptions["recognition"]>(
  "Recognition",
  "Which pages are recognised (OCR).",
  {
    as_needed: "Pages whose embedded text is missing, incomplete or garbled.",
    every_page: "Every page, as if it were an image.",
    empty_pages: "Pages without any embedded text.",
  },
);

export const TextChoiceEnum = enumType<JobOptions["hiddenText"]>(
  "TextChoice",
  "How text outside the visible page content is handled.",
  {
    keep: "Included in the page's text.",
    drop: "Left out.",
  },
);

export const AttachmentChoiceEnum = enumType<JobOptions["attachments"]>(
  "AttachmentChoice",
  "How the files in a PDF or a mail are handled.",
  {
    list: "Named in the job's message.",
    read: "Read after their document; the message of each page names its file.",
  },
);

export const OcrEngineChoiceEnum = enumType<JobOptions["ocrEngine"]>(
  "OcrEngineChoice",
  "Engines of text recognition (OCR) that a job can name.",
  {
    default: "The engine that the service is set up with.",
    wasm: "The built-in recogniser.",
    tesseract: "Tesseract as installed on the server, if it is set up.",
    onnx: "ONNX models in PaddleOCR's layout, if they are set up.",
    service: "The OCR service or vision model, if one is set up.",
  },
);

export const HandwritingEnum = enumType<JobOptions["handwriting"]>(
  "Handwriting",
  "What reads regions that look handwritten or were read with low confidence.",
  {
    default: "What the service is set up with.",
    engine: "The engine of the page.",
    service: "The OCR service or vision model, if one is set up.",
  },
);

export const MissingLanguagesEnum = enumType<JobOptions["missingLanguages"]>(
  "MissingLanguages",
  "How a document is handled if the data of a language is not installed.",
  {
    refuse: "The document is rejected.",
    skip: "The document is read with the installed languages; a message on its pages says so.",
  },
);

export const StructureRenditionEnum = enumType<JobOptions["renditions"][number]>(
  "StructureRendition",
  "Renditions of a document's structure.",
  {
    markdown: "Markdown: `Job.markdown`.",
    html: "An HTML article: `Job.html`.",
    plain: "Plain text in reading order.",
    tables: "The tables with their cells, and as CSV: `Job.tables`.",
    blocks: "Headings, paragraphs, lists, tables and other blocks with their places: `Job.blocks`.",
    chunks: "Pieces for retrieval: `Job.chunks`.",
  },
);
