import { extractOptionsSchema, OUTPUT_MODES, TEXT_ORDERS, type Submission } from "@galley/core/domain";
import { z } from "zod";
import { flag, number, text, word, words } from "./parameters.ts";

type Options = Submission["options"];

const { shape } = extractOptionsSchema;

/** Older names of output modes, which clients still send; the JavaScript client sends them by default. */
export const OLDER_OUTPUT_MODES = ["line-printer", "dump-text"] as const;

/** An extension. The default matches the documented service. */
export const TEXT_ORDER = word(z.enum(TEXT_ORDERS).default("unprocessed"));

/** The documented extraction parameters. Ranges and defaults come from the options. */
export const extractionParameters = z.object({
  mode: word(shape.mode),
  output_mode: word(z.enum([...OUTPUT_MODES, ...OLDER_OUTPUT_MODES]).default("layout_preserving")),
  text_order: TEXT_ORDER,
  page_separator: text(shape.pageSeparator.unwrap().optional()),
  /** The deprecated misspelling, used if `page_separator` is absent. */
  page_seperator: text(shape.pageSeparator.unwrap().optional()),
  pages_to_extract: word(shape.pages),
  median_filter_size: number(shape.medianFilterSize),
  gaussian_blur_radius: number(shape.gaussianBlurRadius),
  line_splitter_tolerance: number(shape.lineTolerance),
  line_splitter_strategy: word(shape.lineStrategy),
  horizontal_stretch_factor: number(shape.horizontalStretchFactor),
  mark_vertical_lines: flag(shape.markVerticalLines),
  mark_horizontal_lines: flag(shape.markHorizontalLines),
  lang: text(shape.lang),
  /** Extensions. */
  ocr_engine: word(shape.ocrEngine),
  handwriting: word(shape.handwriting),
  add_line_nos: flag(shape.addLineNumbers),
  include_line_confidence: flag(shape.includeLineConfidence),
  allow_rotated_text: flag(shape.allowRotatedText),
  ignore_vertical_text: flag(shape.ignoreVerticalText),
  word_confidence_threshold: number(shape.wordConfidenceThreshold),
  watermark_angle_threshold: number(shape.watermarkAngleThreshold),
  checkbox_confidence_threshold: number(shape.checkboxConfidenceThreshold),
  derotate_threshold: number(shape.derotateThreshold),
  min_table_width: number(shape.minTableWidth),
  /** An extension: finds the document's structure, for `GET …/whisper-structure`. */
  blocks: flag(shape.blocks),
  /** An extension. */
  renditions: words(shape.renditions),
  /** An extension. */
  attachments: word(shape.attachments),
  /** An extension. */
  remark_text: word(shape.remarkText),
});

type ExtractionParameters = z.output<typeof extractionParameters>;

/** The documented parameter names of extraction options. */
export const PARAMETER_OF_OPTION = {
  mode: "mode",
  outputMode: "output_mode",
  textOrder: "text_order",
  pageSeparator: "page_separator",
  pages: "pages_to_extract",
  medianFilterSize: "median_filter_size",
  gaussianBlurRadius: "gaussian_blur_radius",
  lineTolerance: "line_splitter_tolerance",
  lineStrategy: "line_splitter_strategy",
  horizontalStretchFactor: "horizontal_stretch_factor",
  markVerticalLines: "mark_vertical_lines",
  markHorizontalLines: "mark_horizontal_lines",
  recognition: "mode",
  lang: "lang",
  missingLanguages: "lang",
  ocrEngine: "ocr_engine",
  handwriting: "handwriting",
  addLineNumbers: "add_line_nos",
  includeLineConfidence: "include_line_confidence",
  allowRotatedText: "allow_rotated_text",
  hiddenText: "mode",
  annotationText: "mode",
  remarkText: "remark_text",
  ignoreVerticalText: "ignore_vertical_text",
  wordConfidenceThreshold: "word_confidence_threshold",
  watermarkAngleThreshold: "watermark_angle_threshold",
  checkboxConfidenceThreshold: "checkbox_confidence_threshold",
  derotateThreshold: "derotate_threshold",
  minTableWidth: "min_table_width",
  blocks: "blocks",
  renditions: "renditions",
  attachments: "attachments",
} as const satisfies Record<keyof Options, keyof ExtractionParameters>;

export const OUTPUT_MODE = {
  layout_preserving: "layout_preserving",
  "line-printer": "layout_preserving",
  text: "text",
  "dump-text": "text",
} as const satisfies Record<ExtractionParameters["output_mode"], Options["outputMode"]>;

export function extractionOptions(parameters: ExtractionParameters): Required<Options> {
  return {
    mode: parameters.mode,
    outputMode: OUTPUT_MODE[parameters.output_mode],
    textOrder: parameters.text_order,
    pageSeparator: parameters.page_separator ?? parameters.page_seperator,
    pages: parameters.pages_to_extract,
    medianFilterSize: parameters.median_filter_size,
    gaussianBlurRadius: parameters.gaussian_blur_radius,
    lineTolerance: parameters.line_splitter_tolerance,
    lineStrategy: parameters.line_splitter_strategy,
    horizontalStretchFactor: parameters.horizontal_stretch_factor,
    markVerticalLines: parameters.mark_vertical_lines,
    markHorizontalLines: parameters.mark_horizontal_lines,
    recognition: "as_needed",
    lang: parameters.lang,
    // Documented as a hint.
    missingLanguages: "skip",
    ocrEngine: parameters.ocr_engine,
    handwriting: parameters.handwriting,
    addLineNumbers: parameters.add_line_nos,
    includeLineConfidence: parameters.include_line_confidence,
    allowRotatedText: parameters.allow_rotated_text,
    hiddenText: "keep",
    annotationText: "keep",
    remarkText: parameters.remark_text,
    ignoreVerticalText: parameters.ignore_vertical_text,
    wordConfidenceThreshold: parameters.word_confidence_threshold,
    watermarkAngleThreshold: parameters.watermark_angle_threshold,
    checkboxConfidenceThreshold: parameters.checkbox_confidence_threshold,
    derotateThreshold: parameters.derotate_threshold,
    minTableWidth: parameters.min_table_width,
    blocks: parameters.blocks,
    renditions: parameters.renditions,
    attachments: parameters.attachments,
  };
}
