import type { Rect } from "../../geometry/rect.ts";

/** Text that is not drawn as glyphs but belongs to the layout: a field's value, or the mark of a check box. */
export interface Insert {
  readonly kind: "mark" | "value";
  readonly text: string;
  /** Its place on the page. */
  readonly box: Rect;
  /** Font size in points; 0 to use that of the surrounding text. */
  readonly size: number;
  /** It forms a row of its own and is not aligned with neighbouring baselines. */
  readonly free: boolean;
  /** The boxes of its words on the page, unless they share its box in proportion to their lengths. */
  readonly words?: readonly Rect[];
}
