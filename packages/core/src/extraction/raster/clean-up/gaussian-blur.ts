import type { GreyImage } from "../image/grey-image.ts";

/** Extent of the kernel, in radii; pixels further out have negligible weight. */
const REACH = 3;

/** Applies a Gaussian blur; `radius` is the standard deviation in pixels. */
export function blurred(image: GreyImage, radius: number): GreyImage {
  if (radius <= 0) return image;
  const weights = bellOf(radius);
  const { width, height } = image;
  const across = blurredRows(image.data, width, weights);
  const data = transposed(blurredRows(transposed(across, width, height), height, weights), height, width);
  return { ...image, data };
}

/** Returns one half of the symmetric kernel, centre first; the full kernel sums to 1. */
function bellOf(radius: number): Float32Array {
  const weights = new Float32Array(Math.ceil(REACH * radius) + 1);
  for (let i = 0; i < weights.length; i++) weights[i] = Math.exp(-(i * i) / (2 * radius * radius));
  const sum = weights.reduce((total, weight) => total + 2 * weight, -1);
  return weights.map((weight) => weight / sum);
}

function blurredRows(data: Uint8Array, width: number, weights: Float32Array): Uint8Array {
  const soft = new Uint8Array(data.length);
  const reach = weights.length - 1;
  const row = new Float32Array(width + 2 * reach);
  for (let start = 0; start < data.length; start += width) {
    row.fill(data[start] ?? 0, 0, reach);
    row.set(data.subarray(start, start + width), reach);
    row.fill(data[start + width - 1] ?? 0, reach + width);
    for (let x = 0; x < width; x++) {
      const at = x + reach;
      let sum = 0.5 + (weights[0] ?? 0) * (row[at] ?? 0);
      for (let i = 1; i <= reach; i++) sum += (weights[i] ?? 0) * ((row[at - i] ?? 0) + (row[at + i] ?? 0));
      soft[start + x] = sum;
    }
  }
  return soft;
}

function transposed(data: Uint8Array, width: number, height: number): Uint8Array {
  const flipped = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) flipped[x * height + y] = data[at] ?? 0;
  }
  return flipped;
}
