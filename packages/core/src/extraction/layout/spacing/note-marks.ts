import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Most signs of a footnote mark. */
const LONGEST = 3;

/** Fewer letters after a raised number may be a chemical symbol, as in ¹⁴C or ²³⁸Pu. */
const FEWEST_LETTERS = 3;

/** Least size ratio of a text to its raised mark, superscript or subscript. */
export const LARGER = 1.12;

/** Least height of a mark above the baseline, in sizes of the text. */
const RAISED = 0.15;

const MARK = /^[\d*†‡§]$/u;
const LETTER = /^\p{L}/u;

/**
 * The number of glyphs of a raised footnote mark that starts the stretch and is followed by a word; 0 if there is none.
 * `blanks` is 1 for each glyph that follows a blank.
 */
export function noteMarkLength(stretch: Int32Array, glyphs: ReadingGlyphs, blanks: Uint8Array): number {
  let length = 0;
  while (length <= LONGEST && MARK.test(textAt(stretch, length, glyphs))) length++;
  if (length === 0 || length > LONGEST) return 0;
  const mark = stretch[0] ?? 0;
  const own = stretch[length] ?? 0;
  const size = glyphs.size(own);
  if (size < LARGER * glyphs.size(mark)) return 0;
  if (glyphs.baseline(own) - glyphs.baseline(mark) < RAISED * size) return 0;
  for (let k = length; k < length + FEWEST_LETTERS; k++) {
    if (!LETTER.test(textAt(stretch, k, glyphs)) || (k > length && blanks[k] === 1)) return 0;
  }
  return length;
}

function textAt(stretch: Int32Array, k: number, glyphs: ReadingGlyphs): string {
  const i = stretch[k];
  return i === undefined ? "" : glyphs.text(i);
}
