import type { Rect } from "../../page/rect.ts";

/** The picture of a page, or of what on it is no text yet. */
export interface ImageToRecognise {
  /** Grey, as a PNG file. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** What the option `lang` says, such as "deu+fra" or "auto". */
  readonly lang: string;
}

/** A word in such a picture; all lengths are its pixels, from the upper left corner. */
export interface WordInImage {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly box: Rect;
  /** What the word stands on, from its beginning to its end; without it, it is told from the box. */
  readonly baseline?: Rect | undefined;
  /** Words of one line have the same number. */
  readonly line?: number | undefined;
}

/**
 * A recogniser that is used instead of the built-in one. Where it fails, the page is read by the built-in one, and the
 * page's message gives the error's.
 */
export type ImageRecogniser = (
  image: ImageToRecognise,
  signal: AbortSignal,
) => Promise<readonly WordInImage[]>;

/** The same as a page asks for it; whoever ends the page ends the call. */
export type AskedRecogniser = (image: ImageToRecognise) => Promise<readonly WordInImage[]>;
