import type { GreyImage } from "../../raster/image/grey-image.ts";

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
