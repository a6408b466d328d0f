/** Created on first use, which takes 10 ms that most documents need not spend. */
let graphemes: Intl.Segmenter | undefined;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The grapheme clusters of a word (letters with their accents) in visual order, from left to right. */
export function drawnCharacters(word: string): readonly string[] {
  if (/^[\x21-\x7e]*$/.test(word)) return word.split("");
  graphemes ??= new Intl.Segmenter();
  const characters = Array.from(graphemes.segment(word), ({ segment }) => segment);
  return RIGHT_TO_LEFT.test(word) ? characters.toReversed() : characters;
}

/** Whether the word is right-to-left. */
export function isRightToLeft(word: string): boolean {
  return RIGHT_TO_LEFT.test(word);
}
