import type { Rect } from "../../geometry/rect.ts";

/** A drawn shape that may be a check box or radio button, in pixels. */
export interface DrawnShape {
  readonly kind: "box" | "circle";
  readonly box: Rect;
  /** Share of ink inside, 0 to 1. */
  readonly fill: number;
  /** How closely the shape matches its kind, 0 to 1. */
  readonly likeness: number;
  /** Whether no letters are as near as within a word; set only for circles. */
  readonly standsApart: boolean;
}

/** Minimum and maximum side of a check box or radio button, in pixels. */
export interface ShapeSizes {
  readonly smallest: number;
  readonly largest: number;
}
