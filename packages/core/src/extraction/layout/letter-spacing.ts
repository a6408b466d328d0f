import { isWide } from "./characters.ts";
import { type ReadingGlyphs, TRAIT } from "./reading-glyphs.ts";

/** A gap wider than those between letters by this much is a blank, in fractions of the font size. */
const BLANK_GAP = 0.13;

/** The same where a blank glyph stands: it may be narrowed, but not away. */
const GAP_OF_BLANK = 0.05;

/** The same between ideographs, whose lines are justified by widening every gap. */
const WIDE_BLANK_GAP = 0.45;

/** Gaps between letters beyond these, in fractions of the font size, are no tracking of ordinary words. */
const TIGHTEST = -0.05;
const LOOSEST = 0.12;

/** Fewer letters than this are initials or a code rather than a spaced word. */
const FEWEST_LETTERS = 4;

/** Where every letter is followed by a blank glyph, fewer than this may be a row of single letters. */
const FEWEST_WITH_BLANKS = 5;

/** The gap within spaced words is at least this, in fractions of the font size. */
const LEAST_SPACING = 0.1;

/** Between spaced words the gap is wider than between their letters by this factor. */
const WORD_FACTOR = 1.6;

/** The gaps within spaced words are as equal as this, middle to lower quarter: pairs are kerned. */
const UNEVEN = 1.35;

/** Tells whether there is a blank between two neighbouring glyphs that are `gap` apart. */
export type BlankTest = (previous: number, next: number, gap: number) => boolean;

/** The test of blanks for a stretch of glyphs: letter-spaced words have gaps as wide as blanks. */
export function blankGap(stretch: Int32Array, glyphs: ReadingGlyphs): BlankTest {
  const gaps = gapsOf(stretch, glyphs);
  const lower = gaps[gaps.length >> 2] ?? 0;
  const spacing = isSpaced(stretch, glyphs, gaps) ? (gaps[gaps.length >> 1] ?? 0) : 0;
  return (previous, next, gap) => {
    if (glyphs.has(previous, TRAIT.MARK) || glyphs.has(next, TRAIT.MARK)) return true;
    const em = Math.min(glyphs.size(previous), glyphs.size(next));
    if (spacing > 0) return gap > WORD_FACTOR * spacing * em;
    if (glyphs.has(next, TRAIT.AFTER_BLANK)) return gap > GAP_OF_BLANK * em;
    if (isWide(glyphs.text(previous)) && isWide(glyphs.text(next))) return gap > WIDE_BLANK_GAP * em;
    return gap > (BLANK_GAP + Math.min(LOOSEST, Math.max(TIGHTEST, lower))) * em;
  };
}

/** The gaps between neighbours in fractions of the font size, ascending. */
function gapsOf(stretch: Int32Array, glyphs: ReadingGlyphs): Float64Array {
  const gaps = new Float64Array(Math.max(0, stretch.length - 1));
  for (let k = 0; k < gaps.length; k++) {
    const next = stretch[k + 1] ?? 0;
    gaps[k] = (glyphs.left(next) - glyphs.right(stretch[k] ?? 0)) / glyphs.size(next);
  }
  return gaps.toSorted();
}

/** Whether the letters of a stretch are spaced as if there were blanks between them. */
function isSpaced(stretch: Int32Array, glyphs: ReadingGlyphs, gaps: Float64Array): boolean {
  const lower = gaps[gaps.length >> 2] ?? 0;
  const middle = gaps[gaps.length >> 1] ?? 0;
  if (stretch.length < FEWEST_LETTERS || middle < LEAST_SPACING || middle > UNEVEN * lower) return false;
  if (!stretch.every((i) => isLetter(glyphs.text(i)))) return false;
  const blanks = stretch.reduce((sum, i, k) => sum + (k > 0 && glyphs.has(i, TRAIT.AFTER_BLANK) ? 1 : 0), 0);
  return blanks < gaps.length || stretch.length >= FEWEST_WITH_BLANKS;
}

function isLetter(text: string): boolean {
  return /^\p{L}/u.test(text);
}
