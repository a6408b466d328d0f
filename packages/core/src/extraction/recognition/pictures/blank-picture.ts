import type { GreyImage } from "../../raster/image/grey-image.ts";
import { histogramOf, quantileOf } from "../../raster/image/histogram.ts";

/** Shades that lie closer together than this are one colour. */
const ONE_COLOUR = 24;

/** Every so many pixels are looked at in both directions: the thinnest stroke of a letter is wider. */
const STEP = 2;

/** Whether all of the picture is one colour, so that there is nothing to read. */
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

/** A few specks are fewer of the pixels than this, a line of print is more. */
const DARKEST = 0.01;
const PAPER = 0.9;

/** In shades: the grain of paper differs less. */
const LEAST_CONTRAST = 90;

/** Whether so much of the picture is darker than its paper that a page without a word is unexpected. */
export function hasMuchInk({ data }: GreyImage): boolean {
  const shades = histogramOf(data);
  return quantileOf(shades, PAPER) - quantileOf(shades, DARKEST) >= LEAST_CONTRAST;
}
