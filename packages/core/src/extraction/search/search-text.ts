import { documentOffsets, type DocumentOffsets, type DocumentTextOptions } from "../result/document-text.ts";
import type { PageWording, TextSource } from "../result/extracted-document.ts";
import { columnOrder } from "./column-order.ts";
import { findOccurrences, type Occurrence, type OccurrenceLimits } from "./occurrences.ts";
import { piecesOf, type Piece, type SearchedPage } from "./pieces.ts";
import { rearranged, symbolStreamOf, type PagesStream, type SymbolStream } from "./symbol-stream.ts";

/** A part of an occurrence of the term: what of it stands on one line. */
export interface TextMatch {
  /** Offsets into the page's text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** As it is in the text. */
  readonly text: string;
  /** Counted from 1. */
  readonly page: number;
  /** Where the part begins in the document's text, counted from 0. */
  readonly position: number;
  /** Least number of edits between the term and the whole occurrence, case and white space aside (Levenshtein). */
  readonly distance: number;
  /** Where the page's text came from. */
  readonly textSource: TextSource;
}

export type TextSearch =
  | { readonly ok: true; readonly matches: readonly TextMatch[] }
  | { readonly ok: false; readonly reason: "blank" | "too-long" | "too-costly" };

/** In UTF-16 code units. */
export const MAX_TERM_LENGTH = 1000;

/** Of so many symbols of a term one may be wrong. */
const SYMBOLS_PER_EDIT = 5;

/** However long a term is; far less than the rows of a block of the edit column, so that one is enough for most of a text. */
const MAX_EDITS = 16;

const MAX_OCCURRENCES = 1000;

/** Blocks of 32 rows that a search may compute; a term that is not made to cost needs one or two for each symbol of the text. */
const WORK_PER_SYMBOL = 3;
const WORK_AT_LEAST = 1_000_000;

/**
 * Finds a term in the text of pages, exactly and with up to one edit for each five symbols (letters, digits, marks), at
 * most 16. Case and white space cost nothing. An occurrence may go on across the end of a line, of a page or of a column.
 *
 * The text is matched by Myers' bit-parallel algorithm with Ukkonen's cut-off (`edit-column.ts`), once in the order of
 * its lines and once in that of its columns (`column-order.ts`); where occurrences overlap, the nearest to the term
 * wins. Of more than 1,000 occurrences the first are given.
 */
export function searchText(
  pages: readonly PageWording[],
  options: DocumentTextOptions,
  term: string,
): TextSearch {
  if (term.length > MAX_TERM_LENGTH) return { ok: false, reason: "too-long" };
  const pattern = symbolStreamOf([term]).symbols;
  if (pattern.length === 0) return { ok: false, reason: "blank" };
  const read = pages.filter((page) => page.ok);
  const byLines = symbolStreamOf(read.map(({ text }) => text));
  const streams = [byLines, ...byColumns(byLines)];
  const found = findOccurrences(pattern, streams, limitsFor(pattern, streams));
  if (!found) return { ok: false, reason: "too-costly" };
  const offsets = documentOffsets(pages, options);
  const bases = basesOf(read);
  const matches = nearestOf(found, byLines).flatMap(({ origins, distance }) =>
    piecesOf(origins, { pages: read, bases }).map((piece) => matchOf(piece, { offsets, distance })),
  );
  return { ok: true, matches };
}

/** Where the text of each page begins when all of them stand one after the other. */
function basesOf(pages: readonly SearchedPage[]): Uint32Array {
  const bases = new Uint32Array(pages.length + 1);
  for (const [index, { text }] of pages.entries()) bases[index + 1] = (bases[index] ?? 0) + text.length;
  return bases;
}

function limitsFor(pattern: Uint16Array, streams: readonly SymbolStream[]): OccurrenceLimits {
  const length = streams.reduce((sum, { symbols }) => sum + symbols.length, 0);
  return {
    maxEdits: Math.min(Math.floor(pattern.length / SYMBOLS_PER_EDIT), MAX_EDITS),
    maxOccurrences: MAX_OCCURRENCES,
    maxWork: WORK_AT_LEAST + WORK_PER_SYMBOL * length,
  };
}

/** The columns of each page that is not read line by line. */
function byColumns(byLines: PagesStream): readonly SymbolStream[] {
  return byLines.pages.flatMap((page) => {
    const segments = columnOrder(page);
    return segments ? [rearranged(byLines, segments)] : [];
  });
}

/** Of occurrences that overlap the nearest, else one of whole words, else the first; in the order of the text. */
function nearestOf(found: readonly Occurrence[], { origins: all }: SymbolStream): readonly Occurrence[] {
  const taken = new Uint8Array((all.at(-1) ?? 0) + 1);
  const kept: Occurrence[] = [];
  const byRank = found.toSorted((a, b) => a.distance - b.distance || Number(b.endsWord) - Number(a.endsWord));
  for (const occurrence of byRank) {
    if (occurrence.origins.some((origin) => taken[origin] === 1)) continue;
    for (const origin of occurrence.origins) taken[origin] = 1;
    kept.push(occurrence);
  }
  return kept.toSorted((a, b) => (a.origins[0] ?? 0) - (b.origins[0] ?? 0));
}

function matchOf(
  { page, start, end }: Piece,
  { offsets, distance }: { readonly offsets: DocumentOffsets; readonly distance: number },
): TextMatch {
  return {
    start,
    end,
    text: page.text.slice(start, end),
    page: page.number,
    position: offsets.of(page.number, start),
    distance,
    textSource: page.textSource,
  };
}
