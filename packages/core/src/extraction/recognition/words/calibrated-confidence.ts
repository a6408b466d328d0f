import type { OcrEngine } from "../../options/ocr-engines.ts";

/** Confidences of words and the share of words with each that are right, both rising. */
export type Calibration = readonly (readonly [confidence: number, share: number])[];

/**
 * Tesseract's confidence of a word and the share of words with it that are right. Measured on 1,816 words of 16
 * receipts (`docs/evidence/recognition.md`); scans are right more often at the same confidence. Up to 0.3 unchanged, so
 * that the default threshold keeps the same words.
 */
const TESSERACT: Calibration = [
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

/** Engines whose confidences are Tesseract's; ONNX models are calibrated by their reader, services are not measured. */
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

/** Maps a confidence of Tesseract to the share of words that are right. */
export function calibrated(confidence: number): number {
  return interpolated(TESSERACT, confidence);
}

/** Maps the share of words that are right to the confidence of Tesseract for it. */
export function asOfTesseract(share: number): number {
  const inverse = TESSERACT.map(([reported, right]) => [right, reported] as const);
  return interpolated(inverse, share);
}

/** Maps a confidence by linear interpolation. */
export function interpolated(points: Calibration, at: number): number {
  const next = points.findIndex(([x]) => x >= at);
  const [high, highY] = points[Math.max(1, next)] ?? [1, 1];
  const [low, lowY] = points[Math.max(1, next) - 1] ?? [0, 0];
  return lowY + ((highY - lowY) * (at - low)) / (high - low);
}
