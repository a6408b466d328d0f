import { z } from "zod";
import { parseOptions } from "./parse-options.ts";
import { selectionSchema } from "../document/page-selection.ts";

/** What kind of document it is, which decides how its pages are read. */
export const EXTRACTION_MODES = ["native_text", "low_cost", "high_quality", "form", "table"] as const;
/** Text that keeps the layout of the page, or text in reading order. */
export const OUTPUT_MODES = ["layout_preserving", "text"] as const;
/** Columns one after the other, rows from top to bottom, or rows as the documented REST service writes them. */
export const TEXT_ORDERS = ["reading_order", "rows", "unprocessed"] as const;
/** Which end of a slanted or stepped row decides its line. */
export const LINE_STRATEGIES = ["left-priority", "mid-priority", "right-priority"] as const;
/**
 * Which pages are recognised: those whose own text does not say it all, each as if it were a picture, or only those that
 * carry no text at all.
 */
export const RECOGNITIONS = ["as_needed", "every_page", "empty_pages"] as const;
/** What becomes of a document in a language whose data is not installed. */
export const MISSING_LANGUAGES = ["refuse", "skip"] as const;

/** What becomes of text that a page carries besides what its author wrote to be seen in it. */
export const TEXT_CHOICES = ["keep", "drop"] as const;

/** Above this, a separator is no separator; it is repeated for every page. */
const MAX_SEPARATOR_LENGTH = 1000;

/** Every option of an extraction with its default. The only place where a default is written. */
export const extractOptionsSchema = z.strictObject({
  /** What kind of document it is; see the modes in the reference. */
  mode: z.enum(EXTRACTION_MODES).default("form"),
  /** `layout_preserving` keeps the page's layout; `text` gives the text without it. */
  outputMode: z.enum(OUTPUT_MODES).default("layout_preserving"),
  /**
   * The order of `text`. `unprocessed` gives rows: in `native_text` with those blanks only that the document holds, in
   * other modes with each piece of a row as a paragraph.
   */
  textOrder: z.enum(TEXT_ORDERS).default("reading_order"),
  /** Stands on a line of its own at the end of every page; `{{page_no}}` becomes the page's number. */
  pageSeparator: z.string().max(MAX_SEPARATOR_LENGTH).default("<<<"),
  /** Pages to read, such as "1-3,7,9-"; "" reads all. */
  pages: selectionSchema.default(""),
  /** Side of the median filter against noise, in pixels; `low_cost` only. */
  medianFilterSize: z.int().min(0).max(99).default(0),
  /** Radius of the blur against noise, in pixels; `low_cost` only. */
  gaussianBlurRadius: z.number().min(0).max(99).default(0),
  /** Fraction of the average character height by which text may leave its line before it starts a new one. */
  lineTolerance: z.number().min(0).max(10).default(0.4),
  /** Which end of a slanted or stepped row decides its line. */
  lineStrategy: z.enum(LINE_STRATEGIES).default("left-priority"),
  /** Stretches the page to the right before columns are found; 1.1 means 10 %. */
  horizontalStretchFactor: z.number().min(0.1).max(10).default(1),
  /** Draws vertical rules with `|`; not in `native_text`. */
  markVerticalLines: z.boolean().default(false),
  /** Draws horizontal rules with `-`; needs `markVerticalLines`. */
  markHorizontalLines: z.boolean().default(false),
  /** Recognises where a page's own text does not say it all, every page, or those without text; none in `native_text`. */
  recognition: z.enum(RECOGNITIONS).default("as_needed"),
  /** Languages of the recogniser, such as "eng" or "deu+fra"; "auto" finds the script and takes what is installed for it. */
  lang: z.string().max(200).default("eng"),
  /** Refuses a document whose languages are not all installed, or reads it with those that are. */
  missingLanguages: z.enum(MISSING_LANGUAGES).default("refuse"),
  /** Puts a hexadecimal number before every line of the text. */
  addLineNumbers: z.boolean().default(false),
  /** False drops text tilted by more than `watermarkAngleThreshold`; `form`, `high_quality` and `table` only. */
  allowRotatedText: z.boolean().default(true),
  /** Degrees. */
  watermarkAngleThreshold: z.number().min(0).max(180).default(25),
  /**
   * Text that is clipped away, or white where the page is white. The invisible layer of a scan is no hidden text: it says
   * what the picture shows.
   */
  hiddenText: z.enum(TEXT_CHOICES).default("keep"),
  /** Text of the annotations that stand on the page: text boxes, stamps and watermarks. */
  annotationText: z.enum(TEXT_CHOICES).default("keep"),
  /** Remarks on the page, which show only when they are opened: sticky notes, comments on marked text; after its text. */
  remarkText: z.enum(TEXT_CHOICES).default("drop"),
  /** True drops text that reads upwards or downwards. */
  ignoreVerticalText: z.boolean().default(false),
  /** A page whose text is tilted by less than these degrees is straightened. */
  derotateThreshold: z.number().min(0).max(180).default(10),
  /** Narrower tables are laid out as plain text; a fraction of the page's width. */
  minTableWidth: z.number().min(0).max(1).default(0),
  /** Recognised words below it are left out; other modes than `form`, `high_quality` and `table` keep the default. */
  wordConfidenceThreshold: z.number().min(0).max(1).default(0.3),
  /** Adds a confidence to each line's metadata; needs `addLineNumbers` and `layout_preserving`. */
  includeLineConfidence: z.boolean().default(false),
  /** A check box or radio button counts as marked from here on; `form`, `high_quality` and `table` only. */
  checkboxConfidenceThreshold: z.number().min(0).max(1).default(0.3),
  /** Opens an encrypted document. */
  password: z.string().max(1000).default(""),
});

/** The options as a caller gives them: all optional. */
export type ExtractOptionsInput = z.input<typeof extractOptionsSchema>;
/** The options with every default filled in. */
export type ExtractOptions = z.output<typeof extractOptionsSchema>;

/**
 * Checks `options` and fills in the defaults.
 *
 * @throws ExtractionError `BAD_OPTION`, naming the first option that is wrong and what is valid.
 */
export function parseExtractOptions(options: unknown): ExtractOptions {
  return parseOptions(extractOptionsSchema, options ?? {});
}
