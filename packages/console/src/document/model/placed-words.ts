import type { Box, PageWord } from "./viewed-document.ts";

/** The words of a line with their places in its text. A word that the text does not repeat as it is has no length. */
export function placedWords(
  line: string,
  words: readonly Omit<PageWord, "start" | "end">[],
): readonly PageWord[] {
  let at = 0;
  return words.map((word) => {
    const found = line.indexOf(word.text, at);
    if (found < 0) return { ...word, start: at, end: at };
    at = found + word.text.length;
    return { ...word, start: found, end: at };
  });
}

/** Whether the centre of a word lies in a box. */
export function isIn({ x0, y0, x1, y1 }: Box, box: Box): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}
