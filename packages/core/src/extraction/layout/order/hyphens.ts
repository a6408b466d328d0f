import { cellsOf } from "../glyphs/characters.ts";
import { SEGMENT_WORD, type Segment } from "../rows/segment.ts";
import { endsInHyphen, type WordUse } from "./word-use.ts";

/**
 * How a line goes on after a hyphen at its end: in the same word, whose hyphen only breaks it; in a compound, which keeps
 * it; or in another word.
 */
export type Continuation = "word" | "compound" | "other";

// All patterns are anchored, because a search from each letter would be quadratic for long words.
const BEGINNING = /(?<![\p{L}\p{M}\p{N}])(?<start>[\p{L}\p{M}\p{N}]+)[-‐]$/u;
const CONTINUED = /^(?<rest>[\p{L}\p{M}\p{N}]+)(?<next>[-‐]?)/u;

/** A part of an address, a path or a name in code. */
const NO_WORD = /[/_@\\.:]$/u;

/** A hyphen before one of these stands for the second part of a compound: "pre- and postwar". */
const CONJUNCTIONS: ReadonlySet<string> = new Set(
  "and or to und oder bis sowie bzw et ou y o e ed en of og eller och".split(" "),
);

/** Shorter ones may also be the end of a word, above all if the text has no such word. */
const CERTAIN_CONJUNCTION = 3;

/** How `line` goes on after `before`; the words of the whole text decide. */
export function continuationOf(before: string, line: string, use: WordUse): Continuation {
  const found = breakAt(before, line);
  if (found === undefined) return "other";
  const { start, rest, stem, isPart } = found;
  const [first, second] = [start.toLowerCase(), rest.toLowerCase()];
  const [together, apart] = [use.words(first + second), use.compounds(first, second)];
  if (together > apart) return "word";
  if (apart > 0) return "compound";
  if (!isPart && isConjunction(first, second, use)) return "other";
  if (!canBeBroken(start, rest) || NO_WORD.test(stem)) return "compound";
  const isInside = isPart || endsInHyphen(stem);
  return isCompound({ first, second, isInside }, use) ? "compound" : "word";
}

/** What stands on both sides of a hyphen at the end of a line. */
interface Break {
  /** The line up to the word. */
  readonly stem: string;
  readonly start: string;
  readonly rest: string;
  /** Whether another hyphen follows. */
  readonly isPart: boolean;
}

function breakAt(before: string, line: string): Break | undefined {
  if (!endsInHyphen(before)) return undefined;
  const found = BEGINNING.exec(before);
  const start = found?.groups?.["start"];
  const { rest, next } = CONTINUED.exec(line)?.groups ?? {};
  if (found === null || start === undefined || rest === undefined) return undefined;
  return { stem: before.slice(0, found.index), start, rest, isPart: next !== "" };
}

function isConjunction(first: string, second: string, use: WordUse): boolean {
  if (!CONJUNCTIONS.has(second)) return false;
  if (second.length >= CERTAIN_CONJUNCTION) return true;
  return use.words(second) > 0 && (use.words(first) > 0 || use.beginning(first) > 0);
}

/** Whether letters may be those of one word: small ones, or all capitals. */
function canBeBroken(start: string, rest: string): boolean {
  if (!/^\p{L}[\p{L}\p{M}]+$/u.test(start) || !/^[\p{L}\p{M}]+$/u.test(rest)) return false;
  return /^\p{Ll}/u.test(rest) || (/^[\p{Lu}\p{M}]{2,}$/u.test(rest) && /^[\p{Lu}\p{M}]{2,}$/u.test(start));
}

/** Parts that begin or end so many compounds of the text form further ones. */
const PRODUCTIVE = 2;

/** Whether two words form a compound as others of the text do: "tick-borne" beside "mosquito-borne". */
function isCompound(
  {
    first,
    second,
    isInside,
  }: { readonly first: string; readonly second: string; readonly isInside: boolean },
  use: WordUse,
): boolean {
  const [isFirstWord, isSecondWord] = [use.words(first) > 0, use.words(second) > 0];
  if (isFirstWord && isSecondWord && isInside) return true;
  return (
    (isFirstWord && use.ending(second) >= PRODUCTIVE) || (isSecondWord && use.beginning(first) >= PRODUCTIVE)
  );
}

/** Joins words that are hyphenated across lines of a block. */
export function withoutHyphens(lines: readonly Segment[], use: WordUse): readonly Segment[] {
  const result: Segment[] = [];
  for (const line of lines) {
    const before = result.at(-1);
    const goesOn = before === undefined ? "other" : continuationOf(before.text, line.text, use);
    if (before === undefined || goesOn === "other") {
      result.push(line);
      continue;
    }
    result[result.length - 1] = completed(before, line, goesOn === "word" ? 1 : 0);
    const rest = withoutFirstWord(line);
    if (rest !== undefined) result.push(rest);
  }
  return result;
}

/** @param removed characters at the end of the line that breaks the word */
function completed(before: Segment, line: Segment, removed: number): Segment {
  const word = line.text.slice(0, line.words[1] ?? 0);
  const text = before.text.slice(0, before.text.length - removed) + word;
  const words = [...before.words];
  words[words.length - SEGMENT_WORD.length + 1] = text.length;
  return { ...before, text, words, cells: cellsOf(text) };
}

function withoutFirstWord(line: Segment): Segment | undefined {
  const words = line.words.slice(SEGMENT_WORD.length);
  const [start] = words;
  if (start === undefined) return undefined;
  const text = line.text.slice(start);
  return {
    ...line,
    text,
    words: words.map((value, at) => (at % SEGMENT_WORD.length < 2 ? value - start : value)),
    cells: cellsOf(text),
  };
}
