import { isIdeographic } from "../../../page/wide-characters.ts";
import { type Calibration, interpolated } from "../../words/calibrated-confidence.ts";
import type { ReadCharacter } from "./ctc-decoder.ts";

/** Measured with PP-OCR's models on 2,475 words of 22 receipts (`docs/evidence/recognition.md`). */
const SHARES: Calibration = [
  [0, 0.3],
  [0.15, 0.45],
  [0.35, 0.59],
  [0.55, 0.66],
  [0.65, 0.71],
  [0.75, 0.82],
  [0.85, 0.9],
  [0.925, 0.955],
  [0.965, 0.98],
  [1, 0.99],
];

/**
 * Share of words that are right if their least certain character and their least certain end, or place without one, are
 * as probable as those of this word. Of scripts without blanks, a word is a part of a line: there it is the mean share of
 * its characters.
 */
export function wordConfidence(characters: readonly ReadCharacter[], certainty: number): number {
  const confidences = characters.map(({ confidence }) => confidence);
  if (!characters.some(({ text }) => isIdeographic(text)))
    return interpolated(SHARES, certainty * Math.min(...confidences));
  const shares = confidences.map((confidence) => interpolated(SHARES, confidence));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
