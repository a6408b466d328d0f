import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";
import { inkLevelOf } from "../image/ink-image.ts";

/** Paper whose shade is lighter is white already. */
const WHITE_PAPER = 250;

/** Of all pixels in order of their shades, one that is paper even on a dense page. */
const SURELY_PAPER = 0.9;

/** Soft edges of strokes are so many shades lighter than the lightest ink. */
const SOFT_EDGE = 10;

/** The shade that the lightest ink gets. */
const LIGHTEST = 200;

export function isGreyPaper({ data }: GreyImage): boolean {
  return quantileOf(histogramOf(data), SURELY_PAPER) < WHITE_PAPER;
}

/**
 * Makes white what is no ink by the shades of `drawn`. The recogniser parts ink from paper at one shade for the whole
 * page: without the lines of a table, that shade may come to lie between its grey fields and the paper.
 */
export function withClearPaper(image: GreyImage, drawn: GreyImage): GreyImage {
  const level = inkLevelOf(drawn) + SOFT_EDGE;
  const shades = Uint8Array.from({ length: 256 }, (_, shade) =>
    shade > level ? 255 : Math.round((shade * LIGHTEST) / level),
  );
  return { ...image, data: image.data.map((shade) => shades[shade] ?? 255) };
}
