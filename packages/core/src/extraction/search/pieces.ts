import type { PageRead } from "../extracted-document.ts";
import { WORD_COLUMNS } from "../page/page-text.ts";
import type { Rect } from "../page/rect.ts";

/** What of an occurrence stands on one line. Offsets into the page's text. */
export interface Piece {
  readonly page: PageRead;
  readonly start: number;
  readonly end: number;
}

export interface SearchedPages {
  readonly pages: readonly PageRead[];
  /** Where each page's text begins in the origins, and where the last one ends. */
  readonly bases: Uint32Array;
}

/** Cuts an occurrence wherever its text does not go on in the same line. */
export function piecesOf(origins: Uint32Array, { pages, bases }: SearchedPages): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const origin of origins) {
    const index = lastNotAbove(bases, origin);
    const page = pages[index];
    if (!page) continue;
    const start = origin - (bases[index] ?? 0);
    const before = pieces.at(-1);
    if (before?.page === page && start >= before.end && IS_BLANK.test(page.text.slice(before.end, start))) {
      pieces[pieces.length - 1] = { ...before, end: start + 1 };
    } else {
      pieces.push({ page, start, end: start + 1 });
    }
  }
  return pieces;
}

/** Nothing that is seen and no line end. */
const IS_BLANK = /^[^\S\n]*$/;

/** Index of the last entry of ascending numbers that is not above `limit`. */
function lastNotAbove(ascending: Uint32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

/** The box of all words that the piece touches; empty where there is none. */
export function boxOf({ page: { words }, start, end }: Piece): Rect {
  let box: Rect | undefined;
  for (let at = firstWordBehind(words, start); at < words.length; at += WORD_COLUMNS.length) {
    if ((words[at] ?? Infinity) >= end) break;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = words.subarray(at + 2, at + 6);
    box = box
      ? {
          x0: Math.min(box.x0, x0),
          y0: Math.min(box.y0, y0),
          x1: Math.max(box.x1, x1),
          y1: Math.max(box.y1, y1),
        }
      : { x0, y0, x1, y1 };
  }
  return box ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
}

/** Where the row of the first word begins that ends behind `offset`. */
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
