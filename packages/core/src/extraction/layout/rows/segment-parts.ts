import { cellsOf } from "../glyphs/characters.ts";
import { SEGMENT_WORD, type Segment } from "./segment.ts";

/** A word of a segment. */
export interface SegmentWord {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

export function wordsOfSegment({ text, words }: Segment): readonly SegmentWord[] {
  return Array.from({ length: words.length / SEGMENT_WORD.length }, (_, index) => {
    const at = index * SEGMENT_WORD.length;
    return { text: text.slice(words[at], words[at + 1]), x0: words[at + 2] ?? 0, x1: words[at + 4] ?? 0 };
  });
}

/** Splits a segment before the words at `cuts`. */
export function partsOfSegment(segment: Segment, cuts: readonly number[]): readonly Segment[] {
  const starts = [0, ...cuts];
  const size = SEGMENT_WORD.length;
  return starts.map((from, part): Segment => {
    const words = segment.words.slice(from * size, (starts[part + 1] ?? Infinity) * size);
    const first = words[0] ?? 0;
    const text = segment.text.slice(first, words.at(-size + 1));
    return {
      ...segment,
      text,
      cells: cellsOf(text),
      x0: part === 0 ? segment.x0 : (words[2] ?? segment.x0),
      x1: part === cuts.length ? segment.x1 : (words.at(-size + 4) ?? segment.x1),
      isSeparated: part > 0 || segment.isSeparated,
      isPart: true,
      words: words.map((value, at) => (at % size < 2 ? value - first : value)),
    };
  });
}
