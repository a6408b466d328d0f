import { type Rect, sharedHeight, sharedWidth } from "../../geometry/rect.ts";
import { type Edge, edgesOf } from "./box-edges.ts";
import type { DrawnShape, ShapeSizes } from "./drawn-shape.ts";
import { inkShare, type InkImage } from "../image/ink-image.ts";

/** Maximum aspect ratio of a box, to allow for hand-drawn and scanned boxes. */
const MOST_OBLONG = 1.48;

/** Maximum offset between the ends of the top and bottom edges, as a fraction of their length. */
const SAME_PLACE = 0.15;

/** Minimum share of rows with ink on each side. */
const LEAST_SIDE = 0.82;

/** How far inside the bounding box a side may be, in box widths. */
const SIDE_BAND = 0.12;

/** Size of a corner square in box widths, and its minimum share of ink: letters have round corners. */
const CORNER = 0.14;
const LEAST_CORNER = 0.3;

/** Minimum distance between the top and bottom edges, as a share of the height. */
const LEAST_INSIDE = 0.4;

/** Length of a letter's stem beyond its bowl, as a share of the bowl's height; longer strokes are ruling lines. */
const LEAST_STEM = 0.22;
const LONGEST_STEM = 0.8;

/** Two boxes share a side if they are at most this far apart, in box widths. */
const SHARED_SIDE = 0.12;

/** Boxes that overlap in both directions by more than this share are duplicates. */
const SAME_BOX = 0.3;

/** Finds small squares by their top and bottom edges. */
export function boxShapesOf(image: InkImage, sizes: ShapeSizes): readonly DrawnShape[] {
  const edges = edgesOf(image, sizes);
  const byPlace = new EdgesByPlace(edges);
  const found = edges.flatMap((top) =>
    byPlace.below(top).flatMap((bottom) => boxBetween(image, { top, bottom, sizes }) ?? []),
  );
  return withoutGrids(withoutDoubles(found));
}

function boxBetween(
  image: InkImage,
  { top, bottom, sizes }: { readonly top: Edge; readonly bottom: Edge; readonly sizes: ShapeSizes },
): DrawnShape | undefined {
  const box: Rect = {
    x0: Math.min(top.x0, bottom.x0),
    x1: Math.max(top.x1, bottom.x1),
    y0: top.y0,
    y1: bottom.y1,
  };
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  if (width < sizes.smallest || width > sizes.largest || height > sizes.largest * 1.1) return undefined;
  if (width > MOST_OBLONG * height || height > MOST_OBLONG * width) return undefined;
  if (bottom.y0 - top.y1 < LEAST_INSIDE * height) return undefined;
  const side = sideInk(image, { box, from: top.y1, to: bottom.y0 });
  if (side < LEAST_SIDE || !hasCorners(image, box) || hasStem(image, box)) return undefined;
  const stroke = Math.max(top.y1 - top.y0, bottom.y1 - bottom.y0);
  const inside = inset(box, Math.round(1.5 * stroke + 0.1 * width));
  if (inside.x1 - inside.x0 < 3 || inside.y1 - inside.y0 < 3) return undefined;
  const oblong = Math.abs(Math.log(width / height));
  const shifted = (Math.abs(bottom.x0 - top.x0) + Math.abs(bottom.x1 - top.x1)) / width;
  const likeness = side * (1 - 0.6 * oblong) * (1 - 0.5 * shifted);
  return { kind: "box", box, fill: inkShare(image, inside), likeness, standsApart: false };
}

/** Returns the share of rows with ink on the left or right side, whichever is smaller. */
function sideInk(
  { width, ink }: InkImage,
  { box, from, to }: { readonly box: Rect; readonly from: number; readonly to: number },
): number {
  const band = Math.max(2, Math.round(SIDE_BAND * (box.x1 - box.x0)));
  const hasInk = (y: number, x0: number, x1: number): boolean => {
    const at = ink.indexOf(1, y * width + Math.max(0, x0));
    return at >= 0 && at < y * width + Math.min(width, x1);
  };
  let [left, right] = [0, 0];
  for (let y = from; y < to; y++) {
    if (hasInk(y, box.x0 - 1, box.x0 + band)) left++;
    if (hasInk(y, box.x1 - band, box.x1 + 1)) right++;
  }
  return Math.min(left, right) / Math.max(1, to - from);
}

function hasCorners(image: InkImage, { x0, y0, x1, y1 }: Rect): boolean {
  const side = Math.max(2, Math.round(CORNER * (x1 - x0)));
  const corners = [
    { x0, y0, x1: x0 + side, y1: y0 + side },
    { x0: x1 - side, y0, x1, y1: y0 + side },
    { x0, y0: y1 - side, x1: x0 + side, y1 },
    { x0: x1 - side, y0: y1 - side, x1, y1 },
  ];
  return corners.every((corner) => inkShare(image, corner) >= LEAST_CORNER);
}

/** Whether a side continues above or below the box, as in the letters b, d, p and q. */
function hasStem(image: InkImage, box: Rect): boolean {
  const band = Math.max(2, Math.round(SIDE_BAND * (box.x1 - box.x0)));
  const height = box.y1 - box.y0;
  const [least, longest] = [LEAST_STEM * height, LONGEST_STEM * height];
  return [box.x0, box.x1 - band].some((left) =>
    [-1, 1].some((direction) => {
      const length = stemLength(image, {
        left,
        right: left + band,
        from: direction < 0 ? box.y0 : box.y1 - 1,
        direction,
      });
      return length >= least && length <= longest;
    }),
  );
}

/** Returns the length of the longest unbroken ink column in a band, beyond the row `from`. */
function stemLength(
  { width, height, ink }: InkImage,
  {
    left,
    right,
    from,
    direction,
  }: { readonly left: number; readonly right: number; readonly from: number; readonly direction: number },
): number {
  let longest = 0;
  for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
    let y = from + direction;
    while (y >= 0 && y < height && ink[y * width + x] === 1) y += direction;
    longest = Math.max(longest, Math.abs(y - from) - 1);
  }
  return longest;
}

function inset({ x0, y0, x1, y1 }: Rect, by: number): Rect {
  return { x0: x0 + by, y0: y0 + by, x1: x1 - by, y1: y1 - by };
}

/** Spatial index to find the possible bottom edges of a box. */
class EdgesByPlace {
  static readonly #cell = 32;
  readonly #edges = new Map<string, Edge[]>();

  constructor(edges: readonly Edge[]) {
    for (const edge of edges) {
      const key = EdgesByPlace.#key(EdgesByPlace.#of(edge.x0), EdgesByPlace.#of(edge.y0));
      const cell = this.#edges.get(key);
      if (cell) cell.push(edge);
      else this.#edges.set(key, [edge]);
    }
  }

  below(top: Edge): readonly Edge[] {
    const length = top.x1 - top.x0;
    const shift = Math.max(2, Math.round(SAME_PLACE * length));
    const [first, last] = [top.y0 + length / MOST_OBLONG, top.y0 + length * MOST_OBLONG];
    const isBottom = (edge: Edge): boolean =>
      edge.y1 >= first &&
      edge.y1 <= last &&
      Math.abs(edge.x0 - top.x0) <= shift &&
      Math.abs(edge.x1 - top.x1) <= shift;
    const found: Edge[] = [];
    for (let row = EdgesByPlace.#of(top.y1); row <= EdgesByPlace.#of(last); row++) {
      for (
        let column = EdgesByPlace.#of(top.x0 - shift);
        column <= EdgesByPlace.#of(top.x0 + shift);
        column++
      ) {
        found.push(...(this.#edges.get(EdgesByPlace.#key(column, row)) ?? []).filter(isBottom));
      }
    }
    return found;
  }

  static #of(position: number): number {
    return Math.floor(position / EdgesByPlace.#cell);
  }

  static #key(column: number, row: number): string {
    return `${column} ${row}`;
  }
}

/** Removes duplicates, such as from both edges of a thick line; keeps the box with the highest likeness times width. */
function withoutDoubles(found: readonly DrawnShape[]): readonly DrawnShape[] {
  const weight = ({ box, likeness }: DrawnShape): number => likeness * (box.x1 - box.x0);
  const kept: DrawnShape[] = [];
  for (const shape of found.toSorted((one, other) => weight(other) - weight(one))) {
    if (!kept.some((other) => overlapOf(shape.box, other.box) > SAME_BOX)) kept.push(shape);
  }
  return kept;
}

/** Returns the overlap as a share of the first box's width or height, whichever share is smaller. */
export function overlapOf(box: Rect, other: Rect): number {
  return Math.min(sharedWidth(box, other) / (box.x1 - box.x0), sharedHeight(box, other) / (box.y1 - box.y0));
}

/** Removes boxes that share sides with two or more others: they are cells of a grid or of a comb field. */
function withoutGrids(boxes: readonly DrawnShape[]): readonly DrawnShape[] {
  return boxes.filter(
    (one) => boxes.filter((other) => other !== one && shareSide(one.box, other.box)).length < 2,
  );
}

function shareSide(one: Rect, other: Rect): boolean {
  const side = one.x1 - one.x0;
  const near = SHARED_SIDE * side + 2;
  const level = 0.25 * side;
  const beside =
    Math.abs(one.y0 - other.y0) < level &&
    Math.min(Math.abs(other.x0 - one.x1), Math.abs(one.x0 - other.x1)) <= near;
  const below =
    Math.abs(one.x0 - other.x0) < level &&
    Math.min(Math.abs(other.y0 - one.y1), Math.abs(one.y0 - other.y1)) <= near;
  return beside || below;
}
