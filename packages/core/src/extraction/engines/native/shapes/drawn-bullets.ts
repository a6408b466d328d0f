import type { Rect } from "../../../geometry/rect.ts";
import { GLYPH, type Outline } from "../../../page/page-content.ts";
import { writeDrawnGlyph } from "../glyphs/drawn-glyph.ts";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import { UNTAGGED } from "../../../page/page-tags.ts";
import type { MarkedGlyphs } from "../glyphs/marked-glyphs.ts";
import { isInside, partOf } from "./shape-kinds.ts";

const BULLET = "•";

/** A page with more small boxes and discs has a pattern, a map or a plot, and no bullets. */
const MOST = 300;

/** Size range of a bullet in fractions of its text's size. */
const SMALLEST = 0.15;
const LARGEST = 0.6;

/** A larger frame or ring is a check box or radio button. */
const LARGEST_RING = 0.45;

/** A shape in the centre of a slightly larger one is its mark. */
const PART_OF_BOX = 0.9;

/** Largest distance of a bullet before its text, in multiples of the text size. */
const REACH = 3;

/** Least distance: a plotted point touches its label. */
const LEAST_GAP = 0.25;

/** Least distance to other content before it, in multiples of the text size. */
const CLEARANCE = 1.5;

/** Height range of its centre above the baseline, in fractions of the text size. */
const LOWEST = 0.1;
const HIGHEST = 0.6;

/** Tolerance for left edges and sides of bullets in one list, in points. */
const SAME = 0.6;

/** A separate small box or disc. */
export interface BulletShape extends Rect {
  readonly isSolid: boolean;
}

interface DrawnShapes {
  readonly bullets: readonly BulletShape[];
  readonly outlines: readonly Outline[];
}

/** A bullet and the first glyph of its text. */
interface Bullet {
  readonly box: BulletShape;
  readonly first: number;
}

/**
 * Writes a bullet for each small box or disc before the first word of a line, unless most shapes of its size are
 * elsewhere: then it is a plotted point with a label. Returns the shapes that are bullets.
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
    if (tags) marked?.mark(glyphs.count, Infinity, tags[bullet.first] ?? UNTAGGED);
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

/** Whether another shape is directly before or after it: a row of dots. */
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

/** Whether two shapes coincide: some are filled and then framed. */
function isSame(a: Rect, b: Rect): boolean {
  return Math.abs(a.x0 - b.x0) < SAME && Math.abs(a.y0 - b.y0) < SAME;
}

function areAlike(a: Rect, b: Rect): boolean {
  return Math.abs(a.x0 - b.x0) < SAME && Math.abs(a.y0 - b.y0) > SAME && haveOneSize(a, b);
}

function haveOneSize(a: Rect, b: Rect): boolean {
  return Math.abs(a.x1 - a.x0 - (b.x1 - b.x0)) < SAME;
}

/** The glyph directly after a shape with the size and position of a bullet; undefined if it is not one. */
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

/** Whether the centre of a shape is at the height of a small letter in a glyph's line. */
function isBeside({ y0, y1 }: Rect, i: number, { y, size, angle, flags }: GlyphWriter): boolean {
  const height = (y[i] ?? 0) - (y0 + y1) / 2;
  const own = size[i] ?? 0;
  if (!(height >= LOWEST * own && height <= HIGHEST * own) || angle[i] !== 0) return false;
  return ((flags[i] ?? 0) & (GLYPH.BLANK | GLYPH.INVISIBLE)) === 0;
}
