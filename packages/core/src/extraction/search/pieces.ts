import type { PageWording } from "../result/extracted-document.ts";

/** A page with text. */
export type SearchedPage = Extract<PageWording, { ok: true }>;

/** The part of an occurrence on one line. Offsets into the page's text. */
export interface Piece {
  readonly page: SearchedPage;
  readonly start: number;
  readonly end: number;
}

export interface SearchedPages {
  readonly pages: readonly SearchedPage[];
  /** Start of each page's text in the origins, and the end of the last one. */
  readonly bases: Uint32Array;
}

/** Splits an occurrence at line ends and gaps. */
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

/** Only invisible characters and no line break. */
const IS_BLANK = /^[^\S\n]*$/;

/** The index of the last entry not above `limit` in ascending numbers. */
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
