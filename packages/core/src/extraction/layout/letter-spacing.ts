import { type ReadingGlyphs, TRAIT } from "./reading-glyphs.ts";

/** A gap that is a blank, in fractions of the font size, where no blank glyph stands. */
const BLANK_GAP = 0.17;

/** A gap that is a blank where a blank glyph stands: it may be narrowed, but not away. */
const GAP_OF_BLANK = 0.05;

/** Fewer letters than this are initials or a code rather than a spaced word. */
const FEWEST_LETTERS = 4;

/** Where every letter is followed by a blank glyph, fewer than this may be a row of single letters. */
const FEWEST_WITH_BLANKS = 5;

/** Between spaced words the gap is wider than between their letters by this factor. */
const WORD_FACTOR = 1.6;

/** The gaps within spaced words are as equal as this, widest to narrowest. */
const UNEVEN = 1.35;

/** Tells whether there is a blank between two neighbouring glyphs that are `gap` apart. */
export type BlankTest = (previous: number, next: number, gap: number) => boolean;

/** The test of blanks for a stretch of glyphs: letter-spaced words have gaps as wide as blanks. */
export function blankGap(stretch: Int32Array, glyphs: ReadingGlyphs): BlankTest {
  const spacing = letterSpacing(stretch, glyphs);
  return (previous, next, gap) => {
    if (glyphs.has(previous, TRAIT.MARK) || glyphs.has(next, TRAIT.MARK)) return true;
    if (spacing > 0) return gap > WORD_FACTOR * spacing;
    const em = Math.min(glyphs.size(previous), glyphs.size(next));
    return gap > (glyphs.has(next, TRAIT.AFTER_BLANK) ? GAP_OF_BLANK : BLANK_GAP) * em;
  };
}

/** The gap between the letters of a letter-spaced stretch, in points; 0 where letters stand as the font sets them. */
function letterSpacing(stretch: Int32Array, glyphs: ReadingGlyphs): number {
  if (stretch.length < FEWEST_LETTERS) return 0;
  const gaps = new Float64Array(stretch.length - 1);
  let blanks = 0;
  for (const [k, i] of stretch.entries()) {
    if (k === 0) continue;
    const gap = glyphs.left(i) - glyphs.right(stretch[k - 1] ?? i);
    if (gap <= BLANK_GAP * glyphs.size(i)) return 0;
    if (glyphs.has(i, TRAIT.AFTER_BLANK)) blanks++;
    gaps[k - 1] = gap;
  }
  if (blanks === gaps.length && stretch.length < FEWEST_WITH_BLANKS) return 0;
  if (!stretch.every((i) => isLetter(glyphs.text(i)))) return 0;
  const sorted = gaps.toSorted();
  const median = sorted[sorted.length >> 1] ?? 0;
  return median <= UNEVEN * (sorted[0] ?? 0) ? median : 0;
}

function isLetter(text: string): boolean {
  return /^\p{L}/u.test(text);
}
