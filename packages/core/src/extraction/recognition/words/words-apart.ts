import { sharedHeight } from "../../geometry/rect.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";

/** Smaller overlaps, as a share of the narrower box, are left alone. */
const LEAST_OVERLAP = 0.2;

/**
 * Separates overlapping words of a level line: Tesseract's boxes overlap if it split two words within a letter. The
 * width is divided in proportion to their number of characters.
 */
export function wordsApart(line: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const apart: RecognisedWord[] = [];
  for (const word of line) {
    const before = apart.at(-1);
    if (!before || !overlap(before, word)) {
      apart.push(word);
      continue;
    }
    const [start, end] = [before.box.x0, Math.max(before.box.x1, word.box.x1)];
    const x = start + ((end - start) * before.text.length) / (before.text.length + word.text.length);
    apart[apart.length - 1] = within(before, start, x);
    apart.push(within(word, x, end));
  }
  return apart;
}

function overlap({ box: one }: RecognisedWord, { box: other }: RecognisedWord): boolean {
  const isAfter = other.x0 > one.x0 && other.x1 >= one.x1;
  const isBeside = sharedHeight(one, other) > 0;
  const narrower = Math.min(one.x1 - one.x0, other.x1 - other.x0);
  return isAfter && isBeside && one.x1 - other.x0 > LEAST_OVERLAP * narrower;
}

function within(word: RecognisedWord, x0: number, x1: number): RecognisedWord {
  return { ...word, box: { ...word.box, x0, x1 }, baseline: { ...word.baseline, x0, x1 } };
}
