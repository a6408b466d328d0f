/** First and last characters of the scripts of South and South-East Asia: Devanagari to Myanmar, Khmer, and others. */
const SCRIPTS = [
  [0x900, 0x109f],
  [0x1700, 0x17ff],
  [0x1980, 0x1aff],
  [0xa8e0, 0xabff],
] as const;

const FIRST = 0x900;

/**
 * Whether a text begins in a script of South or South-East Asia: they read from left to right, and their vowels and
 * tones are written over, under and beside the letters, some with an advance of their own.
 */
export function hasMarksOnLetters(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= FIRST && SCRIPTS.some(([first, last]) => code >= first && code <= last);
}
