import type { Rect } from "../geometry/rect.ts";

/** A check box or radio button on the page: a form field, a drawn box, or a character. */
export interface CheckMark {
  readonly kind: "box" | "circle";
  readonly marked: boolean;
  /** Confidence that it is one, 0 to 1; below 1 only if it was recognised in an image. */
  readonly confidence: number;
  readonly box: Rect;
}
