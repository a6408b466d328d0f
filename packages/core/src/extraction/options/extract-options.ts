import { z } from "zod";
import { parseOptions } from "./parse-options.ts";
import { RENDITIONS } from "./renditions.ts";
import { HANDWRITING_CHOICES, OCR_ENGINES } from "./ocr-engines.ts";
import { selectionSchema } from "../document/page-selection.ts";

/** The processing modes: which kind of document it is and how its pages are read. */
export const EXTRACTION_MODES = ["native_text", "low_cost", "high_quality", "form", "table"] as const;
/** Text with the page's layout kept, or plain text. */
export const OUTPUT_MODES = ["layout_preserving", "text"] as const;
/** Columns one after the other, rows from top to bottom, or rows as the documented REST service writes them. */
export const TEXT_ORDERS = ["reading_order", "rows", "unprocessed"] as const;
/** Which end of a slanted or stepped row decides its line. */
export const LINE_STRATEGIES = ["left-priority", "mid-priority", "right-priority"] as const;
/**
 * Which pages are recognised: those whose native text is incomplete, every page (as if it were an image), or only those
 * without native text.
 */
export const RECOGNITIONS = ["as_needed", "every_page", "empty_pages"] as const;
/** The engine of recognition; `default` is the one that the extractor or service is set up with. */
export const OCR_ENGINE_CHOICES = ["default", ...OCR_ENGINES] as const;
/** What reads handwriting; `default` is what the extractor or service is set up with. */
export const HANDWRITING_READERS = ["default", ...HANDWRITING_CHOICES] as const;
/** How a document is handled whose language data is not installed. */
export const MISSING_LANGUAGES = ["refuse", "skip"] as const;

/** Whether text outside the visible body of the page is kept: hidden text, annotations, notes. */
export const TEXT_CHOICES = ["keep", "drop"] as const;

/** Whether files inside a document are named or read. */
export const ATTACHMENT_CHOICES = ["list", "read"] as const;

/** Bounds the size of the result: the separator is repeated for every page. */
const MAX_SEPARATOR_LENGTH = 1000;

/** Characters of all passwords of a document. */
export const MAX_PASSWORDS_LENGTH = 4000;

/** Every option of an extraction with its default; defaults are defined only here. */
export const extractOptionsSchema = z.strictObject({
  /** Kind of document; see the modes in the reference. */
  mode: z.enum(EXTRACTION_MODES).default("form"),
  /** `layout_preserving` keeps the page's layout; `text` drops it. */
  outputMode: z.enum(OUTPUT_MODES).default("layout_preserving"),
  /**
   * Order of `text`. `unprocessed` writes rows: in `native_text` with only the spaces that the document contains, in
   * other modes with each segment of a row as a paragraph.
   */
  textOrder: z.enum(TEXT_ORDERS).default("reading_order"),
  /** Written on its own line at the end of every page; `{{page_no}}` becomes the page number. */
  pageSeparator: z.string().max(MAX_SEPARATOR_LENGTH).default("<<<"),
  /** Pages to read, such as "1-3,7,9-"; "" reads all. */
  pages: selectionSchema.default(""),
  /** Window size of the median filter that removes noise, in pixels; `low_cost` only. */
  medianFilterSize: z.int().min(0).max(99).default(0),
  /** Radius of the Gaussian blur that reduces noise, in pixels; `low_cost` only. */
  gaussianBlurRadius: z.number().min(0).max(99).default(0),
  /** How far text may be off its line before it starts a new one, as a fraction of the mean character height. */
  lineTolerance: z.number().min(0).max(10).default(0.4),
  /** Which end of a slanted or stepped row decides its line. */
  lineStrategy: z.enum(LINE_STRATEGIES).default("left-priority"),
  /** Stretches the page horizontally before columns are found; 1.1 adds 10 %. */
  horizontalStretchFactor: z.number().min(0.1).max(10).default(1),
  /** Draws vertical ruling lines with `|`; not in `native_text`. */
  markVerticalLines: z.boolean().default(false),
  /** Draws horizontal ruling lines with `-`; needs `markVerticalLines`. */
  markHorizontalLines: z.boolean().default(false),
  /**
   * Recognises pages whose native text is incomplete, every page, or only pages without text; ignored in `native_text`.
   */
  recognition: z.enum(RECOGNITIONS).default("as_needed"),
  /**
   * Languages of the recogniser, such as "eng" or "deu+fra"; "auto" detects the script and uses the languages installed
   * for it.
   */
  lang: z.string().max(200).default("eng"),
  /** Rejects a document if one of its languages is not installed, or reads it with the languages that are. */
  missingLanguages: z.enum(MISSING_LANGUAGES).default("refuse"),
  /** The engine of recognition; only engines that the extractor or service is set up with are valid. */
  ocrEngine: z.enum(OCR_ENGINE_CHOICES).default("default"),
  /** `service` sends regions that look handwritten or were read with low confidence to the OCR service. */
  handwriting: z.enum(HANDWRITING_READERS).default("default"),
  /** Writes a hexadecimal number before every line of the text. */
  addLineNumbers: z.boolean().default(false),
  /** `false` drops text tilted by more than `watermarkAngleThreshold`; `form`, `high_quality` and `table` only. */
  allowRotatedText: z.boolean().default(true),
  /** Degrees. */
  watermarkAngleThreshold: z.number().min(0).max(180).default(25),
  /**
   * Text that is clipped away, covered by a later opaque box, white on a white page, or hidden by the styles of an HTML page,
   * a mail or an EPUB book. The invisible text layer of a scan does not count as hidden: it transcribes the image.
   */
  hiddenText: z.enum(TEXT_CHOICES).default("keep"),
  /** Text of annotations drawn on the page: text boxes, stamps and watermarks. */
  annotationText: z.enum(TEXT_CHOICES).default("keep"),
  /** Notes that show only when opened (sticky notes, comments on marked text); written after the page's text. */
  remarkText: z.enum(TEXT_CHOICES).default("drop"),
  /** `true` drops vertical text (rotated by about 90°). */
  ignoreVerticalText: z.boolean().default(false),
  /** Pages tilted by less than this many degrees are deskewed. */
  derotateThreshold: z.number().min(0).max(180).default(10),
  /** Tables narrower than this are written as plain text; a fraction of the page width. */
  minTableWidth: z.number().min(0).max(1).default(0),
  /**
   * Recognised words with a lower confidence are dropped; only `form`, `high_quality` and `table` accept another value
   * than the default.
   */
  wordConfidenceThreshold: z.number().min(0).max(1).default(0.3),
  /** Adds the confidence to each line's metadata; needs `addLineNumbers` and `layout_preserving`. */
  includeLineConfidence: z.boolean().default(false),
  /**
   * Least confidence at which a check box or radio button counts as marked; `form`, `high_quality` and `table` only.
   */
  checkboxConfidenceThreshold: z.number().min(0).max(1).default(0.3),
  /**
   * Finds the document's structure beside the text: headings, paragraphs, lists, tables, figures and form fields with
   * their places. See `blocks` of the result. The service finds it later otherwise, when somebody asks for it.
   */
  blocks: z.boolean().default(false),
  /** Finds the structure, of which only these renditions are wanted; ignored with `blocks`. See `renditions` of the result. */
  renditions: z.array(z.enum(RENDITIONS)).max(RENDITIONS.length).default([]),
  /**
   * Whether the files in a PDF or a mail are read after their document, or only named in the result's message. Those of
   * an archive are always read.
   */
  attachments: z.enum(ATTACHMENT_CHOICES).default("list"),
  /** Opens an encrypted document. Of several lines, each is tried. */
  password: z.string().max(MAX_PASSWORDS_LENGTH).default(""),
});

/** Options as passed by the caller: all optional. */
export type ExtractOptionsInput = z.input<typeof extractOptionsSchema>;
/** Options with every default filled in. */
export type ExtractOptions = z.output<typeof extractOptionsSchema>;

/**
 * Validates `options` and fills in the defaults.
 *
 * @throws ExtractionError `BAD_OPTION` with the first invalid option and its valid values.
 */
export function parseExtractOptions(options: unknown): ExtractOptions {
  return parseOptions(extractOptionsSchema, options ?? {});
}
