import type { Rect } from "../../page/rect.ts";

/** A drawn shape that may be a check box or radio button, in pixels. */
export interface DrawnShape {
  readonly kind: "box" | "circle";
  readonly box: Rect;
  /** How much of its inside is ink, 0 to 1. */
  readonly fill: number;
  /** How well the shape is what it seems, 0 to 1. */
  readonly likeness: number;
  /** Whether no letters stand as near to it as those of one word; known of circles only. */
  readonly standsApart: boolean;
}

/** The shortest and the longest side of a check box or radio button, in pixels. */
export interface ShapeSizes {
  readonly smallest: number;
  readonly largest: number;
}
