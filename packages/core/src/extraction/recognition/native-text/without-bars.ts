import type { PlacedWord } from "../words/placed-word.ts";

const BARS = /^[|¦]+|[|¦]+$/g;

/** Strips bars from the ends of words: on a page with ruling lines, they are remains of those. */
export function withoutBars(words: readonly PlacedWord[]): readonly PlacedWord[] {
  return words.flatMap((word) => {
    const text = word.text.replaceAll(BARS, "");
    if (text === word.text) return [word];
    return text === "" ? [] : [{ ...word, text }];
  });
}
