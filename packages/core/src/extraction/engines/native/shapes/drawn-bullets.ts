import type { Rect } from "../../../page/rect.ts";
import { GLYPH, type Outline } from "../../../page/page-content.ts";
import { writeDrawnGlyph } from "../glyphs/drawn-glyph.ts";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import { type MarkedGlyphs, UNTAGGED } from "../glyphs/marked-glyphs.ts";
import { isInside, partOf } from "./shape-kinds.ts";

const BULLET = "•";

/** A page with more small boxes and discs has a pattern, a map or a plot of points, and no bullets among them. */
const MOST = 300;

/** Side of a bullet in fractions of its text's size. */
const SMALLEST = 0.15;
const LARGEST = 0.6;

/** A larger frame or ring is a check box or a radio button. */
const LARGEST_RING = 0.45;

/** What lies in the middle of something not much larger than itself marks that. */
const PART_OF_BOX = 0.9;

/** A bullet stands at most this far before its text, in multiples of the text's size. */
const REACH = 3;

/** It stands at least this far before it: a point of a plot touches its name. */
const LEAST_GAP = 0.25;

/** Nothing else stands as near before it, in multiples of the text's size. */
const CLEARANCE = 1.5;

/** Its middle stands this high above the baseline, in fractions of the text's size. */
const LOWEST = 0.1;
const HIGHEST = 0.6;

/** Left edges and sides of bullets of one list differ by less than this, in points. */
const SAME = 0.6;

/** A small box or disc that stands by itself. */
export interface BulletShape extends Rect {
  readonly isSolid: boolean;
}

interface DrawnShapes {
  readonly bullets: readonly BulletShape[];
  readonly outlines: readonly Outline[];
}

/** A bullet, and the first glyph of its text. */
interface Bullet {
  readonly box: BulletShape;
  readonly first: number;
}

/**
 * Writes a bullet for each small box or disc that stands before the first word of a line. Where most of
 * its size stand elsewhere, it is a point of a plot that has its name beside it.
 * Gives the shapes that are bullets.
 */
export function writeDrawnBullets(
  { bullets: drawn, outlines }: DrawnShapes,
  glyphs: GlyphWriter,
  marked?: MarkedGlyphs,
): readonly Rect[] {
  if (drawn.length === 0 || drawn.length > MOST || outlines.length > MOST) return [];
  const shapes = drawn.filter((box, i) => drawn.findIndex((other) => isSame(box, other)) === i);
  const bullets = shapes.flatMap((box) => {
    if (outlines.some((outline) => isInside(box, outline.box) && partOf(box, outline.box) < PART_OF_BOX))
      return [];
    const first = firstOfLine(box, glyphs);
    return first === undefined || isInRow(box, shapes) ? [] : [{ box, first }];
  });
  const tags = marked?.tagsOf(glyphs.count);
  const written = bullets.filter((bullet) => isOfList(bullet, bullets, shapes));
  for (const bullet of written) {
    if (!glyphs.reserve()) break;
    if (tags) marked?.mark(glyphs.count, tags[bullet.first] ?? UNTAGGED);
    writeDrawnGlyph({ text: BULLET, box: bullet.box, like: bullet.first }, glyphs);
  }
  return written.map(({ box }) => box);
}

function isOfList({ box }: Bullet, bullets: readonly Bullet[], shapes: readonly BulletShape[]): boolean {
  const alike = shapes.filter((other) => haveOneSize(other, box));
  const strangers = alike.filter((other) => !has(bullets, other)).length;
  const hasFellow = bullets.some((other) => areAlike(other.box, box));
  return hasFellow ? strangers <= alike.length / 2 : strangers === 0;
}

function has(bullets: readonly Bullet[], box: BulletShape): boolean {
  return bullets.some((bullet) => bullet.box === box);
}

/** Whether another shape stands right before or after: a row of dots. */
function isInRow(box: BulletShape, shapes: readonly BulletShape[]): boolean {
  const reach = REACH * (box.x1 - box.x0);
  return shapes.some(
    (other) =>
      other !== box &&
      Math.abs(other.y0 - box.y0) < SAME &&
      Math.abs(other.x0 - box.x0) >= SAME &&
      Math.abs(other.x0 - box.x0) < reach,
  );
}

/** Some are painted and then framed. */
function isSame(a: Rect, b: Rect): boolean {
  return Math.abs(a.x0 - b.x0) < SAME && Math.abs(a.y0 - b.y0) < SAME;
}

function areAlike(a: Rect, b: Rect): boolean {
  return Math.abs(a.x0 - b.x0) < SAME && Math.abs(a.y0 - b.y0) > SAME && haveOneSize(a, b);
}

function haveOneSize(a: Rect, b: Rect): boolean {
  return Math.abs(a.x1 - a.x0 - (b.x1 - b.x0)) < SAME;
}

/** The glyph right after a shape that has the size and place of a bullet before it; undefined where it is none. */
function firstOfLine(box: BulletShape, glyphs: GlyphWriter): number | undefined {
  const { x, advance, size } = glyphs;
  let first: number | undefined;
  let start = Infinity;
  let before = -Infinity;
  for (let i = 0; i < glyphs.count; i++) {
    if (!isBeside(box, i, glyphs)) continue;
    const left = x[i] ?? 0;
    const right = left + (advance[i] ?? 0);
    if ((left + right) / 2 <= box.x1) before = Math.max(before, right);
    else if (left < start) [first, start] = [i, left];
  }
  if (first === undefined) return undefined;
  const own = size[first] ?? 0;
  const gap = (start - box.x1) / own;
  const isFree = gap >= LEAST_GAP && gap <= REACH && box.x0 - before >= CLEARANCE * own;
  return isFree && hasSizeOfBullet(box, own) ? first : undefined;
}

function hasSizeOfBullet({ x0, x1, isSolid }: BulletShape, size: number): boolean {
  const side = (x1 - x0) / size;
  return side >= SMALLEST && side <= (isSolid ? LARGEST : LARGEST_RING);
}

/** Whether the middle of a shape is as high as that of a small letter of a glyph's line. */
function isBeside({ y0, y1 }: Rect, i: number, { y, size, angle, flags }: GlyphWriter): boolean {
  const height = (y[i] ?? 0) - (y0 + y1) / 2;
  const own = size[i] ?? 0;
  if (!(height >= LOWEST * own && height <= HIGHEST * own) || angle[i] !== 0) return false;
  return ((flags[i] ?? 0) & (GLYPH.BLANK | GLYPH.INVISIBLE)) === 0;
}
