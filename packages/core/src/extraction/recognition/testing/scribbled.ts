import type { GreyImage } from "../../raster/image/grey-image.ts";

/** Where a scribble is, in points. */
export interface Scribble {
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  /** Number of words. */
  readonly words: number;
}

const INK = 40;

/** Returns a picture with words that look handwritten but have no letters: loops of a pen. */
export function scribbled(image: GreyImage, { x0, x1, baseline, words }: Scribble): GreyImage {
  const data = Uint8Array.from(image.data);
  const scale = image.dpi / 72;
  const width = (x1 - x0) / words;
  for (let word = 0; word < words; word++) {
    const start = x0 + word * width;
    for (let t = 0; t < 1; t += 0.0005) {
      const x = start + 0.8 * width * t + 2.5 * Math.sin(t * 31);
      const y = baseline - 4 - 4 * Math.sin(t * 43 + word) - 1.5 * Math.cos(t * 17);
      dot(data, image.width, { x: Math.round(x * scale), y: Math.round(y * scale) });
    }
  }
  return { ...image, data };
}

function dot(data: Uint8Array, width: number, { x, y }: { readonly x: number; readonly y: number }): void {
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) data[(y + dy) * width + x + dx] = INK;
}
