import type { EngineName } from "./engines/engine.ts";
import type { FormField } from "./page/form-field.ts";
import type { ImagePlacement, Rule } from "./page/page-content.ts";
import type { PageText } from "./page/page-text.ts";
import type { Rect } from "./page/rect.ts";

/** Where the text of a page came from. */
export type TextSource = "native" | "ocr" | "mixed" | "none";

/**
 * What became of one page: plain data, because it crosses threads, processes and the database.
 * A page that failed carries no text and says why.
 */
export type PageOutcome = PageRead | PageFailed;

export interface PageRead extends PageText {
  readonly ok: true;
  /** Counted from 1. */
  readonly number: number;
  readonly engine: EngineName;
  readonly textSource: TextSource;
  /** Why the text came from there. */
  readonly reason: string;
  /** What a person should know about the page; "" when there is nothing to say. */
  readonly message: string;
  readonly seconds: number;
  /** Points, upright. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly fields: readonly FormField[];
  readonly rules: readonly Rule[];
  readonly images: readonly ImagePlacement[];
}

export interface PageFailed {
  readonly ok: false;
  readonly number: number;
  readonly reason: "timeout" | "memory" | "damaged" | "crash";
  readonly message: string;
  readonly seconds: number;
}

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

export interface ExtractedWord {
  readonly text: string;
  /** Points. */
  readonly box: Rect;
  /** 0 to 1; 1 for native text. */
  readonly confidence: number;
}

export interface ExtractedLine {
  readonly text: string;
  readonly metadata: LineMetadata;
  /** Points; null for a blank line. */
  readonly box: Rect | null;
  readonly words: readonly ExtractedWord[];
}
