import type { GreyImage } from "../image/grey-image.ts";
import { normalFrom, randomFrom } from "./random.ts";

/** Simulated defects of scanners, cameras and fax machines; deterministic for a given seed. */

/** Adds sensor noise; `deviation` is in shades. */
export function grainy(image: GreyImage, deviation: number, seed: number): GreyImage {
  const random = randomFrom(seed);
  return mapped(image, (shade) => shade + deviation * normalFrom(random));
}

/** Sets a share of the pixels to black or white at random. */
export function strewn(image: GreyImage, share: number, seed: number): GreyImage {
  const random = randomFrom(seed);
  return mapped(image, (shade) => (random() >= share ? shade : random() < 0.5 ? 0 : 255));
}

/** Reduces the contrast. */
export function faded(image: GreyImage, black: number, white: number): GreyImage {
  return mapped(image, (shade) => black + (shade * (white - black)) / 255);
}

/** Adds a soft shadow across the page; `depth` is the share of light removed at its darkest point. */
export function shadowed(image: GreyImage, depth: number): GreyImage {
  const { width, height } = image;
  return mapped(image, (shade, at) => {
    const across = (0.8 * (at % width)) / width + (0.6 * Math.floor(at / width)) / height;
    return shade * (1 - depth * (0.5 + 0.5 * Math.sin(3 * across + 1)));
  });
}

/** Reduces the image to black and white. */
export function faxed(image: GreyImage, level: number): GreyImage {
  return mapped(image, (shade) => (shade <= level ? 0 : 255));
}

function mapped(image: GreyImage, shadeOf: (shade: number, at: number) => number): GreyImage {
  const data = image.data.map((shade, at) => Math.min(255, Math.max(0, shadeOf(shade, at))));
  return { ...image, data };
}
