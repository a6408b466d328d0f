import type { Rect } from "../../geometry/rect.ts";
import { shadesIn } from "./button-faces.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";

/** Distance from the edge of a button to the area of its arrow, in button sides. */
const EDGE = 0.25;

/** Minimum difference in shades between arrow and face. */
const DARKER = 60;

/** Minimum share of the face that the arrow fills, and the quantile of the shades that is the arrow's shade. */
const LEAST_ARROW = 0.05;
const DARKEST = 0.02;

/** Minimum ratio of an arrow's width to its height, and maximum ratio of its point to its base. */
const LEAST_WIDE = 1.2;
const POINT = 0.45;

/** Maximum offset of a row's centre from the arrow's, and maximum gaps in a row, in arrow widths. */
const ASKEW = 0.12;
const GAPS = 0.1;

/** Minimum number of rows of an arrow; fewer are a dot. */
const FEWEST_ROWS = 3;

/** Whether a small square contains a triangle that points down, as a drop-down button does. */
export function isDropDownArrow(image: GreyImage, box: Rect): boolean {
  const inset = Math.round(EDGE * Math.min(box.x1 - box.x0, box.y1 - box.y0));
  const inside = { x0: box.x0 + inset, y0: box.y0 + inset, x1: box.x1 - inset, y1: box.y1 - inset };
  const across = inside.x1 - inside.x0;
  const shades = shadesIn(image, inside);
  if (shades.length === 0 || across <= 0) return false;
  const histogram = histogramOf(shades);
  const [arrow, face] = [quantileOf(histogram, DARKEST), quantileOf(histogram, 0.8)];
  if (face - arrow < DARKER) return false;
  return isTriangle(darkRows(shades, across, (arrow + face) / 2), across);
}

interface DarkRow {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Returns the rows with dark pixels, or none if they are not contiguous. */
function darkRows(shades: Uint8Array, across: number, level: number): readonly DarkRow[] {
  const rows: DarkRow[] = [];
  let isAfter = false;
  for (let start = 0; start < shades.length; start += across) {
    const row = shades.subarray(start, start + across);
    const count = row.filter((shade) => shade <= level).length;
    if (count === 0) {
      isAfter = rows.length > 0;
      continue;
    }
    if (isAfter) return [];
    const isDark = (shade: number): boolean => shade <= level;
    rows.push({ first: row.findIndex(isDark), last: row.findLastIndex(isDark), count });
  }
  return rows;
}

function isTriangle(rows: readonly DarkRow[], across: number): boolean {
  const widths = rows.map(({ first, last }) => last - first + 1);
  const widest = Math.max(0, ...widths);
  if (rows.length < FEWEST_ROWS || widest < LEAST_WIDE * rows.length) return false;
  const ink = rows.reduce((sum, { count }) => sum + count, 0);
  if (ink < LEAST_ARROW * across * across) return false;
  const base = rows.slice(0, Math.ceil(rows.length / 3)).map(({ first, last }) => last - first + 1);
  if (Math.max(...base) < widest || (widths.at(-1) ?? widest) > POINT * widest) return false;
  const middle = rows.reduce((sum, { first, last }) => sum + first + last, 0) / rows.length;
  return rows.every(({ first, last, count }, row) => {
    const isNarrowing = row === 0 || last - first + 1 <= (widths[row - 1] ?? 0) + 1;
    const isEven = Math.abs(first + last - middle) <= 2 * ASKEW * widest;
    return isNarrowing && isEven && last - first + 1 - count <= Math.max(1, GAPS * widest);
  });
}
