import type { GreyImage } from "../image/grey-image.ts";
import { grainOf, VERY_GRAINY } from "./noise.ts";

/** How far around a pixel others like it are looked for; further costs time and gains nothing. */
const REACH = 3;

/** Pixels are alike when the squares around them are, this far out. */
const SQUARE_REACH = 2;
const SQUARE_AREA = (2 * SQUARE_REACH + 1) ** 2;

/** How quickly unlike pixels lose weight, in standard deviations of the grain. */
const STRICTNESS = 0.4;

/** Of squares that are alike but for their grain, the mean square of their differences is so many variances. */
const ALIKE = 2;

/** Weights are looked up, by the difference in variances: steps of each, and from where nothing counts. */
const STEPS = 64;
const MOST_VARIANCES = 4;

/** A larger picture takes too long: one of A4 at 400 dpi has fewer pixels. */
const MOST_PIXELS = 16e6;

/** The picture itself where its grain, if any, costs no letters. */
export function withoutCoarseGrain(image: GreyImage): GreyImage {
  if (image.data.length > MOST_PIXELS) return image;
  const grain = grainOf(image);
  return grain > VERY_GRAINY ? withoutGrain(image, grain) : image;
}

/**
 * Takes grain of a standard deviation, in shades, off a picture and leaves its edges: each pixel becomes the mean of
 * those around it whose surroundings look the same (Buades, Coll and Morel). Strokes go on and repeat, so that print
 * gains more by it than by any blur.
 */
export function withoutGrain(image: GreyImage, grain: number): GreyImage {
  const sums = Float32Array.from(image.data);
  const weights = new Float32Array(image.data.length).fill(1);
  const means: Means = { image, sums, weights, columns: new Int32Array(image.width), ...weightsFor(grain) };
  for (let dy = 0; dy <= REACH; dy++) {
    for (let dx = dy === 0 ? 1 : -REACH; dx <= REACH; dx++) addNeighbours(means, dx, dy);
  }
  return { ...image, data: image.data.map((_, at) => (sums[at] ?? 0) / (weights[at] ?? 1) + 0.5) };
}

interface Means extends Weights {
  readonly image: GreyImage;
  /** Of each pixel, and of those like it as much as they are. */
  readonly sums: Float32Array;
  readonly weights: Float32Array;
  /** Squares of differences, summed up over the rows of a square, for each column. */
  readonly columns: Int32Array;
}

interface Weights {
  readonly table: Float32Array;
  /** From the sum of squared differences to the place in the table. */
  readonly scale: number;
}

function weightsFor(grain: number): Weights {
  const table = Float32Array.from({ length: MOST_VARIANCES * STEPS }, (_, step) =>
    Math.exp(-Math.max(0, step / STEPS - ALIKE) / STRICTNESS ** 2),
  );
  return { table, scale: STEPS / (grain * grain * SQUARE_AREA) };
}

/** Adds to each pixel the one that lies `dx` and `dy` further, and to that one the pixel. */
function addNeighbours(means: Means, dx: number, dy: number): void {
  const { image, columns } = means;
  const { width, height } = image;
  const by = dy * width + dx;
  const pair: Pair = { image, columns, by, first: Math.max(0, -dx), end: width - Math.max(0, dx) };
  const rows = height - dy;
  columns.fill(0);
  for (let y = 0; y < Math.min(SQUARE_REACH, rows); y++) addDifferences(pair, y, 1);
  for (let y = 0; y < rows; y++) {
    if (y + SQUARE_REACH < rows) addDifferences(pair, y + SQUARE_REACH, 1);
    if (y > SQUARE_REACH) addDifferences(pair, y - SQUARE_REACH - 1, -1);
    addRow(means, pair, y);
  }
}

function addRow(
  { image, sums, weights, columns, table, scale }: Means,
  { by, first, end }: Pair,
  y: number,
): void {
  const { width, data } = image;
  let apart = 0;
  for (let x = first; x < Math.min(end, first + SQUARE_REACH); x++) apart += columns[x] ?? 0;
  for (let x = first, at = y * width + first; x < end; x++, at++) {
    if (x + SQUARE_REACH < end) apart += columns[x + SQUARE_REACH] ?? 0;
    if (x - SQUARE_REACH > first) apart -= columns[x - SQUARE_REACH - 1] ?? 0;
    const weight = table[(apart * scale) | 0];
    if (weight === undefined) continue;
    const other = at + by;
    sums[at] = (sums[at] ?? 0) + weight * (data[other] ?? 0);
    sums[other] = (sums[other] ?? 0) + weight * (data[at] ?? 0);
    weights[at] = (weights[at] ?? 0) + weight;
    weights[other] = (weights[other] ?? 0) + weight;
  }
}

/** A picture and itself, moved by so many bytes; columns outside of both are left out. */
interface Pair extends Pick<Means, "image" | "columns"> {
  readonly by: number;
  readonly first: number;
  readonly end: number;
}

function addDifferences(
  { image: { width, data }, columns, by, first, end }: Pair,
  y: number,
  sign: 1 | -1,
): void {
  for (let x = first, at = y * width + first; x < end; x++, at++) {
    const apart = (data[at] ?? 0) - (data[at + by] ?? 0);
    columns[x] = (columns[x] ?? 0) + sign * apart * apart;
  }
}
