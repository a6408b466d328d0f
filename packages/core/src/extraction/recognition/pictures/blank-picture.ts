import type { GreyImage } from "../../raster/image/grey-image.ts";
import { histogramOf, quantileOf } from "../../raster/image/histogram.ts";

/** Shades that differ by less than this count as one colour. */
const ONE_COLOUR = 24;

/** Sampling step in both directions, in pixels: the thinnest letter strokes are wider. */
const STEP = 2;

/** Whether the picture is all one colour, so that there is nothing to read. */
export function isBlank({ width, height, data }: GreyImage): boolean {
  let [darkest, lightest] = [255, 0];
  for (let y = 0; y < height; y += STEP) {
    for (let at = y * width, end = at + width; at < end; at += STEP) {
      const value = data[at] ?? 0;
      if (value < darkest) darkest = value;
      if (value > lightest) lightest = value;
    }
    if (lightest - darkest >= ONE_COLOUR) return false;
  }
  return true;
}

/** Share of the darkest pixels that is ignored: specks cover less, a line of print more. */
const DARKEST = 0.01;
const PAPER = 0.9;

/** Minimum difference in shades; paper grain differs less. */
const LEAST_CONTRAST = 90;

/** Median shade of pictures that fill the page; paper is lighter. */
const DARKER_THAN_PAPER = 180;

/** Minimum difference between the darkest and the lightest shades of such a picture; coloured paper differs less. */
const LEAST_RANGE = 40;
const LIGHTEST = 0.99;

/** Whether the picture has so much ink that finding no words is unexpected. */
export function hasMuchInk({ data }: GreyImage): boolean {
  const shades = histogramOf(data);
  const darkest = quantileOf(shades, DARKEST);
  if (quantileOf(shades, PAPER) - darkest >= LEAST_CONTRAST) return true;
  return quantileOf(shades, 0.5) < DARKER_THAN_PAPER && quantileOf(shades, LIGHTEST) - darkest >= LEAST_RANGE;
}
