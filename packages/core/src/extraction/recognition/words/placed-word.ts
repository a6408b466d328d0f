import type { Rect } from "../../geometry/rect.ts";

/** A recognised word in page coordinates, in points from the upper-left corner. */
export interface PlacedWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Length along the baseline. */
  readonly advance: number;
  /** Degrees clockwise; 0 for text that reads to the right. */
  readonly angle: number;
  /** Font size of the line. */
  readonly size: number;
  readonly box: Rect;
  /** Words of one line have the same number. */
  readonly line: number;
  /** The model that read it, if it is not the recogniser of the page. */
  readonly model?: string | undefined;
}
