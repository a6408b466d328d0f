import { WORD_COLUMNS } from "../page/page-text.ts";
import { type Rect, union } from "../geometry/rect.ts";

/** The bounding box of all words that a range of their page's text touches; empty if there are none. */
export function boxOfWords(
  words: Float64Array,
  { start, end }: { readonly start: number; readonly end: number },
): Rect {
  let box: Rect | undefined;
  for (let at = firstWordBehind(words, start); at < words.length; at += WORD_COLUMNS.length) {
    if ((words[at] ?? Infinity) >= end) break;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = words.subarray(at + 2, at + 6);
    const word = { x0, y0, x1, y1 };
    box = box ? union(box, word) : word;
  }
  return box ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
}

/** The start of the row of the first word that ends after `offset`. */
function firstWordBehind(words: Float64Array, offset: number): number {
  let low = 0;
  let high = words.length / WORD_COLUMNS.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle * WORD_COLUMNS.length + 1] ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low * WORD_COLUMNS.length;
}
