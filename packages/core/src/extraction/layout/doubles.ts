import type { ReadingGlyphs } from "./reading-glyphs.ts";

/** Of equal glyphs nearer than this, in fractions of their width, one is there to make the other look bold. */
const DOUBLED = 0.25;

/** And neither stands higher than the other by more than this, in fractions of the font size. */
const RISE = 0.15;

/** Glyphs with a smaller gap between them are of one word, in fractions of the font size. */
const TOUCHING = 0.2;

/** The glyphs of a baseline, from left to right, without those that make others look bold. */
export function withoutDoubles(members: Int32Array, glyphs: ReadingGlyphs): Int32Array {
  const doubles: number[] = [];
  let last = -1;
  let secondLast = -1;
  for (let k = 0; k < members.length; k++) {
    const i = members[k] ?? 0;
    if (isDouble(last, i, glyphs) || isDouble(secondLast, i, glyphs)) doubles.push(i);
    secondLast = last;
    last = i;
  }
  if (doubles.length === 0) return members;
  const dropped = new Set(doubles);
  return members.filter((i, k) => !dropped.has(i) || isAloneInWord(members, k, dropped, glyphs));
}

/** Whether glyph `i` is the glyph `of`, if there is one, once more. */
function isDouble(of: number, i: number, glyphs: ReadingGlyphs): boolean {
  if (of < 0 || glyphs.left(i) - glyphs.left(of) >= DOUBLED * glyphs.width(i)) return false;
  if (glyphs.text(of) !== glyphs.text(i)) return false;
  return Math.abs(glyphs.baseline(of) - glyphs.baseline(i)) < RISE * glyphs.size(i);
}

/**
 * Whether the glyphs beside a double, of its own word, are there only once: what is to look bold is doubled as a whole,
 * but the fillers of a justified line overlap as it comes.
 */
function isAloneInWord(
  members: Int32Array,
  k: number,
  doubles: ReadonlySet<number>,
  glyphs: ReadingGlyphs,
): boolean {
  const own = members[k] ?? 0;
  const isCopy = (at: number): boolean => {
    const i = members[at] ?? -1;
    return i >= 0 && (isDouble(i, own, glyphs) || isDouble(own, i, glyphs));
  };
  let before = k - 1;
  while (isCopy(before)) before--;
  let after = k + 1;
  while (isCopy(after)) after++;
  const beside = [before, after].filter((at) => touches(members[at], own, glyphs));
  return beside.length > 0 && !beside.some((at) => isPaired(members, at, doubles, glyphs));
}

function touches(i: number | undefined, own: number, glyphs: ReadingGlyphs): boolean {
  if (i === undefined) return false;
  const gap = Math.max(glyphs.left(own) - glyphs.right(i), glyphs.left(i) - glyphs.right(own));
  return gap < TOUCHING * glyphs.size(own);
}

/** Whether the glyph at `at` is a double or has one. */
function isPaired(
  members: Int32Array,
  at: number,
  doubles: ReadonlySet<number>,
  glyphs: ReadingGlyphs,
): boolean {
  const i = members[at] ?? 0;
  if (doubles.has(i)) return true;
  return [at + 1, at + 2].some((next) => {
    const other = members[next];
    return other !== undefined && doubles.has(other) && isDouble(i, other, glyphs);
  });
}
