import { type ReadingGlyphs, TRAIT } from "./reading-glyphs.ts";

/**
 * Equal glyphs closer than this, in fractions of their width or of the font size (whichever is larger), simulate bold:
 * narrow letters are offset as far as wide ones.
 */
const MAX_OFFSET_IN_WIDTHS = 0.25;
const MAX_OFFSET_IN_SIZES = 0.1;

/** Largest vertical offset of duplicates, in fractions of the font size. */
const MAX_RISE = 0.15;

/** Glyphs with a smaller gap belong to one word, in fractions of the font size. */
const TOUCHING = 0.2;

/** Overlapping fillers have few copies on a side; with more, a page of copies would take quadratic time. */
const MAX_FILLERS = 16;

/** Removes duplicate glyphs (simulated bold, hidden copies) from a baseline, given from left to right. */
export function withoutDuplicates(members: Int32Array, glyphs: ReadingGlyphs): Int32Array {
  const duplicates: number[] = [];
  const hidden: number[] = [];
  let last = -1;
  let secondLast = -1;
  for (let k = 0; k < members.length; k++) {
    const i = members[k] ?? 0;
    const of = isDuplicate(last, i, glyphs) ? last : isDuplicate(secondLast, i, glyphs) ? secondLast : -1;
    if (of >= 0 && isHidden(i, glyphs) !== isHidden(of, glyphs)) hidden.push(isHidden(i, glyphs) ? i : of);
    else if (of >= 0) duplicates.push(i);
    secondLast = last;
    last = i;
  }
  const seen = hidden.length === 0 ? members : without(members, new Set(hidden));
  if (duplicates.length === 0) return seen;
  const dropped = new Set(duplicates);
  return seen.filter((i, k) => !dropped.has(i) || isAloneInWord(seen, k, dropped, glyphs));
}

function isHidden(i: number, glyphs: ReadingGlyphs): boolean {
  return glyphs.has(i, TRAIT.HIDDEN);
}

function without(members: Int32Array, dropped: ReadonlySet<number>): Int32Array {
  return members.filter((i) => !dropped.has(i));
}

/** Whether glyph `i` duplicates glyph `of`, if that exists. */
function isDuplicate(of: number, i: number, glyphs: ReadingGlyphs): boolean {
  if (of < 0) return false;
  const step = glyphs.left(i) - glyphs.left(of);
  if (step >= MAX_OFFSET_IN_WIDTHS * glyphs.width(i) && step >= MAX_OFFSET_IN_SIZES * glyphs.size(i))
    return false;
  if (glyphs.text(of) !== glyphs.text(i)) return false;
  return Math.abs(glyphs.baseline(of) - glyphs.baseline(i)) < MAX_RISE * glyphs.size(i);
}

/**
 * Whether the neighbouring glyphs in the same word have no duplicates: simulated bold duplicates a whole word, whereas
 * the fillers of a justified line overlap by chance.
 */
function isAloneInWord(
  members: Int32Array,
  k: number,
  duplicates: ReadonlySet<number>,
  glyphs: ReadingGlyphs,
): boolean {
  const own = members[k] ?? 0;
  const isCopy = (at: number): boolean => {
    const i = members[at] ?? -1;
    return i >= 0 && (isDuplicate(i, own, glyphs) || isDuplicate(own, i, glyphs));
  };
  let before = k - 1;
  while (k - before <= MAX_FILLERS && isCopy(before)) before--;
  let after = k + 1;
  while (after - k <= MAX_FILLERS && isCopy(after)) after++;
  if (k - before > MAX_FILLERS || after - k > MAX_FILLERS) return false;
  const beside = [before, after].filter((at) => touches(members[at], own, glyphs));
  return beside.length > 0 && !beside.some((at) => isPaired(members, at, duplicates, glyphs));
}

function touches(i: number | undefined, own: number, glyphs: ReadingGlyphs): boolean {
  if (i === undefined) return false;
  const gap = Math.max(glyphs.left(own) - glyphs.right(i), glyphs.left(i) - glyphs.right(own));
  return gap < TOUCHING * glyphs.size(own);
}

/** Whether the glyph at `at` is a duplicate or has one. */
function isPaired(
  members: Int32Array,
  at: number,
  duplicates: ReadonlySet<number>,
  glyphs: ReadingGlyphs,
): boolean {
  const i = members[at] ?? 0;
  if (duplicates.has(i)) return true;
  return [at + 1, at + 2].some((next) => {
    const other = members[next];
    return other !== undefined && duplicates.has(other) && isDuplicate(i, other, glyphs);
  });
}
