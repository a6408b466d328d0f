import type { TextSource } from "../page/text-source.ts";
import type { PageRecogniser } from "../recognition/engines/engines.ts";
import type { EngineName } from "../engines/engine.ts";
import type { CheckMark } from "../page/check-mark.ts";
import type { FormField } from "../page/form-field.ts";
import type { ImagePlacement, Rule } from "../page/page-content.ts";
import type { PageText } from "../page/page-text.ts";
import type { DocumentBlocks } from "../structure/model/block.ts";
import type { DocumentRenditions } from "../structure/document-renditions.ts";
import type { Rect } from "../geometry/rect.ts";

/**
 * The result of one page: plain data, because it crosses threads, processes and the database. A failed page has no text
 * but a message.
 */
export type PageOutcome = PageRead | PageFailed;

/** A page that was read: its text, fields, check marks and other content. */
export interface PageRead extends PageText {
  readonly ok: true;
  /** Counted from 1. */
  readonly number: number;
  readonly engine: EngineName;
  readonly textSource: TextSource;
  /** Why this text source was chosen. */
  readonly reason: string;
  /** What recognised its words, the engine of most words first; absent if none was recognised. */
  readonly recognisers?: readonly PageRecogniser[];
  /** Mean confidence of the recognised words over their letters and digits, 0 to 1; absent if none was recognised. */
  readonly confidence?: number;
  /** Set if the recognised text is likely wrong, as the message explains. */
  readonly doubtful?: true;
  /** The native text is unreliable, as the message explains. It may have been replaced by recognised text. */
  readonly garbled: boolean;
  /** A note for the user; "" if there is none. */
  readonly message: string;
  readonly seconds: number;
  /** Points, of the upright page. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly fields: readonly FormField[];
  /** Check boxes and radio buttons: form fields in every mode, drawn or written ones in `form` and `table`. */
  readonly checkMarks: readonly CheckMark[];
  readonly rules: readonly Rule[];
  readonly images: readonly ImagePlacement[];
  /**
   * The page's part of the document's structure (`PageStructure`) as JSON, because copying it as objects between threads
   * and processes costs more than finding it. Absent unless the option `blocks` or `renditions` is set, or reading the page
   * again would cost too much or need its password: then it is found with the text.
   */
  readonly structure?: string;
  /** The decisions about the page and its content as JSON (`ReadPageExplanation`); only if an explanation was asked for. */
  readonly explanation?: string;
}

/** A page that failed, and why. */
export interface PageFailed {
  readonly ok: false;
  readonly number: number;
  readonly reason: "timeout" | "memory" | "damaged" | "crash";
  readonly message: string;
  readonly seconds: number;
}

/** What is needed to locate the lines of a page. */
export type PageLines =
  | Pick<PageRead, "ok" | "number" | "lines" | "height">
  | Pick<PageFailed, "ok" | "number">;

/** What is needed to search the text of a page. */
export type PageWording =
  | Pick<PageRead, "ok" | "number" | "text" | "textSource">
  | Pick<PageFailed, "ok" | "number">;

/** The vertical position of one line of the document's text, in pixels at 288 dpi from the top of the upright page. */
export interface LineMetadata {
  /** Counted from 0. */
  readonly page: number;
  /** Bottom of the line's ink. */
  readonly baseY: number;
  readonly height: number;
  readonly pageHeight: number;
  /** Mean confidence of the line's words, 0 to 1. */
  readonly confidence: number;
}

/** A word and its bounding box on the page. */
export interface ExtractedWord {
  readonly text: string;
  /** Points. */
  readonly box: Rect;
  /** 0 to 1; 1 for native text. */
  readonly confidence: number;
}

/** A line of a page's text. */
export interface ExtractedLine {
  readonly text: string;
  readonly metadata: LineMetadata;
  /** Points; null for a blank line. */
  readonly box: Rect | null;
  readonly words: readonly ExtractedWord[];
}

/** A page of the result. */
export interface ExtractedPage {
  /** Counted from 1. */
  readonly number: number;
  readonly status: "read" | "failed";
  /** Without page separator and line numbers; "" if the page failed. */
  readonly text: string;
  /** One for each line of `text.split("\n")`; empty if the page failed. */
  readonly lines: readonly ExtractedLine[];
  /** A note for the user, or why the page failed; "" if there is none. */
  readonly message: string;
  readonly seconds: number;
  /** The full record of the page: its size, engine, form fields, ruling lines and images. */
  readonly outcome: PageOutcome;
}

/** The text of a document, joined and by page. */
export interface ExtractedDocument {
  /** Pages of the whole document, selected or not. */
  readonly pageCount: number;
  /** The selected pages, ascending. */
  readonly pages: readonly ExtractedPage[];
  /** The pages' text with page separators and, if enabled, line numbers. */
  readonly text: string;
  /** One entry for each line of `text.split("\n")`; null for blank lines and page separators. */
  readonly lines: readonly (LineMetadata | null)[];
  /**
   * Headings, paragraphs, lists, tables and other blocks in reading order. Computed on first access.
   *
   * @throws ExtractionError `BAD_OPTION` unless the option `blocks` or `renditions` was set.
   */
  readonly blocks: DocumentBlocks;
  /** The renditions of `blocks` that the options keep. Each is computed on first access. */
  readonly renditions: DocumentRenditions;
  /** A note for the user; "" if there is none. */
  readonly message: string;
}
