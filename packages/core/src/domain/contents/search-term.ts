import { DomainError } from "../domain-error.ts";
import { wordsOf } from "./words.ts";

/** Words that follow one another. */
export interface TermPart {
  readonly words: readonly string[];
  /** Whether the last word may go on: "invoi" finds "invoice". Not in quotation marks. */
  readonly isPrefix: boolean;
}

const MAX_TERM = 1000;
/** Each is looked up in the index. */
const MAX_WORDS = 32;
/** Shorter beginnings are those of too many words. */
const LEAST_PREFIX = 3;

/**
 * A term as it is searched: words that must all be on a page, and phrases in quotation marks.
 *
 * @throws DomainError `BAD_INPUT`
 */
export function searchTerm(term: string): readonly TermPart[] {
  const parts = [...term.slice(0, MAX_TERM).matchAll(/"([^"]*)"|[^\s"]+/gu)].flatMap(([whole, phrase]) => {
    const words = Array.from(wordsOf(phrase ?? whole), ({ word }) => word);
    const last = words.at(-1);
    if (last === undefined) return [];
    return [{ words, isPrefix: phrase === undefined && last.length >= LEAST_PREFIX }];
  });
  const count = parts.reduce((sum, { words }) => sum + words.length, 0);
  if (term.length > MAX_TERM) throw refused(`expected at most ${MAX_TERM} characters`);
  if (count === 0) throw refused("expected at least one word or number");
  if (count > MAX_WORDS) throw refused(`expected at most ${MAX_WORDS} words`);
  return parts;
}

function refused(reason: string): DomainError {
  return new DomainError("BAD_INPUT", `term: ${reason}.`, { field: "term" });
}
