import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";

/** Groups words by line number. */
export function linesOf(
  words: readonly RecognisedWord[],
): ReadonlyMap<number, readonly [RecognisedWord, ...RecognisedWord[]]> {
  const lines = new Map<number, [RecognisedWord, ...RecognisedWord[]]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line) line.push(word);
    else lines.set(word.line, [word]);
  }
  return lines;
}
