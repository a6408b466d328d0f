import type { Rect } from "../../../geometry/rect.ts";
import type { PlacedWord } from "../../words/placed-word.ts";

/** What is known about the places of text, in one unit. */
export interface KnownPlaces {
  readonly words: readonly PlacedWord[];
  /** Lines of ink that no word covers. */
  readonly unread: readonly Rect[];
  /** The page or region that the text is in. */
  readonly region: Rect;
}
