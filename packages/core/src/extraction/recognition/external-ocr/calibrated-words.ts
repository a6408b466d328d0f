import { withCalibratedConfidence } from "../words/calibrated-confidence.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import type { ReadByParts } from "./reading.ts";

/**
 * Returns words of a reading with calibrated confidences, without those below `threshold`. Words from the OCR service
 * stay the same objects.
 */
export function calibratedWords(
  words: readonly PlacedWord[],
  { engine, fromService }: Pick<ReadByParts, "engine" | "fromService">,
  threshold: number,
): readonly PlacedWord[] {
  return words
    .flatMap((word) => (fromService.has(word) ? [word] : withCalibratedConfidence([word], engine)))
    .filter(({ confidence }) => confidence >= threshold);
}
