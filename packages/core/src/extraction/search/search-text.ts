import { documentOffsets, type DocumentOffsets, type DocumentTextOptions } from "../result/document-text.ts";
import type { PageWording } from "../result/extracted-document.ts";
import type { TextSource } from "../page/text-source.ts";
import { columnOrder } from "./column-order.ts";
import { findOccurrences, type Occurrence, type OccurrenceLimits } from "./occurrences.ts";
import { piecesOf, type Piece, type SearchedPage } from "./pieces.ts";
import { rearranged, symbolStreamOf, type PagesStream, type SymbolStream } from "./symbol-stream.ts";

/** The part of an occurrence of the term on one line. */
export interface TextMatch {
  /** Offsets into the page's text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The text as written. */
  readonly text: string;
  /** Counted from 1. */
  readonly page: number;
  /** Offset in the document's text, counted from 0. */
  readonly position: number;
  /**
   * Least number of edits (Levenshtein distance) between the term and the whole occurrence, ignoring case and white
   * space.
   */
  readonly distance: number;
  /** The source of the page's text. */
  readonly textSource: TextSource;
}

export type TextSearch =
  | { readonly ok: true; readonly matches: readonly TextMatch[] }
  | { readonly ok: false; readonly reason: "blank" | "too-long" | "too-costly" };

/** In UTF-16 code units. */
export const MAX_TERM_LENGTH = 1000;

const REFUSALS = {
  blank: "expected something other than white space",
  "too-long": `expected at most ${MAX_TERM_LENGTH} characters`,
  "too-costly": "matches too much of the text; send a longer or more distinctive term",
} as const satisfies Record<Extract<TextSearch, { ok: false }>["reason"], string>;

/** Why a term was not searched for, as the end of a message. */
export function searchRefusal(reason: keyof typeof REFUSALS): string {
  return REFUSALS[reason];
}

/** One edit is allowed per this many symbols of the term. */
const SYMBOLS_PER_EDIT = 5;

/**
 * Maximum number of edits, for terms of any length; far below the rows of a block of the edit column, so that one block
 * is enough for most of a text.
 */
const MAX_EDITS = 16;

const MAX_OCCURRENCES = 1000;

/**
 * Limit of computed blocks of 32 rows; ordinary terms need one or two per symbol of the text, only terms built to be
 * expensive need more.
 */
const WORK_PER_SYMBOL = 3;
const WORK_AT_LEAST = 1_000_000;

/**
 * Finds a term in the text of pages, exactly and with up to one edit per five symbols (letters, digits, marks), but no
 * more than 16 edits. Case and white space are ignored. An occurrence may continue across the end of a line, a page or a
 * column.
 *
 * The text is matched by Myers' bit-parallel algorithm with Ukkonen's cut-off (`edit-column.ts`), once in line order
 * and once in column order (`column-order.ts`); of overlapping occurrences the closest one wins. At most the first
 * 1,000 occurrences are returned.
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

/** The start of each page's text in the concatenation of all pages. */
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

/** The column order of each page that is not read line by line. */
function byColumns(byLines: PagesStream): readonly SymbolStream[] {
  return byLines.pages.flatMap((page) => {
    const segments = columnOrder(page);
    return segments ? [rearranged(byLines, segments)] : [];
  });
}

/** Resolves overlaps: the closest occurrence wins, then whole words, then the first; returned in text order. */
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
