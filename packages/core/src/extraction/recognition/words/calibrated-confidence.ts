import type { OcrEngine } from "../../options/ocr-engines.ts";

/**
 * Tesseract's confidence of a word and the share of words with it that are right. Measured on 1,816 words of 16
 * receipts (`docs/evidence/recognition.md`); scans are right more often at the same confidence. Up to 0.3 unchanged, so
 * that the default threshold keeps the same words.
 */
const TESSERACT: readonly (readonly [confidence: number, share: number])[] = [
  [0, 0],
  [0.3, 0.3],
  [0.6, 0.45],
  [0.72, 0.6],
  [0.8, 0.7],
  [0.87, 0.77],
  [0.915, 0.89],
  [0.95, 0.945],
  [0.965, 0.98],
  [1, 1],
];

/** Engines whose confidences are Tesseract's; those of other engines are not changed, as they were not measured. */
const OF_TESSERACT: ReadonlySet<OcrEngine> = new Set(["wasm", "tesseract"]);

export function isOfTesseract(engine: OcrEngine): boolean {
  return OF_TESSERACT.has(engine);
}

/** Returns the words that an engine read with calibrated confidences: of words at 0.9, about nine of ten are right. */
export function withCalibratedConfidence<Word extends { readonly confidence: number }>(
  words: readonly Word[],
  engine: OcrEngine,
): readonly Word[] {
  if (!isOfTesseract(engine)) return words;
  return words.map((word) => ({ ...word, confidence: calibrated(word.confidence) }));
}

/** Maps a confidence of Tesseract by linear interpolation. */
export function calibrated(confidence: number): number {
  const next = TESSERACT.findIndex(([at]) => at >= confidence);
  const [high, highShare] = TESSERACT[Math.max(1, next)] ?? [1, 1];
  const [low, lowShare] = TESSERACT[Math.max(1, next) - 1] ?? [0, 0];
  return lowShare + ((highShare - lowShare) * (confidence - low)) / (high - low);
}
