import type { Components } from "../ink/components.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { type Histogram, quantileOf } from "../image/histogram.ts";

/** Pieces of so little ink are specks, in pixels. */
const SPECK_AREA = 2;

/** More of a page's pieces are specks only where it is strewn with them. */
const SPECKLED_SHARE = 0.5;

/** Fewer specks harm nothing, whatever their share. */
const FEWEST_SPECKS = 500;

/** A picture in black and white has no grain to smooth, and its thin strokes would be taken for specks. */
const OTHER_SHADES = 0.002;

/** Grain is measured in squares of so many pixels a side. */
const SQUARE = 16;

/** The squares without ink are the smoothest ones: one of these, in order of grain, is taken. */
const SMOOTHEST = 0.3;

/** From here on, as a standard deviation of the paper's shades, grain itself costs more letters than what is done to it. */
export const VERY_GRAINY = 17;

/** Whether the page is strewn with specks. */
export function isSpeckled({ count, area }: Components): boolean {
  let specks = 0;
  for (let i = 0; i < count; i++) if ((area[i] ?? 0) <= SPECK_AREA) specks++;
  return specks >= FEWEST_SPECKS && specks > SPECKLED_SHARE * count;
}

/** Whether all pixels are black or white, as of a fax: print that a computer drew has soft edges. */
export function isBlackAndWhite(histogram: Histogram): boolean {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  const extremes = (histogram[0] ?? 0) + (histogram[255] ?? 0);
  return all - extremes < OTHER_SHADES * all;
}

/**
 * How coarse the grain of the paper is: half of the span of its shades without the darkest and the lightest sixth,
 * which is the standard deviation of grain as it is. A few specks, however black, change nothing.
 */
export function grainOf({ width, height, data }: GreyImage): number {
  const grains: number[] = [];
  // Every second square of every second row of squares is enough.
  for (let y = 0; y + SQUARE <= height; y += 2 * SQUARE) {
    for (let x = 0; x + SQUARE <= width; x += 2 * SQUARE) grains.push(grainAt(data, y * width + x, width));
  }
  const sorted = Float64Array.from(grains).toSorted();
  return sorted[Math.floor(SMOOTHEST * sorted.length)] ?? 0;
}

const SIXTH = 0.16;

function grainAt(data: Uint8Array, start: number, width: number): number {
  const counts: Histogram = new Uint32Array(256);
  for (let y = 0, row = start; y < SQUARE; y++, row += width) {
    for (let at = row; at < row + SQUARE; at++) {
      const shade = data[at] ?? 0;
      counts[shade] = (counts[shade] ?? 0) + 1;
    }
  }
  return (quantileOf(counts, 1 - SIXTH) - quantileOf(counts, SIXTH)) / 2;
}
