import type { TermPart } from "./search-term.ts";
import { wordsOf, type PlacedWord } from "./words.ts";

/** Where a term was found on a page: the line that has most of it. */
export interface HitContext {
  /** Counted from 1 within the page, blank lines included. */
  readonly line: number;
  /** The line, or the part of a long one around the first match, with single blanks. */
  readonly text: string;
  /** The matching parts of `text`, ascending; the end is exclusive. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

const MAX_CONTEXT = 200;
const BEFORE = 60;

/** @param stems other forms of the words of the term. */
export function hitContext(text: string, term: readonly TermPart[], stems: readonly string[]): HitContext {
  const wanted = term.flatMap(({ words, isPrefix }) =>
    words.map((word, at) => ({ word, isPrefix: isPrefix && at === words.length - 1 })),
  );
  const isWanted = ({ word }: PlacedWord): boolean =>
    stems.some((stem) => word.startsWith(stem)) ||
    wanted.some((one) => (one.isPrefix ? word.startsWith(one.word) : word === one.word));
  let best: { line: number; text: string; found: readonly PlacedWord[]; distinct: number } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const plain = line.replaceAll(/\s+/gu, " ").trim();
    const found = [...wordsOf(plain)].filter(isWanted);
    const distinct = new Set(found.map(({ word }) => word)).size;
    if (best === undefined || distinct > best.distinct)
      best = { line: index + 1, text: plain, found, distinct };
  }
  return shortened(best ?? { line: 1, text: "", found: [] });
}

interface FoundLine {
  readonly line: number;
  readonly text: string;
  readonly found: readonly PlacedWord[];
}

function shortened({ line, text, found }: FoundLine): HitContext {
  const first = found[0]?.start ?? 0;
  const from =
    text.length <= MAX_CONTEXT ? 0 : Math.max(0, Math.min(first - BEFORE, text.length - MAX_CONTEXT));
  const shown = text.slice(from, from + MAX_CONTEXT).toWellFormed();
  const matches = found
    .map(({ start, end }) => ({ start: start - from, end: Math.min(end - from, shown.length) }))
    .filter(({ start, end }) => start >= 0 && end > start);
  return { line, text: shown, matches };
}
