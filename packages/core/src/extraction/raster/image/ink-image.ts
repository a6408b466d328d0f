import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "./grey-image.ts";
import { type Histogram, otsuLevel, quantileOf } from "./histogram.ts";

/** A binarized image, top row first, rows unpadded. */
export interface InkImage {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel: 1 for ink, 0 for paper. */
  readonly ink: Uint8Array;
}

/**
 * Lighter pixels are always paper: on a page with faint print and large black areas, Otsu's threshold would classify
 * paper grain as ink.
 */
const LIGHTEST_INK = 210;

/** Added to the threshold so that the soft edges of strokes, which Otsu's threshold cuts in half, count as ink. */
const SOFT_EDGE = 10;

/** Quantiles of the shades that are ink even on a sparse page, and paper even on a dense one. */
const SURELY_INK = 0.005;
const SURELY_PAPER = 0.9;

/** Quantile of the shades that are ink on a page with a single word, which has less ink than `SURELY_INK`. */
const INK_OF_A_WORD = 0.0001;

/** Share of a normal distribution below its mean less one standard deviation. */
const ONE_DEVIATION = 0.16;

/** Shades closer to that of the paper, in standard deviations, are grain: normally `SURELY_INK` is at 2.6. */
const DEVIATIONS_OF_GRAIN = 3.2;

/**
 * Returns the lightest shade that counts as ink. On a page with little ink, Otsu's threshold would fall within the
 * paper grain, so it is limited to the middle between ink and paper.
 */
export function inkLevelOf(histogram: Histogram): number {
  const middle = (quantileOf(histogram, leastInkOf(histogram)) + quantileOf(histogram, SURELY_PAPER)) / 2;
  return Math.min(LIGHTEST_INK, Math.min(otsuLevel(histogram), middle) + SOFT_EDGE);
}

/** The quantile of a shade that is ink. */
function leastInkOf(histogram: Histogram): number {
  const paper = quantileOf(histogram, 0.5);
  const grain = paper - quantileOf(histogram, ONE_DEVIATION);
  const isInGrain = grain > 0 && quantileOf(histogram, SURELY_INK) > paper - DEVIATIONS_OF_GRAIN * grain;
  return isInGrain ? INK_OF_A_WORD : SURELY_INK;
}

/** Binarizes an image: pixels as dark as `level` or darker are ink. */
export function inkOf({ width, height, data }: GreyImage, level: number): InkImage {
  const ink = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) ink[i] = (data[i] ?? 255) <= level ? 1 : 0;
  return { width, height, ink };
}

/** Returns the share of ink in a box, clipped to the image: 0 to 1. */
export function inkShare({ width, height, ink }: InkImage, { x0, y0, x1, y1 }: Rect): number {
  const [left, right] = [Math.max(0, x0), Math.min(width, x1)];
  const [top, bottom] = [Math.max(0, y0), Math.min(height, y1)];
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left, end = y * width + right; at < end; at++) count += ink[at] ?? 0;
  }
  return count / Math.max(1, (right - left) * (bottom - top));
}
