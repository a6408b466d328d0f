import { extractOptionsSchema, type Submission } from "@galley/core/domain";
import { z } from "zod";
import { OLDER_OUTPUT_MODES, OUTPUT_MODE, TEXT_ORDER } from "../http/extraction-parameters.ts";
import { flag, number, text, word } from "../http/parameters.ts";
import { documentParameters } from "../http/submitted-document.ts";

type Options = Submission["options"];

const { shape } = extractOptionsSchema;

/** The longest wait in seconds, whatever the `timeout`. */
export const LONGEST_WAIT_S = 200;

/** The parameters of a submission. Clients also send others, which version 1 ignores. */
export const submissionParameters = z.object({
  processing_mode: word(z.enum(["ocr", "text"])),
  output_mode: word(z.enum([...OLDER_OUTPUT_MODES, "text"])),
  text_order: TEXT_ORDER,
  page_seperator: text(shape.pageSeparator.unwrap().optional()),
  force_text_processing: flag(z.boolean().default(false)),
  pages_to_extract: word(shape.pages),
  /** In seconds; more than 200 counts as 200. */
  timeout: number(z.int().min(0).default(LONGEST_WAIT_S)),
  store_metadata_for_highlighting: flag(z.boolean().default(false)),
  median_filter_size: number(shape.medianFilterSize),
  gaussian_blur_radius: number(shape.gaussianBlurRadius),
  ocr_provider: word(z.enum(["simple", "advanced"]).default("advanced")),
  line_splitter_tolerance: number(shape.lineTolerance),
  horizontal_stretch_factor: number(shape.horizontalStretchFactor),
  mark_vertical_lines: flag(shape.markVerticalLines),
  mark_horizontal_lines: flag(shape.markHorizontalLines),
  /** Extensions. */
  attachments: word(shape.attachments),
  remark_text: word(shape.remarkText),
  lang: text(shape.lang),
  ocr_engine: word(shape.ocrEngine),
  handwriting: word(shape.handwriting),
  ...documentParameters.shape,
  /** Sent by the platform's SDK: the text is returned as a member of a JSON object. */
  output_json: flag(z.boolean().default(false)),
});

export type SubmissionParameters = z.output<typeof submissionParameters>;

export function extractionOptions(parameters: SubmissionParameters): Options {
  return {
    mode: modeOf(parameters),
    recognition: parameters.processing_mode === "text" ? "empty_pages" : "every_page",
    outputMode: OUTPUT_MODE[parameters.output_mode],
    textOrder: parameters.text_order,
    pageSeparator: parameters.page_seperator,
    pages: parameters.pages_to_extract,
    medianFilterSize: parameters.median_filter_size,
    gaussianBlurRadius: parameters.gaussian_blur_radius,
    lineTolerance: parameters.line_splitter_tolerance,
    horizontalStretchFactor: parameters.horizontal_stretch_factor,
    markVerticalLines: parameters.mark_vertical_lines,
    markHorizontalLines: parameters.mark_horizontal_lines,
    attachments: parameters.attachments,
    remarkText: parameters.remark_text,
    lang: parameters.lang,
    // As in version 2.
    missingLanguages: "skip",
    ocrEngine: parameters.ocr_engine,
    handwriting: parameters.handwriting,
  };
}

/**
 * `text` reads embedded text and recognises only pages without any. The noise filters are those of simple
 * recognition.
 */
function modeOf({
  processing_mode,
  force_text_processing,
  ocr_provider,
  ...filters
}: SubmissionParameters): Options["mode"] {
  if (force_text_processing) return "native_text";
  const isFiltered = filters.median_filter_size > 0 || filters.gaussian_blur_radius > 0;
  if (ocr_provider === "simple" || isFiltered) return "low_cost";
  return processing_mode === "text" ? "high_quality" : "form";
}
