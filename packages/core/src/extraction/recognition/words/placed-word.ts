import type { Rect } from "../../page/rect.ts";

/** A recognised word where it stands on its page, in points from the upper left corner. */
export interface PlacedWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Where its baseline begins. */
  readonly x: number;
  readonly y: number;
  /** Its length along the baseline. */
  readonly advance: number;
  /** Degrees clockwise from reading to the right. */
  readonly angle: number;
  /** Font size of its line. */
  readonly size: number;
  readonly box: Rect;
  /** Words of one line have the same number. */
  readonly line: number;
}
