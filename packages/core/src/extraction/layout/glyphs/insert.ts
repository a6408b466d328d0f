import type { Rect } from "../../page/rect.ts";

/** Text that the page does not draw as glyphs but that belongs to its layout: a field's value, the mark of a box. */
export interface Insert {
  readonly kind: "mark" | "value";
  readonly text: string;
  /** Where it stands on the page. */
  readonly box: Rect;
  /** Font size in points; 0 where the text around decides. */
  readonly size: number;
  /** It stands in a row of its own making and does not look for the baseline of its neighbours. */
  readonly free: boolean;
  /** The boxes of its words on the page, where they do not share its box by their lengths. */
  readonly words?: readonly Rect[];
}
