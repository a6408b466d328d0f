import { grainOf } from "../image/grain.ts";
import type { GreyImage } from "../image/grey-image.ts";

/** How dark and how sharp the strokes of an image are; all 0 if it has none. */
export interface StrokeEdges {
  /** Difference between the shades of paper and ink. */
  readonly contrast: number;
  /** Median width of the strokes' edges, in pixels: 1 to 2 if sharp. */
  readonly width: number;
  /** Mean number of edges from paper to ink in a row of pixels. */
  readonly perRow: number;
  /** Variance of that number divided by its mean: about 1 for grain, more for lines of text. */
  readonly dispersion: number;
}

/** Number of pixel rows in which edges are measured. */
const ROWS = 500;

/** Smaller falls of the shades are no edges. */
const LEAST_SHADES = 12;

/** Falls of fewer deviations of the paper's shades are grain. */
const DEVIATIONS = 3;

/** Quantile of the differences that is the contrast: thin strokes and grain have less. */
const FULL_SPAN = 0.95;

/** Edges with a smaller share of the contrast are not measured. */
const LEAST_SPAN = 0.5;

export function strokeEdgesOf(image: GreyImage): StrokeEdges {
  const step = Math.max(ROW_HEIGHT, Math.round(image.height / ROWS));
  const leastSpan = Math.max(LEAST_SHADES, DEVIATIONS * grainOf(image));
  const falls: Fall[] = [];
  const counts: number[] = [];
  for (let y = 0; y + ROW_HEIGHT <= image.height; y += step) {
    const before = falls.length;
    addFalls(falls, meanRow(image, y), leastSpan);
    counts.push(falls.length - before);
  }
  const spans = Float64Array.from(falls, ({ span }) => span).toSorted();
  const contrast = spans[Math.floor(FULL_SPAN * spans.length)] ?? 0;
  const edges = falls.filter(({ span }) => span >= LEAST_SPAN * contrast);
  const widths = Float64Array.from(edges, ({ span, steepest }) => span / steepest).toSorted();
  return { contrast, width: widths[widths.length >> 1] ?? 0, ...distributionOf(counts) };
}

function distributionOf(counts: readonly number[]): Pick<StrokeEdges, "perRow" | "dispersion"> {
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  if (mean === 0) return { perRow: 0, dispersion: 0 };
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return { perRow: mean, dispersion: squares / counts.length / mean };
}

/** Rows of pixels that are averaged against grain; upright strokes stay as they are. */
const ROW_HEIGHT = 3;

function meanRow({ width, data }: GreyImage, y: number): Float64Array {
  const row = new Float64Array(width);
  for (let at = y * width, end = at + ROW_HEIGHT * width; at < end; at++) {
    row[at % width] = (row[at % width] ?? 0) + (data[at] ?? 0) / ROW_HEIGHT;
  }
  return row;
}

/** A stretch of a row where the shades fall from paper to ink. */
interface Fall {
  readonly span: number;
  /** Largest difference between two neighbouring pixels. */
  readonly steepest: number;
}

function addFalls(falls: Fall[], row: Float64Array, leastSpan: number): void {
  let [start, steepest] = [row[0] ?? 0, 0];
  for (let x = 1; x <= row.length; x++) {
    const before = row[x - 1] ?? 0;
    const fall = before - (row[x] ?? Infinity);
    if (fall > 0) {
      steepest = Math.max(steepest, fall);
      continue;
    }
    const span = start - before;
    if (span >= leastSpan) falls.push({ span, steepest });
    [start, steepest] = [row[x] ?? 0, 0];
  }
}
