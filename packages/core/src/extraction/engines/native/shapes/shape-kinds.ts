import type { Outline } from "../../../page/page-content.ts";
import type { Rect } from "../../../geometry/rect.ts";
import type { Subpath } from "./path-recorder.ts";

/**
 * Side range of an outline that may be a check box, in points: 0.5 to 1.6 times the height of text of 6 to 18 points.
 */
const MIN_OUTLINE_SIDE = 4;
export const MAX_OUTLINE_SIDE = 28;

/** Largest aspect ratio of an outline. */
const MAX_OUTLINE_ASPECT = 1.3;

/** Least straight part of each side of a box with rounded corners; an O has none on some sides. */
const MIN_STRAIGHT_PART = 0.3;

/** Largest straight piece in a circle, relative to its width. */
const MAX_SPECK = 0.05;

/** Largest distance, in points, of a straight piece from the side it belongs to. */
const AT_SIDE = 0.3;

/** The kind of a check-box-sized subpath; undefined for other shapes. */
export function outlineKind(subpath: Subpath): Outline["kind"] | undefined {
  const width = subpath.x1 - subpath.x0;
  const height = subpath.y1 - subpath.y0;
  const short = width < height ? width : height;
  const long = width < height ? height : width;
  if (!(short >= MIN_OUTLINE_SIDE && long <= MAX_OUTLINE_SIDE && long <= short * MAX_OUTLINE_ASPECT))
    return undefined;
  return roundOrSquare(subpath);
}

/** Whether a subpath is a box or a circle, of any size and proportion. */
export function roundOrSquare(subpath: Subpath): Outline["kind"] | undefined {
  if (isBox(subpath)) return "box";
  if (subpath.curves < 4 || slantedLines(subpath) > 0) return undefined;
  if (isRoundedBox(subpath)) return "box";
  return straightLength(subpath) <= MAX_SPECK * (subpath.x1 - subpath.x0) ? "circle" : undefined;
}

export function isBox({ upright, lines }: Subpath): boolean {
  return upright && lines >= 3 && lines <= 5;
}

/** Number of slanted lines, as in ticks and crosses. */
export function slantedLines({ lines, straight }: Subpath): number {
  return lines - straight;
}

/** Whether the centre of a shape is in a box. */
export function isInside({ x0, y0, x1, y1 }: Rect, box: Rect): boolean {
  const x = (x0 + x1) / 2;
  const y = (y0 + y1) / 2;
  return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
}

/** The longer side of a shape relative to that of a box. */
export function partOf(shape: Rect, box: Rect): number {
  return longSide(shape) / longSide(box);
}

function longSide({ x0, y0, x1, y1 }: Rect): number {
  return Math.max(x1 - x0, y1 - y0);
}

function isRoundedBox({ x0, y0, x1, y1, lines, straight, straightLines }: Subpath): boolean {
  if (lines < 4 || lines > 5) return false;
  let [top, right, bottom, left] = [0, 0, 0, 0];
  for (let i = 0; i < 4 * straight; i += 4) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = straightLines.slice(i, i + 4);
    const across = Math.abs(toX - fromX);
    const down = Math.abs(toY - fromY);
    if (Math.abs(fromY - y0) < AT_SIDE) top = Math.max(top, across);
    if (Math.abs(fromY - y1) < AT_SIDE) bottom = Math.max(bottom, across);
    if (Math.abs(fromX - x0) < AT_SIDE) left = Math.max(left, down);
    if (Math.abs(fromX - x1) < AT_SIDE) right = Math.max(right, down);
  }
  const across = MIN_STRAIGHT_PART * (x1 - x0);
  const down = MIN_STRAIGHT_PART * (y1 - y0);
  return top >= across && bottom >= across && left >= down && right >= down;
}

function straightLength({ straight, straightLines }: Subpath): number {
  let length = 0;
  for (let i = 0; i < 4 * straight; i += 4) {
    const across = (straightLines[i + 2] ?? 0) - (straightLines[i] ?? 0);
    const down = (straightLines[i + 3] ?? 0) - (straightLines[i + 1] ?? 0);
    length += Math.abs(across) + Math.abs(down);
  }
  return length;
}
