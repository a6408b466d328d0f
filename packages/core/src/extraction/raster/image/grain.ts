import type { GreyImage } from "./grey-image.ts";
import { type Histogram, quantileOf } from "./histogram.ts";

/**
 * Maximum share of grey pixels in a black-and-white image. Such an image is not filtered: it has no grain, and its thin
 * strokes would be removed as specks.
 */
const OTHER_SHADES = 0.002;

/** Side in pixels of the squares in which grain is measured. */
const SQUARE = 16;

/** Quantile of the squares by grain that is taken: the smoothest squares are those without ink. */
const SMOOTHEST = 0.3;

/** Above this standard deviation of the paper's shades, grain loses more letters than denoising does. */
export const VERY_GRAINY = 17;

/** Whether nearly all pixels are black or white, as in a fax; text rendered by a computer has grey edges. */
export function isBlackAndWhite(histogram: Histogram): boolean {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  const extremes = (histogram[0] ?? 0) + (histogram[255] ?? 0);
  return all - extremes < OTHER_SHADES * all;
}

/**
 * Returns the grain of the paper in shades: half the range between the 16 % and 84 % quantiles, which is the standard
 * deviation of normally distributed noise. Robust against a few specks, however black.
 */
export function grainOf({ width, height, data }: GreyImage): number {
  const grains: number[] = [];
  const counts: Histogram = new Uint32Array(256);
  // Sampling every second square of every second row is accurate enough.
  for (let y = 0; y + SQUARE <= height; y += 2 * SQUARE) {
    for (let x = 0; x + SQUARE <= width; x += 2 * SQUARE) {
      grains.push(grainAt({ data, width, counts }, y * width + x));
    }
  }
  const sorted = Float64Array.from(grains).toSorted();
  return sorted[Math.floor(SMOOTHEST * sorted.length)] ?? 0;
}

const SIXTH = 0.16;

interface Sampled {
  readonly data: Uint8Array;
  readonly width: number;
  /** Overwritten. */
  readonly counts: Histogram;
}

function grainAt({ data, width, counts }: Sampled, start: number): number {
  counts.fill(0);
  for (let y = 0, row = start; y < SQUARE; y++, row += width) {
    for (let at = row; at < row + SQUARE; at++) {
      const shade = data[at] ?? 0;
      counts[shade] = (counts[shade] ?? 0) + 1;
    }
  }
  return (quantileOf(counts, 1 - SIXTH) - quantileOf(counts, SIXTH)) / 2;
}
