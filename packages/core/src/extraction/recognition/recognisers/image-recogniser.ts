import type { Rect } from "../../page/rect.ts";

/** An image of a page, or of a picture on it without native text. */
export interface ImageToRecognise {
  /** Greyscale PNG file. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** Value of the option `lang`, such as "deu+fra" or "auto". */
  readonly lang: string;
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

/**
 * A custom recogniser, used instead of the built-in one. If it fails, the built-in one reads the page, and the page's
 * message contains the error message.
 */
export type ImageRecogniser = (
  image: ImageToRecognise,
  signal: AbortSignal,
) => Promise<readonly WordInImage[]>;

/** The recogniser as called by a page; the call is cancelled with the page. */
export type AskedRecogniser = (image: ImageToRecognise) => Promise<readonly WordInImage[]>;
