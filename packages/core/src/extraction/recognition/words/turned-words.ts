import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { isLegible, meanConfidence } from "./confidence.ts";
import { linesOf } from "./word-lines.ts";

/** Whether the word reads upwards or downwards. */
export function isTurned({ baseline }: RecognisedWord): boolean {
  return Math.abs(baseline.y1 - baseline.y0) > Math.abs(baseline.x1 - baseline.x0);
}

/** Whether a turned word reads upwards. */
export function readsUpwards({ baseline }: RecognisedWord): boolean {
  return baseline.y1 < baseline.y0;
}

/** Minimum mean confidence of lines that are really vertical. */
const SURELY_TURNED = 0.7;

/**
 * Returns the words of vertical lines with low confidence: stacked characters in a narrow table column are mistaken for
 * a vertical line.
 */
export function doubtfullyTurned(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const turned = words.filter(isTurned);
  return [...linesOf(turned).values()].filter((line) => meanConfidence(line) < SURELY_TURNED).flat();
}

/** On a page on its side, at least this share of the letters reads upwards or downwards. */
const LYING_SHARE = 0.9;

/** With fewer letters, the words may be the margin of a picture. */
const FEWEST_LYING = 30;

/**
 * Returns the clockwise quarter turns that make a page upright whose words nearly all read upwards or downwards; 0 for
 * other pages and if hardly a word is certain.
 */
export function turnOfLyingWords(words: readonly RecognisedWord[]): 0 | 1 | 3 {
  const needed = Math.max(FEWEST_LYING, LYING_SHARE * lengthOf(words));
  const lying = words.filter(isTurned);
  const upwards = lying.filter(readsUpwards);
  const downwards = lying.filter((word) => !readsUpwards(word));
  if (lengthOf(upwards) >= needed) return isLegible(upwards) ? 1 : 0;
  return lengthOf(downwards) >= needed && isLegible(downwards) ? 3 : 0;
}

function lengthOf(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
