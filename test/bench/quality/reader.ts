import type { Rect } from "@galley/core";

/** A PDF reader to compare. */
export interface Reader extends AsyncDisposable {
  readonly name: string;
  /** The layout text of each page. Rejects if the document cannot be read. */
  layout(path: string): Promise<readonly string[]>;
  /** The text of the document in reading order. */
  readingOrder(path: string): Promise<string>;
  /** The document in Markdown, if the reader writes it. */
  readonly markdown?: (path: string) => Promise<string>;
  /**
   * The words of each page with their boxes on the upright page, in points; undefined if the reader does not
   * report them.
   */
  words(path: string): Promise<readonly (readonly FoundWord[])[] | undefined>;
}

export interface FoundWord {
  readonly text: string;
  readonly box: Rect;
}
