import { median } from "../../geometry/median.ts";
import { inkAscent } from "./ink.ts";
import { type ReadingGlyphs, TRAIT } from "./reading-glyphs.ts";

/** A drop cap: an initial at least two lines high, with its position on the first line. */
export interface DropCap {
  readonly glyph: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
}

/** Least size of a drop cap relative to the page's text and to its line. */
const LARGER = 1.8;

/** Largest distance of its top and baseline from those of its first and last line, in fractions of their size. */
const OFF_TOP = 0.45;
const OFF_BASELINE = 0.3;

/** Largest distance to the text on its right, in fractions of the text size. */
const NEAR = 2;

/** How far the text may extend below it. */
const OVERLAP = 0.3;

/** Largest gap to the rest of its word, whatever blanks follow it. */
const WORD_GAP = 0.2;

/** Every nth glyph is sampled for the page's usual size. */
const SAMPLED = 8;

/** More candidates than this are not drop caps. */
const MOST = 24;

/** Finds the drop caps of a page. */
export function dropCapsOf(glyphs: ReadingGlyphs): readonly DropCap[] {
  const sizes: number[] = [];
  for (let i = 0; i < glyphs.count; i += SAMPLED) sizes.push(glyphs.size(i));
  const usual = median(sizes);
  if (usual === undefined) return [];
  const least = LARGER * usual;
  const caps: DropCap[] = [];
  let looked = 0;
  for (let i = 0; i < glyphs.count && looked < MOST; i++) {
    if (glyphs.size(i) < least || !isSingleLetter(i, glyphs)) continue;
    looked++;
    const cap = dropCapAt(i, glyphs);
    if (cap !== undefined) caps.push(cap);
  }
  return caps;
}

/** Whether the glyph is a single letter: no glyph of its size was drawn next to it. */
function isSingleLetter(i: number, glyphs: ReadingGlyphs): boolean {
  const isLike = (other: number): boolean =>
    other >= 0 &&
    other < glyphs.count &&
    Math.abs(glyphs.size(other) - glyphs.size(i)) < 0.2 * glyphs.size(i) &&
    Math.abs(glyphs.baseline(other) - glyphs.baseline(i)) < 0.2 * glyphs.size(i);
  return /^\p{L}$/u.test(glyphs.text(i)) && !isLike(i - 1) && !isLike(i + 1);
}

function dropCapAt(i: number, glyphs: ReadingGlyphs): DropCap | undefined {
  const first = lineBeside(i, glyphs, (own) => {
    const top = glyphs.baseline(i) - inkAscent("E", glyphs.ink(i)) * glyphs.size(i);
    const lineTop = glyphs.baseline(own) - inkAscent("E", glyphs.ink(own)) * glyphs.size(own);
    return Math.abs(top - lineTop) < OFF_TOP * glyphs.size(own);
  });
  const last = lineBeside(i, glyphs, (own) => {
    return Math.abs(glyphs.baseline(own) - glyphs.baseline(i)) < OFF_BASELINE * glyphs.size(own);
  });
  if (first === undefined || last === undefined) return undefined;
  const size = glyphs.size(first);
  if (glyphs.baseline(last) - glyphs.baseline(first) < 0.8 * size) return undefined;
  const isWord =
    glyphs.has(first, TRAIT.AFTER_BLANK) && glyphs.left(first) - glyphs.right(i) > WORD_GAP * size;
  const width = isWord ? glyphs.width(i) : glyphs.left(first) - glyphs.left(i);
  return { glyph: i, y: glyphs.baseline(first), size, width };
}

/** The first glyph of the line of smaller text to the right of `i` that `isAt` accepts. */
function lineBeside(i: number, glyphs: ReadingGlyphs, isAt: (own: number) => boolean): number | undefined {
  let nearest: number | undefined;
  for (let own = 0; own < glyphs.count; own++) {
    const size = glyphs.size(own);
    const gap = glyphs.left(own) - glyphs.right(i);
    if (gap > NEAR * size || gap < -OVERLAP * size || LARGER * size > glyphs.size(i) || !isAt(own)) continue;
    if (nearest === undefined || glyphs.left(own) < glyphs.left(nearest)) nearest = own;
  }
  return nearest;
}
