import type { EngineName } from "../engines/engine.ts";
import type { CheckMark } from "../page/check-mark.ts";
import type { FormField } from "../page/form-field.ts";
import type { ImagePlacement, Rule } from "../page/page-content.ts";
import type { PageText } from "../page/page-text.ts";
import type { Rect } from "../page/rect.ts";

/** Where the text of a page came from. */
export type TextSource = "native" | "ocr" | "mixed" | "none";

/**
 * What became of one page: plain data, because it crosses threads, processes and the database.
 * A page that failed carries no text and says why.
 */
export type PageOutcome = PageRead | PageFailed;

/** A page that was read: its text and what else is known of it. */
export interface PageRead extends PageText {
  readonly ok: true;
  /** Counted from 1. */
  readonly number: number;
  readonly engine: EngineName;
  readonly textSource: TextSource;
  /** Why the text came from there. */
  readonly reason: string;
  /** The page's own text cannot be trusted; the message says why. It may have been replaced by recognised text. */
  readonly garbled: boolean;
  /** What a person should know about the page; "" when there is nothing to say. */
  readonly message: string;
  readonly seconds: number;
  /** Points, upright. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly fields: readonly FormField[];
  /** Check boxes and radio buttons: of forms always, those drawn or written into the page in `form` and `table`. */
  readonly checkMarks: readonly CheckMark[];
  readonly rules: readonly Rule[];
  readonly images: readonly ImagePlacement[];
}

/** A page that carries no text, and why. */
export interface PageFailed {
  readonly ok: false;
  readonly number: number;
  readonly reason: "timeout" | "memory" | "damaged" | "crash";
  readonly message: string;
  readonly seconds: number;
}

/** What the lines of a page are known by. */
export type PageLines =
  | Pick<PageRead, "ok" | "number" | "lines" | "height">
  | Pick<PageFailed, "ok" | "number">;

/** What the text of a page is known by. */
export type PageWording =
  | Pick<PageRead, "ok" | "number" | "text" | "textSource">
  | Pick<PageFailed, "ok" | "number">;

/** The vertical place of one line of the document's text, in pixels at 288 dpi from the top of the upright page. */
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

/** A word where it stands on its page. */
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
  /** Without page separator and line numbers; "" when the page failed. */
  readonly text: string;
  /** One for each line of `text.split("\n")`; none when the page failed. */
  readonly lines: readonly ExtractedLine[];
  /** What a person should know about the page, or why it failed; "" when there is nothing to say. */
  readonly message: string;
  readonly seconds: number;
  /** All that is known of the page: its size, engine, form fields, rules and images. */
  readonly outcome: PageOutcome;
}

/** The text of a document, whole and by pages. */
export interface ExtractedDocument {
  /** Pages of the whole document, selected or not. */
  readonly pageCount: number;
  /** The selected pages, ascending. */
  readonly pages: readonly ExtractedPage[];
  /** The pages' text with page separators and, where asked for, line numbers. */
  readonly text: string;
  /** One entry for each line of `text.split("\n")`; null for blank lines and page separators. */
  readonly lines: readonly (LineMetadata | null)[];
  /** What a person should know about the document; "" when there is nothing to say. */
  readonly message: string;
}
