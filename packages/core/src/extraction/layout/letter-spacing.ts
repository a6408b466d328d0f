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
  const spacing = letterSpacing(stretch, glyphs);
  const blankGapOfLetters = BLANK_GAP + trackingOf(stretch, glyphs);
  return (previous, next, gap) => {
    if (glyphs.has(previous, TRAIT.MARK) || glyphs.has(next, TRAIT.MARK)) return true;
    const em = Math.min(glyphs.size(previous), glyphs.size(next));
    if (spacing > 0) return gap > WORD_FACTOR * spacing * em;
    if (glyphs.has(next, TRAIT.AFTER_BLANK)) return gap > GAP_OF_BLANK * em;
    if (isWide(glyphs.text(previous)) && isWide(glyphs.text(next))) return gap > WIDE_BLANK_GAP * em;
    return gap > blankGapOfLetters * em;
  };
}

/** The mean gap between letters of words, in fractions of the font size. */
function trackingOf(stretch: Int32Array, glyphs: ReadingGlyphs): number {
  let sum = 0;
  let count = 0;
  for (let k = 1; k < stretch.length; k++) {
    const gap = gapBefore(k, stretch, glyphs);
    if (gap < TIGHTEST || gap > LOOSEST) continue;
    sum += gap;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** The gap between the k-th glyph and the one before it, in fractions of the font size. */
function gapBefore(k: number, stretch: Int32Array, glyphs: ReadingGlyphs): number {
  const next = stretch[k] ?? 0;
  return (glyphs.left(next) - glyphs.right(stretch[k - 1] ?? next)) / glyphs.size(next);
}

/** The gap between the letters of a letter-spaced stretch, in fractions of the font size; 0 where it is none. */
function letterSpacing(stretch: Int32Array, glyphs: ReadingGlyphs): number {
  if (stretch.length < FEWEST_LETTERS || !mostGapsAreWide(stretch, glyphs)) return 0;
  if (!stretch.every((i) => isLetter(glyphs.text(i)))) return 0;
  const gaps = Float64Array.from(stretch.subarray(1), (_, at) =>
    gapBefore(at + 1, stretch, glyphs),
  ).toSorted();
  const lower = gaps[gaps.length >> 2] ?? 0;
  const middle = gaps[gaps.length >> 1] ?? 0;
  if (middle < LEAST_SPACING || middle > UNEVEN * lower) return 0;
  const blanks = stretch.reduce((sum, i, k) => sum + (k > 0 && glyphs.has(i, TRAIT.AFTER_BLANK) ? 1 : 0), 0);
  return blanks < gaps.length || stretch.length >= FEWEST_WITH_BLANKS ? middle : 0;
}

function mostGapsAreWide(stretch: Int32Array, glyphs: ReadingGlyphs): boolean {
  let wide = 0;
  for (let k = 1; k < stretch.length; k++) if (gapBefore(k, stretch, glyphs) >= LEAST_SPACING) wide++;
  return 2 * wide >= stretch.length - 1;
}

const LETTER = /^\p{L}/u;

function isLetter(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return LETTER.test(text);
}
