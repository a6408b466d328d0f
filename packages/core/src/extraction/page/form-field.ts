import type { Rect } from "./rect.ts";

/** A widget of an interactive form, where it stands on the page. Hidden widgets are not listed. */
export interface FormField {
  /** The fully qualified name, parts joined with dots. */
  readonly name: string;
  readonly kind: "text" | "checkbox" | "radio" | "choice" | "button" | "signature";
  /** The text it shows; for a check box or radio button the name of its on state. */
  readonly value: string;
  /** Null where the kind has no check mark. */
  readonly checked: boolean | null;
  /** True where the page draws a mark into the box of one that is not checked. */
  readonly drawnMark?: boolean;
  readonly multiline: boolean;
  /** Size of its text in points; 0 where the form leaves it to the reader. */
  readonly fontSize: number;
  /** How many cells of one width its box has, one for each character; not there where it is no comb. */
  readonly combCells?: number;
  readonly box: Rect;
}
