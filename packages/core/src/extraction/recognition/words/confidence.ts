import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Legibility } from "../../raster/geometry/orientation.ts";

/** If a smaller share of its letters was read, a page is poor. */
const HARDLY_READ = 0.6;

/** Below this mean confidence, a page is poor: it may be upside down, with digits and capitals misread. */
const UNSURE = 0.7;

/** Returns the sum of the confidences of all letters and digits; the better of two readings scores higher. */
export function letterScore(words: readonly Pick<RecognisedWord, "text" | "confidence">[]): number {
  return words.reduce((sum, { text, confidence }) => sum + lettersIn(text) * confidence, 0);
}

/** Returns the mean confidence over all letters and digits; 1 if there are none. */
export function meanConfidence(words: readonly Pick<RecognisedWord, "text" | "confidence">[]): number {
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0);
  return letters === 0 ? 1 : letterScore(words) / letters;
}

export function isPoor({
  words,
  read,
}: {
  readonly words: readonly RecognisedWord[];
  /** Share of the page's letters that is covered by words. */
  readonly read: number;
}): boolean {
  return read < HARDLY_READ || meanConfidence(words) < UNSURE;
}

/** A word with this many letters and this confidence is hardly ever wrong, whichever way up the page is. */
const TELLING_LETTERS = 4;
const CERTAIN = 0.85;

/** If this share of the letters is in such words, the page is upright and shows text, however faint the rest. */
const TELLING_SHARE = 0.25;

/** Whether enough words are certain to tell that a poor page was read the right way up. */
export function isLegible(words: readonly RecognisedWord[]): boolean {
  const letters = sumOf(words.map(({ text }) => lettersIn(text)));
  return certainLetters(words) >= TELLING_SHARE * Math.max(1, letters);
}

/** Returns what tells the right direction from others. */
export function legibilityOf(words: readonly RecognisedWord[]): Legibility {
  return { score: letterScore(words), certain: certainLetters(words) };
}

function certainLetters(words: readonly RecognisedWord[]): number {
  const certain = words.filter(({ confidence }) => confidence >= CERTAIN);
  return sumOf(certain.map(({ text }) => lettersIn(text)).filter((count) => count >= TELLING_LETTERS));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
