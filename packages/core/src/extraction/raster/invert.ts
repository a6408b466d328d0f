import type { GreyImage } from "./grey-image.ts";
import type { Histogram } from "./histogram.ts";

/** Darker is dark, lighter is light; what is between says nothing about which one the paper is. */
const DARK = 96;
const LIGHT = 160;

/** Of the pixels that are clearly dark or light, so many are dark only where the paper is. */
const DARK_PAPER_SHARE = 0.7;

/** Letters and figures of a page are at least so much of it; a page that is all black has nothing to show. */
const LEAST_LIGHT_SHARE = 0.002;

/** Whether the page shows light text on dark paper, as a negative or a slide does. */
export function isLightOnDark(histogram: Histogram): boolean {
  const dark = countOf(histogram.subarray(0, DARK));
  const light = countOf(histogram.subarray(LIGHT));
  const all = countOf(histogram);
  return dark > DARK_PAPER_SHARE * (dark + light) && dark > all / 2 && light > LEAST_LIGHT_SHARE * all;
}

/** Black for white and white for black. */
export function inverted(image: GreyImage): GreyImage {
  return { ...image, data: image.data.map((shade) => 255 - shade) };
}

function countOf(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}
