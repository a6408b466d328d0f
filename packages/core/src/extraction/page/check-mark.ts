import type { Rect } from "./rect.ts";

/** A check box or radio button where it stands on the page: a field of a form, or drawn or written into the page. */
export interface CheckMark {
  readonly kind: "box" | "circle";
  readonly marked: boolean;
  /** How certain it is that there is one, 0 to 1; below 1 only where it was recognised in a picture. */
  readonly confidence: number;
  readonly box: Rect;
}
