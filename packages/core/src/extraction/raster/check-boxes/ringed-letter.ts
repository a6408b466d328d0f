import type { InkImage } from "../image/ink-image.ts";

/** Rays from the middle of a ring. */
const RAYS = 48;

/** The middle of a ringed letter is empty as far as this, in radii of the ring's hole. */
const EMPTY_MIDDLE = 0.22;

/** A letter surrounds the middle by this share of all rays; a mark surrounds none, and a second ring all of it. */
const LEAST_AROUND = 0.55;
const MOST_AROUND = 0.92;

/** The hole of a ring, in pixels. */
export interface RingHole {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Whether a letter C stands in a ring, as in the copyright sign; it would pass for a mark. */
export function isRingedLetter({ width, height, ink }: InkImage, { x, y, radius }: RingHole): boolean {
  let around = 0;
  for (let ray = 0; ray < RAYS; ray++) {
    const angle = (2 * Math.PI * ray) / RAYS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let distance = 0;
    for (; distance < radius; distance += 0.5) {
      const [column, row] = [Math.floor(x + dx * distance), Math.floor(y + dy * distance)];
      const isInside = column >= 0 && row >= 0 && column < width && row < height;
      if (isInside && ink[row * width + column] === 1) break;
    }
    if (distance <= EMPTY_MIDDLE * radius) return false;
    if (distance < radius) around++;
  }
  return around >= LEAST_AROUND * RAYS && around <= MOST_AROUND * RAYS;
}
