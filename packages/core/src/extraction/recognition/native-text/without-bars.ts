import type { PlacedWord } from "../words/placed-word.ts";

const BARS = /^[|¦]+|[|¦]+$/g;

/** On a page with ruling lines, a bar at the edge of a word is one of them that the recogniser still saw. */
export function withoutBars(words: readonly PlacedWord[]): readonly PlacedWord[] {
  return words.flatMap((word) => {
    const text = word.text.replaceAll(BARS, "");
    if (text === word.text) return [word];
    return text === "" ? [] : [{ ...word, text }];
  });
}
