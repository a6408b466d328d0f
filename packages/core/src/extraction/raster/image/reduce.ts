import type { GreyImage } from "./grey-image.ts";

/** Downscales an image: each square of `factor` by `factor` pixels becomes one pixel of their mean shade. */
export function reduced(image: GreyImage, factor: number): GreyImage {
  if (factor <= 1) return image;
  const [width, height] = [Math.floor(image.width / factor), Math.floor(image.height / factor)];
  if (width === 0 || height === 0) return image;
  const data = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let row = y * factor; row < (y + 1) * factor; row++) {
      const shades = image.data.subarray(row * image.width, row * image.width + width * factor);
      for (let x = 0; x < shades.length; x++) {
        const column = Math.floor(x / factor);
        sums[column] = (sums[column] ?? 0) + (shades[x] ?? 0);
      }
    }
    for (let x = 0; x < width; x++) data[y * width + x] = Math.round((sums[x] ?? 0) / (factor * factor));
  }
  return { width, height, data, dpi: image.dpi / factor };
}
