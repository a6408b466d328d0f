import type { InkImage } from "../image/ink-image.ts";

/** Number of rays from the centre of a ring. */
const RAYS = 48;

/** Radius of the empty centre of a ringed letter, in radii of the ring's hole. */
const EMPTY_MIDDLE = 0.22;

/** Share of rays that meet a letter around the centre; a second ring meets all of them. */
const LEAST_AROUND = 0.55;
const MOST_AROUND = 0.92;

/** The hole of a ring, in pixels. */
export interface RingHole {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Whether a ring contains a letter C, as in the copyright sign, which would be mistaken for a mark. */
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
