import { isIdeographic } from "../../page/wide-characters.ts";
import { areLeaders } from "./leaders.ts";
import { noteMarkLength } from "./note-marks.ts";
import { type ReadingGlyphs, TRAIT } from "../glyphs/reading-glyphs.ts";

/** A gap wider than the letter gaps by this much is a space, in fractions of the font size. */
const BLANK_GAP = 0.13;

/** The same if a blank glyph was drawn, which may be narrowed, but not to nothing. */
const GAP_OF_BLANK = 0.05;

/** The same next to a bullet, and between a word and a bracket. */
const TIGHT_BLANK = 0.07;

/** Narrower gaps between drawn glyphs are never spaces. */
const LEAST_BLANK = 0.04;

/** The same between ideographs, whose lines are justified by widening every gap. */
const WIDE_BLANK_GAP = 0.45;

/** The same where at least half of the gaps near them are nothing, so that the line is not justified. */
const BLANK_GAP_OF_TIGHT = 0.2;
const TIGHT_GAP = 0.05;

/** Number of glyphs before and after that are near. */
const NEAR = 32;

/** Range of letter gaps, in fractions of the font size, that tracking of ordinary words does not exceed. */
const TIGHTEST = -0.05;
const LOOSEST = 0.12;

/** Fewer letters are initials or a code rather than a letter-spaced word. */
const FEWEST_LETTERS = 4;

/** If every letter is followed by a blank glyph, fewer letters than this may be a row of single letters. */
const FEWEST_WITH_BLANKS = 5;

/** Least gap in letter-spaced words, in fractions of the font size. */
const LEAST_SPACING = 0.1;

/** The gap between letter-spaced words exceeds that between their letters by this factor. */
const WORD_FACTOR = 1.6;

/** Evenness of gaps in letter-spaced words, median to lower quartile; kerning varies them. */
const UNEVEN = 1.35;

/** 1 for each glyph that follows a space; valid until the next call. */
export type BlankFinder = (stretch: Int32Array) => Uint8Array;

/** More than the length of nearly every segment. */
const USUAL_LENGTH = 1024;

/** Reused for every segment: a page has hundreds. */
const GAPS = new Float64Array(USUAL_LENGTH);
const BLANKS = new Uint8Array(USUAL_LENGTH);

/** Finds the spaces between words; letter-spaced words contain none. */
export function blankFinder(glyphs: ReadingGlyphs): BlankFinder {
  return (stretch) => {
    const isUsual = stretch.length <= USUAL_LENGTH;
    const gaps = isUsual ? GAPS : new Float64Array(stretch.length);
    const blanks = isUsual ? BLANKS : new Uint8Array(stretch.length);
    fillGaps(stretch, glyphs, gaps);
    fillBlanks(stretch, glyphs, gaps, blanks);
    const mark = noteMarkLength(stretch, glyphs, blanks);
    if (mark > 0) blanks[mark] = 1;
    return blanks;
  };
}

function fillBlanks(
  stretch: Int32Array,
  glyphs: ReadingGlyphs,
  gaps: Float64Array,
  blanks: Uint8Array,
): void {
  const spacing = letterSpacing(stretch, glyphs, gaps);
  const blankGapOfLetters = BLANK_GAP + trackingOf(gaps, stretch.length);
  const text = { stretch, glyphs, gaps };
  let wordStart = 0;
  blanks[0] = 0;
  for (let k = 1; k < stretch.length; k++) {
    const gap = gaps[k] ?? 0;
    blanks[k] = 0;
    if (gap <= LEAST_BLANK && !glyphs.hasInserts) continue;
    const before = stretch[k - 1] ?? 0;
    const own = stretch[k] ?? 0;
    let least = blankGapOfLetters;
    if (areLeaders(glyphs, before, own)) least = Infinity;
    else if (glyphs.has(before, TRAIT.MARK) || glyphs.has(own, TRAIT.MARK)) least = -Infinity;
    else if (spacing > 0) least = WORD_FACTOR * spacing;
    else if (glyphs.has(own, TRAIT.AFTER_BLANK)) least = GAP_OF_BLANK;
    else least = leastInText(k, text, { wordStart, usual: blankGapOfLetters });
    if (gap <= least) continue;
    blanks[k] = 1;
    wordStart = k;
  }
}

/** A stretch of glyphs and the gap before each. */
interface SpacedText {
  readonly stretch: Int32Array;
  readonly glyphs: ReadingGlyphs;
  readonly gaps: Float64Array;
}

/** The least gap that counts as a space before glyph `k` if `usual` is the one between letters. */
function leastInText(
  k: number,
  text: SpacedText,
  { wordStart, usual }: { readonly wordStart: number; readonly usual: number },
): number {
  const { stretch, glyphs, gaps } = text;
  const gap = gaps[k] ?? 0;
  if (gap <= usual && isAtBracket(stretch.subarray(wordStart, k + 1), glyphs))
    return usual - BLANK_GAP + TIGHT_BLANK;
  const least = leastBetween(glyphs.text(stretch[k - 1] ?? 0), glyphs.text(stretch[k] ?? 0), usual);
  const mayBeTight = least === WIDE_BLANK_GAP && gap > BLANK_GAP_OF_TIGHT && gap <= WIDE_BLANK_GAP;
  return mayBeTight && isSetTight(k, text) ? BLANK_GAP_OF_TIGHT : least;
}

/** Fewer letters before a bracket are a function's name, which italics set apart from its argument. */
const FEWEST_BEFORE_BRACKET = 3;

/** Whether the last glyph of a word opens a bracket after letters, or is a letter after a closed bracket. */
function isAtBracket(word: Int32Array, glyphs: ReadingGlyphs): boolean {
  const last = word.length - 1;
  const own = glyphs.text(word[last] ?? 0);
  const before = glyphs.text(word[last - 1] ?? 0);
  if (before === ")" || before === "]") return isLetter(own);
  if ((own !== "(" && own !== "[") || last < FEWEST_BEFORE_BRACKET) return false;
  const size = glyphs.size(word[last] ?? 0);
  return word
    .subarray(last - FEWEST_BEFORE_BRACKET, last)
    .every((i) => isLetter(glyphs.text(i)) && glyphs.size(i) === size);
}

const BULLETS = "•▪■●◦‣";

/** The least gap that counts as a space between two characters if `usual` is the gap between letters. */
function leastBetween(before: string, own: string, usual: number): number {
  if (before < FIRST_BULLET && own < FIRST_BULLET) return usual;
  if (BULLETS.includes(before) || BULLETS.includes(own)) return usual - BLANK_GAP + TIGHT_BLANK;
  return isIdeographic(before) && isIdeographic(own) ? WIDE_BLANK_GAP : usual;
}

/**
 * Whether glyph `k` and the one before it are ideographs, not punctuation, whose advance contains a blank, and at least
 * half of the ideographs near them have no gaps.
 */
function isSetTight(k: number, { stretch, glyphs, gaps }: SpacedText): boolean {
  if (!isLetter(glyphs.text(stretch[k - 1] ?? 0)) || !isLetter(glyphs.text(stretch[k] ?? 0))) return false;
  let pairs = 0;
  let tight = 0;
  for (let at = Math.max(1, k - NEAR); at <= Math.min(stretch.length - 1, k + NEAR); at++) {
    const [before = 0, own = 0] = [stretch[at - 1], stretch[at]];
    if (!isIdeographic(glyphs.text(before)) || !isIdeographic(glyphs.text(own))) continue;
    pairs++;
    if (Math.abs(gaps[at] ?? 0) <= TIGHT_GAP) tight++;
  }
  return 2 * tight >= pairs;
}

/** First character that can be a bullet or an ideograph. */
const FIRST_BULLET = "\u2022";

/** The gap before each glyph, in fractions of the smaller adjacent font size. */
function fillGaps(stretch: Int32Array, glyphs: ReadingGlyphs, gaps: Float64Array): void {
  const first = stretch[0] ?? 0;
  let end = glyphs.right(first);
  let before = glyphs.size(first);
  gaps[0] = 0;
  for (let k = 1; k < stretch.length; k++) {
    const i = stretch[k] ?? 0;
    const size = glyphs.size(i);
    gaps[k] = (glyphs.left(i) - end) / (size < before ? size : before);
    const right = glyphs.right(i);
    if (right > end) end = right;
    before = size;
  }
}

/** The mean gap between letters of words. */
function trackingOf(gaps: Float64Array, length: number): number {
  let sum = 0;
  let count = 0;
  for (let k = 1; k < length; k++) {
    const gap = gaps[k] ?? 0;
    if (gap < TIGHTEST || gap > LOOSEST) continue;
    sum += gap;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** The letter gap of a letter-spaced segment; 0 if it is not letter-spaced. */
function letterSpacing(stretch: Int32Array, glyphs: ReadingGlyphs, gaps: Float64Array): number {
  if (stretch.length < FEWEST_LETTERS || !areMostlyWide(gaps, stretch.length)) return 0;
  if (!stretch.every((i) => isLetter(glyphs.text(i)))) return 0;
  const sorted = gaps.subarray(1, stretch.length).toSorted();
  const middle = evenGap(sorted);
  if (middle === 0) return 0;
  const blanks = stretch.reduce((sum, i, k) => sum + (k > 0 && glyphs.has(i, TRAIT.AFTER_BLANK) ? 1 : 0), 0);
  return blanks < sorted.length || stretch.length >= FEWEST_WITH_BLANKS ? middle : 0;
}

/** The median of ascending gaps if they are as even as those of words; 0 otherwise. */
function evenGap(sorted: Float64Array): number {
  const lower = sorted[sorted.length >> 2] ?? 0;
  const middle = sorted[sorted.length >> 1] ?? 0;
  return middle < LEAST_SPACING || middle > UNEVEN * lower ? 0 : middle;
}

/** Largest gap between letters of a heading, in font sizes, and between its words as a multiple of that. */
const WIDEST_SPACING = 2;
const WIDEST_WORD_FACTOR = 5;

/** Whether the letters of a whole line are as evenly spaced as in letter-spaced words, however far apart. */
export function isSpacedText(line: Int32Array, glyphs: ReadingGlyphs): boolean {
  if (!line.every((i) => isLetter(glyphs.text(i)))) return false;
  const gaps = new Float64Array(line.length);
  fillGaps(line, glyphs, gaps);
  const sorted = gaps.subarray(1).toSorted();
  const spacing = evenGap(sorted);
  const within = sorted.filter((gap) => gap <= WORD_FACTOR * spacing);
  const words = sorted.length - within.length + 1;
  return (
    spacing > 0 &&
    spacing <= WIDEST_SPACING &&
    (sorted.at(-1) ?? 0) <= WIDEST_WORD_FACTOR * spacing &&
    (sorted[0] ?? 0) * UNEVEN >= spacing &&
    line.length >= FEWEST_IN_WORD * words
  );
}

/** Least mean number of letters per word in a letter-spaced heading. */
const FEWEST_IN_WORD = 3;

function areMostlyWide(gaps: Float64Array, length: number): boolean {
  let wide = 0;
  for (let k = 1; k < length; k++) if ((gaps[k] ?? 0) >= LEAST_SPACING) wide++;
  return 2 * wide >= length - 1;
}

const LETTER = /^\p{L}/u;

function isLetter(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return LETTER.test(text);
}
