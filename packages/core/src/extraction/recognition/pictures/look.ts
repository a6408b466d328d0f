import type { Look } from "../../engines/open-document.ts";
import { areaOf, type Rect } from "../../geometry/rect.ts";
import type { WrittenLine } from "../../raster/ink/written-lines.ts";

/** Resolution for detecting text, in dpi: 5-point letters are 7 pixels high. */
export const LOOK_DPI = 150;

/** Resolution for small pictures, such as logos, because their letters may be smaller. */
const CLOSE = 300;

/** Largest area of a small picture, in square points. */
const SMALL = 72 * 72;

/** Larger pictures are examined at a lower resolution. */
export const MOST_LOOK_PIXELS = 1_200_000;

const POINTS_PER_INCH = 72;

export function lookDpi(box: Rect): number {
  const wanted = areaOf(box) <= SMALL ? CLOSE : LOOK_DPI;
  return Math.min(wanted, POINTS_PER_INCH * Math.sqrt(MOST_LOOK_PIXELS / areaOf(box)));
}

/** How a picture in the given box, in points, is examined for text. */
export function lookAt(box: Rect): Look {
  const dpi = lookDpi(box);
  const side = (points: number): number => Math.max(1, Math.round((points * dpi) / POINTS_PER_INCH));
  return { width: side(box.x1 - box.x0), height: side(box.y1 - box.y0), dpi };
}

/** Minimum number of letters in a picture that is read: about three words. */
export const FEWEST_LETTERS = 6;

export function letterCount(lines: readonly WrittenLine[]): number {
  return lines.reduce((sum, { letters }) => sum + letters, 0);
}
