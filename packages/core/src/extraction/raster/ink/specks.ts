import type { Components } from "./components.ts";

/** Maximum area of a speck in pixels. */
const SPECK_AREA = 2;

/** A page is speckled if more than this share of its components are specks. */
const SPECKLED_SHARE = 0.5;

/** Fewer specks do no harm, whatever their share. */
const FEWEST_SPECKS = 500;

/** Whether the page is covered with specks. */
export function isSpeckled({ count, area }: Components): boolean {
  let specks = 0;
  for (let i = 0; i < count; i++) if ((area[i] ?? 0) <= SPECK_AREA) specks++;
  return specks >= FEWEST_SPECKS && specks > SPECKLED_SHARE * count;
}
