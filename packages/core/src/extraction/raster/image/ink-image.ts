import type { Rect } from "../../page/rect.ts";
import type { GreyImage } from "./grey-image.ts";
import { histogramOf, otsuLevel, quantileOf } from "./histogram.ts";

/** A picture in black and white, rows from top to bottom without gaps. */
export interface InkImage {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel: 1 where there is ink, else 0. */
  readonly ink: Uint8Array;
}

/**
 * Lighter pixels are paper, whatever the picture's own shades: on a page of faint print and much black, Otsu's level
 * would take the paper's grain for ink.
 */
const LIGHTEST_INK = 210;

/** The soft edges of strokes, which Otsu's level parts in the middle, belong to the strokes. */
const SOFT_EDGE = 10;

/** Of all pixels in order of their shades, one that is ink even on a sparse page, and one that is paper. */
const SURELY_INK = 0.005;
const SURELY_PAPER = 0.9;

/**
 * The lightest shade that counts as ink in this picture. On a page with little ink, Otsu's level parts the paper's own
 * grain: the middle between ink and paper is the limit.
 */
export function inkLevelOf(image: GreyImage): number {
  const histogram = histogramOf(image.data);
  const middle = (quantileOf(histogram, SURELY_INK) + quantileOf(histogram, SURELY_PAPER)) / 2;
  return Math.min(LIGHTEST_INK, Math.min(otsuLevel(histogram), middle) + SOFT_EDGE);
}

/** What is as dark as `level` or darker. */
export function inkOf({ width, height, data }: GreyImage, level: number): InkImage {
  const ink = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) ink[i] = (data[i] ?? 255) <= level ? 1 : 0;
  return { width, height, ink };
}

/** How much of a box, as far as it is in the picture, is ink: 0 to 1. */
export function inkShare({ width, height, ink }: InkImage, { x0, y0, x1, y1 }: Rect): number {
  const [left, right] = [Math.max(0, x0), Math.min(width, x1)];
  const [top, bottom] = [Math.max(0, y0), Math.min(height, y1)];
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left, end = y * width + right; at < end; at++) count += ink[at] ?? 0;
  }
  return count / Math.max(1, (right - left) * (bottom - top));
}
