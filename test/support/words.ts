import type { FixturePage } from "../fixtures/pdf/document.ts";

/** The words of a text, without what holds them apart. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The words that stand on pages, in the order in which they were drawn. */
export function wordsOn(pages: readonly FixturePage[]): string[] {
  return pages.flatMap(({ words }) => words.map(({ text }) => text));
}
