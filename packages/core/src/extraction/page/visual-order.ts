const graphemes = new Intl.Segmenter();

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What a reader sees as one each, a letter with its accents, in the order in which they are drawn from left to right. */
export function drawnCharacters(word: string): readonly string[] {
  if (/^[\x21-\x7e]*$/.test(word)) return word.split("");
  const characters = Array.from(graphemes.segment(word), ({ segment }) => segment);
  return RIGHT_TO_LEFT.test(word) ? characters.toReversed() : characters;
}

/** Whether the word is read from right to left. */
export function isRightToLeft(word: string): boolean {
  return RIGHT_TO_LEFT.test(word);
}
