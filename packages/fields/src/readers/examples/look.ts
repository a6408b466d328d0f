import { joinedTokens } from "../../text/tokens.ts";
import type { FieldDocument } from "../../document/field-document.ts";

/** A word of the first page with its left edge and top in points. */
export type LookWord = readonly [text: string, x: number, y: number];

/** What a document looks like: the words of its first page that may be fixed, and their places. */
export type Look = readonly LookWord[];

/** Enough for a full page of forms; rows of long tables follow the words that are fixed. */
const MAX_WORDS = 300;

/** The look of a document. Words with digits are no part of it: they change from document to document. */
export function lookOf({ pages: [page] }: FieldDocument): Look {
  return (page?.lines ?? [])
    .flatMap(({ words }) => words)
    .flatMap(({ text, box }): readonly LookWord[] => {
      const norm = joinedTokens(text);
      return FIXED.test(norm) ? [[norm, Math.round(box.x0), Math.round(box.y0)]] : [];
    })
    .slice(0, MAX_WORDS);
}

/** Two letters without a digit, or one of Chinese or Japanese. */
const FIXED = /^\P{N}*(?:\p{L}\P{N}*\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\P{N}*$/u;

/** How far a document is moved against another one, in points: scans are. */
export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** The shift of a document against an example, if both look the same; undefined otherwise. */
export function shiftBetween(example: Look, document: Look): Shift | undefined {
  const places = Map.groupBy(document, ([text]) => text);
  const shift = commonShift(example, places);
  const fixed = example.reduce((sum, word) => sum + sameness(word, places.get(word[0]) ?? [], shift), 0);
  const least = Math.max(LEAST_WORDS, LEAST_SHARE * Math.min(example.length, document.length));
  return fixed >= least ? shift : undefined;
}

/** Fewer words are at the same place by chance. */
const LEAST_WORDS = 5;

/**
 * Of the words of the shorter document. Invoices of a supplier share the letterhead, the labels and the footer, which are
 * at least half of their words unless the rows are many; those of others share few words at the same place.
 */
const LEAST_SHARE = 0.3;

/** Points; the same word of the next document. */
const SAME_PLACE = 8;

/** What a word under a table counts that moved up or down with the number of rows. */
const MOVED = 0.5;

function sameness([, x, y]: LookWord, others: readonly LookWord[], shift: Shift): number {
  const inColumn = others.filter(([, otherX]) => Math.abs(otherX - x - shift.x) <= SAME_PLACE);
  if (inColumn.some(([, , otherY]) => Math.abs(otherY - y - shift.y) <= SAME_PLACE)) return 1;
  return inColumn.length > 0 ? MOVED : 0;
}

/** The median of the words that both have once. */
function commonShift(example: Look, places: ReadonlyMap<string, readonly LookWord[]>): Shift {
  const counts = Map.groupBy(example, ([text]) => text);
  const moves = example.flatMap(([text, x, y]) => {
    const [other, second] = places.get(text) ?? [];
    const isUnique = other !== undefined && second === undefined && counts.get(text)?.length === 1;
    return isUnique ? [{ x: other[1] - x, y: other[2] - y }] : [];
  });
  return { x: median(moves.map(({ x }) => x)), y: median(moves.map(({ y }) => y)) };
}

/** 0 of nothing. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
