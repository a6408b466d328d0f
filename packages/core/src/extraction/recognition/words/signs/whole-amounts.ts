import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";
import { joinedWords } from "./joined-words.ts";

/** Largest gap within an amount, in word heights: fixed-width print has wide gaps beside a point. */
const WIDEST_GAP = 0.8;

/** The two ways in which an amount with two decimals is split. */
const SPLITS = [
  { start: /\d[.,]$/u, end: /^\d\d(?!\d)/u },
  { start: /\d$/u, end: /^[.,]\d\d(?!\d)/u },
];

/**
 * Joins amounts that the recogniser split at their decimal point, such as "16. 00". For columns such as receipts only:
 * in prose, "2. 10" may be a number and the next item.
 */
export function withAmountsWhole(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const whole: RecognisedWord[] = [];
  for (const word of words) {
    const before = whole.at(-1);
    if (before && isSplit(before, word)) whole[whole.length - 1] = joinedWords(before, word);
    else whole.push(word);
  }
  return whole;
}

function isSplit(one: RecognisedWord, other: RecognisedWord): boolean {
  const gap = other.box.x0 - one.box.x1;
  const isNear = gap >= 0 && gap <= WIDEST_GAP * (other.box.y1 - other.box.y0);
  if (one.line !== other.line || !isNear) return false;
  return SPLITS.some(({ start, end }) => start.test(one.text) && end.test(other.text));
}
