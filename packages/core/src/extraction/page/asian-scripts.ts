/** Scripts of South and South-East Asia, from Devanagari to Khmer and beyond. */
const OVER_LETTERS = /^[\u0900-\u109f\u1700-\u17ff\u1980-\u1aff\ua8e0-\uabff]/;

const FIRST = 0x900;

/**
 * Whether a text begins in a script of South or South-East Asia: they read from left to right, and their vowels and
 * tones are written over, under and beside the letters, some with an advance of their own.
 */
export function hasMarksOnLetters(text: string): boolean {
  return text.charCodeAt(0) >= FIRST && OVER_LETTERS.test(text);
}
