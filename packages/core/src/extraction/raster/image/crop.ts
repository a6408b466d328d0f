import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "./grey-image.ts";

/** Crops an image to `box` plus `margin` pixels on each side, clipped to the image. */
export function cropped(image: GreyImage, box: Rect, margin: number): GreyImage {
  const x0 = Math.max(0, Math.floor(box.x0 - margin));
  const y0 = Math.max(0, Math.floor(box.y0 - margin));
  const width = Math.max(1, Math.min(image.width, Math.ceil(box.x1 + margin)) - x0);
  const height = Math.max(1, Math.min(image.height, Math.ceil(box.y1 + margin)) - y0);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (y0 + y) * image.width + x0;
    data.set(image.data.subarray(start, start + width), y * width);
  }
  return { width, height, data, dpi: image.dpi };
}
