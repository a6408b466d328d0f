import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";

/** Most pixels of a page are paper: one of these, in order of their shades, is of the middle of its grain. */
const PAPER_QUANTILE = 0.6;

/** Nearly all of the grain is within so many standard deviations. */
const DEVIATIONS = 2;

/** Makes the paper's grain, of a standard deviation in shades, white, and stretches what is darker. */
export function whitened(image: GreyImage, grain: number): GreyImage {
  const paper = quantileOf(histogramOf(image.data), PAPER_QUANTILE);
  const white = Math.max(1, paper - DEVIATIONS * grain);
  return { ...image, data: image.data.map((shade) => Math.min(255, (shade * 255) / white)) };
}
