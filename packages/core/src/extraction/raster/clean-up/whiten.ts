import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";
import { withShades } from "../image/shade-table.ts";

/** Quantile of the shades that is the mean paper shade, since most pixels of a page are paper. */
const PAPER_QUANTILE = 0.6;

/** Number of standard deviations that include nearly all of the grain. */
const DEVIATIONS = 2;

/** Whitens paper grain and stretches darker shades. `grain` is its standard deviation in shades. */
export function whitened(image: GreyImage, grain: number): GreyImage {
  const paper = quantileOf(histogramOf(image.data), PAPER_QUANTILE);
  const white = Math.max(1, paper - DEVIATIONS * grain);
  return withShades(image, (shade) => Math.min(255, (shade * 255) / white));
}
