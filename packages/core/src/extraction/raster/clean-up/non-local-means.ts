import type { GreyImage } from "../image/grey-image.ts";
import { grainOf, VERY_GRAINY } from "../image/grain.ts";

/** Search radius around a pixel; a larger one costs time and gains nothing. */
const REACH = 3;

/** Radius of the squares by which pixels are compared. */
const SQUARE_REACH = 2;
const SQUARE_AREA = (2 * SQUARE_REACH + 1) ** 2;

/** How quickly the weight of different pixels decreases, in standard deviations of the grain. */
const STRICTNESS = 0.4;

/** Mean squared difference, in variances, of squares that differ only in their grain. */
const ALIKE = 2;

/** Weight table by mean squared difference: steps per variance, and the variances from which it is 0. */
const STEPS = 64;
const MOST_VARIANCES = 4;

/** Larger images take too long. A4 at 400 dpi has fewer pixels. */
const MOST_PIXELS = 16e6;

/** Removes coarse grain. Returns the image itself if the grain is too fine to matter or the image is too large. */
export function withoutCoarseGrain(image: GreyImage): GreyImage {
  if (image.data.length > MOST_PIXELS) return image;
  const grain = grainOf(image);
  return grain > VERY_GRAINY ? withoutGrain(image, grain) : image;
}

/**
 * Removes grain and preserves edges by non-local means (Buades, Coll and Morel): each pixel becomes the mean of nearby
 * pixels with similar surroundings. `grain` is its standard deviation in shades. Strokes repeat along their length, so
 * print gains more than from a blur.
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
  /** Weighted sum of each pixel and the pixels similar to it. */
  readonly sums: Float32Array;
  readonly weights: Float32Array;
  /** Sum of squared differences over the rows of a square, per column. */
  readonly columns: Int32Array;
}

interface Weights {
  /** The last entry is 0, for all larger differences. */
  readonly table: Float32Array;
  /** Factor from the sum of squared differences to the table index. */
  readonly scale: number;
}

function weightsFor(grain: number): Weights {
  const table = new Float32Array(MOST_VARIANCES * STEPS + 1);
  for (let step = 0; step < MOST_VARIANCES * STEPS; step++)
    table[step] = Math.exp(-Math.max(0, step / STEPS - ALIKE) / STRICTNESS ** 2);
  return { table, scale: STEPS / (grain * grain * SQUARE_AREA) };
}

/** Adds each pixel to the one at offset (`dx`, `dy`), and vice versa. */
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
  // Reading past the end of a typed array slows the whole loop down.
  const last = table.length - 1;
  let apart = 0;
  for (let x = first; x < Math.min(end, first + SQUARE_REACH); x++) apart += columns[x] ?? 0;
  for (let x = first, at = y * width + first; x < end; x++, at++) {
    if (x + SQUARE_REACH < end) apart += columns[x + SQUARE_REACH] ?? 0;
    if (x - SQUARE_REACH > first) apart -= columns[x - SQUARE_REACH - 1] ?? 0;
    const weight = table[Math.min((apart * scale) | 0, last)];
    if (!weight) continue;
    const other = at + by;
    sums[at] = (sums[at] ?? 0) + weight * (data[other] ?? 0);
    sums[other] = (sums[other] ?? 0) + weight * (data[at] ?? 0);
    weights[at] = (weights[at] ?? 0) + weight;
    weights[other] = (weights[other] ?? 0) + weight;
  }
}

/** An image and the same image shifted by `by` bytes; covers only the columns that both have. */
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
