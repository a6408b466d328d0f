import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { meanConfidence } from "./confidence.ts";
import { linesOf } from "./word-lines.ts";

/** Whether it reads upwards or downwards. */
export function isTurned({ baseline }: RecognisedWord): boolean {
  return Math.abs(baseline.y1 - baseline.y0) > Math.abs(baseline.x1 - baseline.x0);
}

/** What stands upright indeed reads better. */
const SURELY_TURNED = 0.7;

/**
 * Words of lines that were read upwards or downwards, and badly: the signs of a narrow column of a table, one above
 * the other, pass for a line on its side.
 */
export function doubtfullyTurned(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const turned = words.filter(isTurned);
  return [...linesOf(turned).values()].filter((line) => meanConfidence(line) < SURELY_TURNED).flat();
}
