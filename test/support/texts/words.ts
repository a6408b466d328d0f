import type { FixturePage } from "../../fixtures/pdf/document.ts";

/** The words of a text, without separators. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The words on the pages, in drawing order. */
export function wordsOn(pages: readonly FixturePage[]): string[] {
  return pages.flatMap(({ words }) => words.map(({ text }) => text));
}
