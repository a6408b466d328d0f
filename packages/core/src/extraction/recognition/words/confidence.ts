import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";

/** A page of whose letters a smaller share was read is read poorly. */
const HARDLY_READ = 0.6;

/** So is one that was read less certainly: upside down, digits and capitals pass for others. */
const UNSURE = 0.7;

/** Letters and digits, each as much as it is certain: of two readings of one page the higher is the better. */
export function letterScore(words: readonly Pick<RecognisedWord, "text" | "confidence">[]): number {
  return words.reduce((sum, { text, confidence }) => sum + lettersIn(text) * confidence, 0);
}

/** Mean over the letters and digits of all words; 1 where there are none. */
export function meanConfidence(words: readonly Pick<RecognisedWord, "text" | "confidence">[]): number {
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0);
  return letters === 0 ? 1 : letterScore(words) / letters;
}

export function isPoor({
  words,
  read,
}: {
  readonly words: readonly RecognisedWord[];
  /** Share of the page's letters that are in words. */
  readonly read: number;
}): boolean {
  return read < HARDLY_READ || meanConfidence(words) < UNSURE;
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
