import type { AnalysedImage } from "../ink/analysed-image.ts";

/** A column, such as a receipt, has at least this many letters; the largest receipts have half of the most. */
const FEWEST_LETTERS = 60;
const MOST_LETTERS = 1600;

/** A narrow column is at most this wide, in letter heights; a page of print is wider. */
const NARROW = 60;

/** Minimum ratio of the height of a narrow column to its width. */
const STANDING = 1.2;

/** The same for wider columns: broken print looks wide because its pieces are lower than its letters. */
const LONG = 1.8;

/** Share of the letters at each edge that is left out: handwriting, marks and the edges of the paper. */
const AT_EDGE = 0.02;

/** Whether the text of an upright image is one narrow, upright column, as on a receipt. */
export function isColumnOfText({ components, letters: { indices, height } }: AnalysedImage): boolean {
  if (height === 0 || indices.length < FEWEST_LETTERS || indices.length > MOST_LETTERS) return false;
  const { x0, x1, y0, y1 } = components;
  const width = extentOf(Float64Array.from(indices, (i) => ((x0[i] ?? 0) + (x1[i] ?? 0)) / 2));
  const length = extentOf(Float64Array.from(indices, (i) => ((y0[i] ?? 0) + (y1[i] ?? 0)) / 2));
  return length >= (width <= NARROW * height ? STANDING : LONG) * width;
}

function extentOf(middles: Float64Array): number {
  const sorted = middles.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return at(1 - AT_EDGE) - at(AT_EDGE);
}
