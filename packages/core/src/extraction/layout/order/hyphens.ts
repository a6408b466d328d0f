import { cellsOf } from "../glyphs/characters.ts";
import { SEGMENT_WORD, type Segment } from "../rows/segment.ts";

// Both patterns are anchored to the start of a word, because a search from each letter would be quadratic for long
// words.
const BROKEN_WORD = /(?<!\p{L})(?<start>\p{L}{2,})[-‐]$/u;
const COMPOUND = /(?<!\p{L})\p{L}+[-‐]\p{L}+/gu;
const NO_COMPOUNDS: ReadonlySet<string> = new Set();
const CONTINUED = /^(?<rest>\p{Ll}[\p{L}\p{M}]*)\S*/u;

/** Joins words that are hyphenated across lines of a block. */
export function withoutHyphens(lines: readonly Segment[]): readonly Segment[] {
  const compounds = compoundsIn(lines.map(({ text }) => text));
  const result: Segment[] = [];
  for (const line of lines) {
    const before = result.at(-1);
    if (before === undefined || !brokenWord(before.text, line.text, compounds)) {
      result.push(line);
      continue;
    }
    result[result.length - 1] = completed(before, line);
    const rest = withoutFirstWord(line);
    if (rest !== undefined) result.push(rest);
  }
  return result;
}

function endsInHyphen(line: string): boolean {
  return line.endsWith("-") || line.endsWith("‐");
}

/** Hyphenated compounds in the lines, if one of them may break a word. */
export function compoundsIn(lines: readonly string[]): ReadonlySet<string> {
  if (!lines.some((line) => endsInHyphen(line))) return NO_COMPOUNDS;
  return new Set(lines.flatMap((line) => line.toLowerCase().match(COMPOUND) ?? []));
}

/**
 * Whether `line` completes the word that `before` breaks off; not in a compound that the text also writes with a
 * hyphen.
 */
export function brokenWord(before: string, line: string, compounds: ReadonlySet<string>): boolean {
  if (!endsInHyphen(before)) return false;
  const start = BROKEN_WORD.exec(before)?.groups?.["start"];
  const rest = CONTINUED.exec(line)?.groups?.["rest"];
  if (start === undefined || rest === undefined) return false;
  return !compounds.has(`${start}-${rest}`.toLowerCase()) && !compounds.has(`${start}‐${rest}`.toLowerCase());
}

function completed(before: Segment, line: Segment): Segment {
  const word = line.text.slice(0, line.words[1] ?? 0);
  const text = before.text.slice(0, -1) + word;
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
