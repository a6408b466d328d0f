import type { Rect } from "../../geometry/rect.ts";

/** A word returned by the recogniser; coordinates are in pixels of the recognised image. */
export interface RecognisedWord {
  readonly text: string;
  /** Confidence, 0 to 1. */
  readonly confidence: number;
  readonly box: Rect;
  /** Baseline from the start to the end of the word; vertical if the word is rotated. */
  readonly baseline: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  /** Line identifier: words of the same line share it. Its order has no meaning. */
  readonly line: number;
  /** The model that read it, if it is not the recogniser of the page. */
  readonly model?: string | undefined;
}
