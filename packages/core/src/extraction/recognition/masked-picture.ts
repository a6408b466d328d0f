import type { Rect } from "../page/rect.ts";
import { componentsOf } from "../raster/components.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import { inkLevelOf, inkOf } from "../raster/ink-image.ts";
import { unreadInk } from "../raster/unread-ink.ts";

const WHITE = 255;

/** Letters that are looked for in pictures are about so high, in inches. */
const LETTER_HEIGHT = 0.1;

/** A line of text is so many times as wide as high. */
const LINE_SHAPE = 2.5;

/** The picture with nothing left but `regions`, and without what `covered` covers; both in pixels. */
export function maskedPicture(
  image: GreyImage,
  regions: readonly Rect[],
  covered: readonly Rect[],
): GreyImage {
  const data = new Uint8Array(image.data.length).fill(WHITE);
  const masked = { ...image, data };
  for (const region of regions) {
    forRows(image, region, (from, to) => data.set(image.data.subarray(from, to), from));
  }
  for (const box of covered) forRows(image, box, (from, to) => data.fill(WHITE, from, to));
  return masked;
}

/** Whether something in the picture has the looks of a line of text. */
export function mayCarryText(image: GreyImage): boolean {
  const components = componentsOf(inkOf(image, inkLevelOf(image)));
  const { lines } = unreadInk(components, [], LETTER_HEIGHT * image.dpi);
  return lines.some(({ x0, y0, x1, y1 }) => x1 - x0 >= LINE_SHAPE * (y1 - y0));
}

function forRows({ width, height }: GreyImage, box: Rect, each: (from: number, to: number) => void): void {
  const x0 = Math.max(0, Math.floor(box.x0));
  const x1 = Math.min(width, Math.ceil(box.x1));
  if (x1 <= x0) return;
  for (let y = Math.max(0, Math.floor(box.y0)); y < Math.min(height, Math.ceil(box.y1)); y++) {
    each(y * width + x0, y * width + x1);
  }
}
