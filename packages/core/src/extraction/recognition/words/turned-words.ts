import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { meanConfidence } from "./confidence.ts";
import { linesOf } from "./word-lines.ts";

/** Whether the word reads upwards or downwards. */
export function isTurned({ baseline }: RecognisedWord): boolean {
  return Math.abs(baseline.y1 - baseline.y0) > Math.abs(baseline.x1 - baseline.x0);
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
