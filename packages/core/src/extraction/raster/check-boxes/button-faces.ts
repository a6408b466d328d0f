import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";

/** From this share of ink on, a shape may be a dark button that is not marked. */
const ALL_INK = 0.9;

/** Distance from the edge to the face, in shape widths. */
const EDGE = 0.25;

/** Minimum difference in shades between face and edge, and between mark and face. */
const OTHER_SHADE = 40;

/** Quantile of the shades of the shape that is taken as the edge. */
const DARKEST = 0.1;

/**
 * Returns the share of a shape's inside that is a mark. If the whole inside is dark but lighter than the edge, it is
 * the face of a coloured button, and only pixels that differ from that face count as a mark.
 */
export function markShare(
  image: GreyImage,
  { box, fill }: { readonly box: Rect; readonly fill: number },
): number {
  if (fill < ALL_INK) return fill;
  const inset = Math.round(EDGE * (box.x1 - box.x0));
  const inside = { x0: box.x0 + inset, y0: box.y0 + inset, x1: box.x1 - inset, y1: box.y1 - inset };
  const face = shadesIn(image, inside);
  if (face.length === 0) return fill;
  const shade = quantileOf(histogramOf(face), 0.5);
  const edge = quantileOf(histogramOf(shadesIn(image, box)), DARKEST);
  if (shade - edge < OTHER_SHADE) return fill;
  return face.filter((other) => Math.abs(other - shade) >= OTHER_SHADE).length / face.length;
}

/** Returns the shades of a part of an image, row by row. */
export function shadesIn({ width, height, data }: GreyImage, { x0, y0, x1, y1 }: Rect): Uint8Array {
  const [left, right] = [Math.max(0, x0), Math.min(width, x1)];
  const [top, bottom] = [Math.max(0, y0), Math.min(height, y1)];
  const [across, down] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const shades = new Uint8Array(across * down);
  for (let row = 0; row < down; row++) {
    const start = (top + row) * width + left;
    for (let column = 0; column < across; column++)
      shades[row * across + column] = data[start + column] ?? 255;
  }
  return shades;
}
