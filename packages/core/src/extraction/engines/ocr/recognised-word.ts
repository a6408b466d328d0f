import type { Rect } from "../../page/rect.ts";

/** A word as the recogniser read it; all lengths are pixels of the picture it was read from. */
export interface RecognisedWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly box: Rect;
  /** Where the word's baseline is at the left and at the right end of its box. */
  readonly baseline: readonly [left: number, right: number];
  /** Words of one line have the same number; it says nothing else. */
  readonly line: number;
}
