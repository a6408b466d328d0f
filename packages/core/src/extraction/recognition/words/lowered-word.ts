import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";

/** A word `by` pixels further down. */
export function lowered(word: RecognisedWord, by: number): RecognisedWord {
  const { box, baseline } = word;
  return {
    ...word,
    box: { ...box, y0: box.y0 + by, y1: box.y1 + by },
    baseline: { ...baseline, y0: baseline.y0 + by, y1: baseline.y1 + by },
  };
}
