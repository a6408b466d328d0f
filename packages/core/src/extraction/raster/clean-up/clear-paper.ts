import type { GreyImage } from "../image/grey-image.ts";
import { quantileOf } from "../image/histogram.ts";
import { withShades } from "../image/shade-table.ts";
import type { AnalysedImage } from "../ink/analysed-image.ts";

/** Paper at least this light is already white. */
const WHITE_PAPER = 250;

/** Quantile of the shades that is paper even on a dense page. */
const SURELY_PAPER = 0.9;

/** How much lighter the soft edges of strokes are than the lightest ink, in shades. */
const SOFT_EDGE = 10;

/** Target shade of the lightest ink. */
const LIGHTEST = 200;

export function isGreyPaper({ histogram }: AnalysedImage): boolean {
  return quantileOf(histogram, SURELY_PAPER) < WHITE_PAPER;
}

/**
 * Whitens everything that is not ink by the ink level of the page as it was drawn. The recogniser uses one binarization
 * threshold for the page; without the ruling lines, that threshold can fall between grey table cells and the paper.
 */
export function withClearPaper(image: GreyImage, { inkLevel }: AnalysedImage): GreyImage {
  const level = inkLevel + SOFT_EDGE;
  return withShades(image, (shade) => (shade > level ? 255 : Math.round((shade * LIGHTEST) / level)));
}
