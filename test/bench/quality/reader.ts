import type { Rect } from "@galley/core";

/** A program that reads PDFs, and is judged by what it finds. */
export interface Reader extends AsyncDisposable {
  readonly name: string;
  /** The text of each page with its layout kept. Rejects when the document cannot be read. */
  layout(path: string): Promise<readonly string[]>;
  /** The text of the document in reading order. */
  readingOrder(path: string): Promise<string>;
  /** The words of each page with their boxes on the upright page, in points; undefined when it does not tell. */
  words(path: string): Promise<readonly (readonly FoundWord[])[] | undefined>;
}

export interface FoundWord {
  readonly text: string;
  readonly box: Rect;
}
