import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { boxAround, type Rect } from "../../geometry/rect.ts";

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

/** The bounding box of words; undefined if there are none. */
export function boxOfWords(words: readonly [RecognisedWord, ...RecognisedWord[]]): Rect;
export function boxOfWords(words: readonly RecognisedWord[]): Rect | undefined;
export function boxOfWords(words: readonly RecognisedWord[]): Rect | undefined {
  return boxAround(words.map(({ box }) => box));
}
