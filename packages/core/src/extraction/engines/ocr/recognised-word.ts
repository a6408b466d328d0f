import type { Rect } from "../../page/rect.ts";

/** A word as the recogniser read it; all lengths are pixels of the picture it was read from. */
export interface RecognisedWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly box: Rect;
  /** What it stands on, from its beginning to its end; downwards or upwards where it is turned. */
  readonly baseline: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  /** Words of one line have the same number; it says nothing else. */
  readonly line: number;
}
