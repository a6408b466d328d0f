import type { Rect } from "../geometry/rect.ts";

/** The text of a markup annotation: a sticky note, or a comment on marked text. */
export interface AnnotationNote {
  /** "" if the annotation names no author. */
  readonly author: string;
  /** Lines are separated by "\n". */
  readonly text: string;
  readonly box: Rect;
}
