import type { GreyImage } from "../image/grey-image.ts";
import { type Histogram, quantileOf } from "../image/histogram.ts";

/** Darker is dark, lighter is light; what is between says nothing about which one the paper is. */
const DARK = 96;
const LIGHT = 160;

/** Of the pixels that are clearly dark or light, so many are dark only where the paper is. */
const DARK_PAPER_SHARE = 0.7;

/** Letters and figures of a page are at least so much of it; a page that is all black has nothing to show. */
const LEAST_LIGHT_SHARE = 0.002;

/** Of faint or badly lit ones: what is lighter than the paper lies so many times as far from it as what is darker. */
const TIMES_LIGHTER = 2;
const LEAST_LIGHTER = 60;
/** What fills more than this share of a page is no text. */
const MOST_TEXT = 0.25;
/** Of all pixels in order of their shades, the last that is no accident, at both ends. */
const ACCIDENTS = 0.005;

/** Whether the page shows light text on dark paper, as a negative or a slide does. */
export function isLightOnDark(histogram: Histogram): boolean {
  return isWhiteOnBlack(histogram) || isDim(histogram);
}

function isDim(histogram: Histogram): boolean {
  const paper = quantileOf(histogram, 1 / 2);
  const lighter = quantileOf(histogram, 1 - ACCIDENTS) - paper;
  const darker = paper - quantileOf(histogram, ACCIDENTS);
  const isMostlyPaper = quantileOf(histogram, 1 - MOST_TEXT) - paper < lighter / 2;
  return paper < DARK && isMostlyPaper && lighter > Math.max(LEAST_LIGHTER, TIMES_LIGHTER * darker);
}

function isWhiteOnBlack(histogram: Histogram): boolean {
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
