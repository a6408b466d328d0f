import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";

const WHITE = 255;

/** Glyphs may extend this far beyond their boxes, in pixels. */
const MARGIN = 1;

/** Erases `boxes` (in pixels) from the picture by filling each row with the shade to its left. */
export function withoutCovered(image: GreyImage, boxes: readonly Rect[]): GreyImage {
  if (boxes.length === 0) return image;
  const data = image.data.slice();
  // From left to right, so that the fill shade never comes from a letter that is not erased yet.
  for (const box of boxes.toSorted((one, other) => one.x0 - other.x0)) {
    const wide = { x0: box.x0 - MARGIN, y0: box.y0 - MARGIN, x1: box.x1 + MARGIN, y1: box.y1 + MARGIN };
    forRows(image, wide, (from, to) => {
      const isFirst = from % image.width === 0;
      const beside = isFirst ? data[Math.min(to, data.length - 1)] : data[from - 1];
      data.fill(beside ?? WHITE, from, to);
    });
  }
  return { ...image, data };
}

function forRows({ width, height }: GreyImage, box: Rect, each: (from: number, to: number) => void): void {
  const x0 = Math.max(0, Math.floor(box.x0));
  const x1 = Math.min(width, Math.ceil(box.x1));
  if (x1 <= x0) return;
  for (let y = Math.max(0, Math.floor(box.y0)); y < Math.min(height, Math.ceil(box.y1)); y++) {
    each(y * width + x0, y * width + x1);
  }
}
