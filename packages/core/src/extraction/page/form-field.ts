import type { Rect } from "../geometry/rect.ts";

/** A widget of an interactive form and its place on the page. Hidden widgets are not included. */
export interface FormField {
  /** Fully qualified name: the partial names joined with dots. */
  readonly name: string;
  readonly kind: "text" | "checkbox" | "radio" | "choice" | "button" | "signature";
  /** The displayed text; for a check box or radio button, the name of its on state. */
  readonly value: string;
  /** Null for kinds without a check mark. */
  readonly checked: boolean | null;
  /** True if the page or the field's appearance draws a mark into a box whose field is unchecked. */
  readonly drawnMark?: boolean;
  readonly multiline: boolean;
  /** Font size in points; 0 for auto-sized text. */
  readonly fontSize: number;
  /** Number of equal cells in a comb field, one per character; absent for other fields. */
  readonly combCells?: number;
  readonly box: Rect;
}
