import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../geometry/rect.ts";

/** Groups words by line number. */
export function linesOf<Word extends { readonly line: number }>(
  words: readonly Word[],
): ReadonlyMap<number, readonly [Word, ...Word[]]> {
  const lines = new Map<number, [Word, ...Word[]]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line) line.push(word);
    else lines.set(word.line, [word]);
  }
  return lines;
}

/** The bounding box of words. */
export function boxAround(words: readonly RecognisedWord[]): Rect {
  return {
    x0: Math.min(...words.map(({ box }) => box.x0)),
    y0: Math.min(...words.map(({ box }) => box.y0)),
    x1: Math.max(...words.map(({ box }) => box.x1)),
    y1: Math.max(...words.map(({ box }) => box.y1)),
  };
}
