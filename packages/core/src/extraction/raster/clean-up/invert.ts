import type { GreyImage } from "../image/grey-image.ts";
import { type Histogram, quantileOf } from "../image/histogram.ts";
import { withShades } from "../image/shade-table.ts";

/** Shades below `DARK` are dark, from `LIGHT` on light; shades between are ignored. */
const DARK = 96;
const LIGHT = 160;

/** If more than this share of the clearly dark or light pixels is dark, the paper is dark. */
const DARK_PAPER_SHARE = 0.7;

/** Minimum share of light pixels: text covers at least this much; an all-black page has none. */
const LEAST_LIGHT_SHARE = 0.002;

/** On dim pages, light text differs from the paper by at least this many times as much as darker pixels do. */
const TIMES_LIGHTER = 2;
const LEAST_LIGHTER = 60;
/** Maximum share of a page that text covers. */
const MOST_TEXT = 0.25;
/** Share of pixels ignored as outliers at both ends. */
const ACCIDENTS = 0.005;

/** Whether the page has light text on a dark background, as in a negative or a slide. */
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

/** Inverts an image: black becomes white. */
export function inverted(image: GreyImage): GreyImage {
  return withShades(image, (shade) => 255 - shade);
}

function countOf(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}
