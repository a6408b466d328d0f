import type { Rect } from "../geometry/rect.ts";

/** The source of a page's text. */
export type TextSource = "native" | "ocr" | "mixed" | "none";

/** What is to be read of a page, and why. */
export interface TextSourceChoice {
  /** `mixed` means the page's own glyphs plus the text recognised in `regions`. */
  readonly source: TextSource;
  readonly reason: string;
  /** A note for the user; "" if there is none. */
  readonly message: string;
  /** Parts of the page to recognise, in points; empty for `native` and `none`. */
  readonly regions: readonly Rect[];
  /** Whether the whole page is recognised, not only the pictures on it. */
  readonly isScan: boolean;
}
