import type { CustomEngine } from "../../options/ocr-engines.ts";
import type { Rect } from "../../geometry/rect.ts";

/**
 * What an image shows: a page or picture, one block of lines such as a receipt, scattered words, or exactly one line of
 * text.
 */
export type ImageContent = "page" | "block" | "sparse" | "line";

/** An image of a page, or of a picture on it without native text. */
export interface ImageToRecognise {
  /** Greyscale PNG file; uncompressed if the engine takes prepared images. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** Value of the option `lang`, such as "deu+fra" or "auto"; never "auto" for prepared images. */
  readonly lang: string;
  /** The engine that was chosen. */
  readonly engine: CustomEngine;
  readonly shows: ImageContent;
}

/** A word in the image; lengths are in pixels from the upper-left corner. */
export interface WordInImage {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly box: Rect;
  /** Baseline from the start to the end of the word; by default estimated from the box. */
  readonly baseline?: Rect | undefined;
  /** Words of one line have the same number. */
  readonly line?: number | undefined;
}

/** What an engine recognised in an image: words with boxes, or text without. */
export interface RecognisedImage {
  readonly words?: readonly WordInImage[] | undefined;
  /**
   * Lines of text, or Markdown, without places, if there are no `words`: it is placed by the words that the built-in
   * recogniser finds.
   */
  readonly text?: string | undefined;
  /** The model that was used, for the page's record; "" if unknown. */
  readonly model: string;
  /** Notes for the user, one sentence each. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * A custom recogniser, used instead of the built-in one. If it fails, the built-in one reads the page, and the page's
 * message contains the error message.
 */
export type ImageRecogniser = (
  image: ImageToRecognise,
  signal: AbortSignal,
) => Promise<readonly WordInImage[] | RecognisedImage>;

/** The recogniser as called by a page; the call is cancelled with the page. */
export type AskedRecogniser = (image: ImageToRecognise) => Promise<RecognisedImage>;

/** The answer of a recogniser that returns only words, as one that returns more. */
export function asRecognisedImage(answer: readonly WordInImage[] | RecognisedImage): RecognisedImage {
  return "model" in answer ? answer : { words: answer, model: "" };
}
