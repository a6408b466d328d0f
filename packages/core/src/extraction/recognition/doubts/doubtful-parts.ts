import { meanConfidence } from "../words/confidence.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { linesOf } from "../words/word-lines.ts";

/**
 * Words below this calibrated confidence are doubtful. Of words read from handwriting fonts, 0.88 of the wrong ones are
 * in doubtful parts; of the words of 20 real scans, 0.014 are (`docs/evidence/recognition.md`).
 */
const DOUBTFUL = 0.65;

/** A single doubtful word is usually a name or a mark. */
const FEWEST_WORDS = 2;

/** Returns the words of each line that is doubtful as a whole, and of each other line with several doubtful words. */
export function doubtfulParts(words: readonly PlacedWord[]): readonly (readonly PlacedWord[])[] {
  return [...linesOf(words).values()].flatMap((line): readonly (readonly PlacedWord[])[] => {
    if (meanConfidence(line) < DOUBTFUL) return [line];
    const doubtful = line.filter(({ confidence }) => confidence < DOUBTFUL);
    return doubtful.length < FEWEST_WORDS ? [] : [doubtful];
  });
}
