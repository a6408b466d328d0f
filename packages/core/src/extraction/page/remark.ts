import type { Rect } from "./rect.ts";

/** What somebody wrote about a place of a page: a note pinned to it, or a comment on text that is marked. */
export interface Remark {
  /** "" where it is not said. */
  readonly author: string;
  /** Lines end with "\n". */
  readonly text: string;
  readonly box: Rect;
}
