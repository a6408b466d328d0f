import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";

const WHITE = 255;

/** Returns a part of a picture with a white margin, in pixels. */
export function cutPicture(source: GreyImage, box: Rect, margin: number): GreyImage {
  const x0 = Math.max(0, Math.floor(box.x0));
  const y0 = Math.max(0, Math.floor(box.y0));
  const x1 = Math.min(source.width, Math.ceil(box.x1));
  const y1 = Math.min(source.height, Math.ceil(box.y1));
  const width = Math.max(0, x1 - x0) + 2 * margin;
  const height = Math.max(0, y1 - y0) + 2 * margin;
  const data = new Uint8Array(width * height).fill(WHITE);
  for (let y = y0; y < y1; y++) {
    const row = source.data.subarray(y * source.width + x0, y * source.width + x1);
    data.set(row, (y - y0 + margin) * width + margin);
  }
  return { width, height, data, dpi: source.dpi };
}
