import { type Layer, layersOf } from "./overlaps.ts";
import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Glyphs of one baseline, from left to right. */
export interface Baseline {
  readonly glyphs: Int32Array;
  /** Mean baseline, weighted by glyph width. */
  readonly y: number;
  /** The largest font size. */
  readonly size: number;
  /** Its index among overlapping layers of glyphs; absent if there is only one. */
  readonly layer?: number;
  /** Not visible; it is read after the visible text on this baseline. */
  readonly behind?: number;
}

/** Largest distance of a glyph from the mean baseline, in fractions of the smaller font size. */
const REACH = 0.28;

/** Least effective line tolerance, in fractions of the smaller font size. */
const LEAST_REACH = 0.06;

/** Baselines closer than this, in points, are always equal: the step of a coarse coordinate grid. */
const FINEST = 0.3;

/** Added to glyph widths, in points, so that marks without an advance count too. */
const LEAST_WEIGHT = 0.01;

/** Groups glyphs into baselines, from top to bottom. */
export function baselinesOf(glyphs: ReadingGlyphs, lineTolerance: number): readonly Baseline[] {
  const reach = Math.max(LEAST_REACH, Math.min(REACH, lineTolerance));
  const order = orderByBaseline(glyphs);
  const baselines: Baseline[] = [];
  let from = 0;
  let mean = 0;
  let weight = 0;
  let weighted = 0;
  let largest = 0;
  for (let k = 0; k < order.length; k++) {
    const i = order[k] ?? 0;
    const own = glyphs.size(i);
    const at = glyphs.baseline(i);
    if (k > from && at - mean > Math.max(FINEST, reach * Math.min(own, largest))) {
      pushBaselines(baselines, order.subarray(from, k), { y: mean, size: largest }, glyphs);
      from = k;
      weight = weighted = largest = 0;
    }
    const wide = glyphs.width(i) + LEAST_WEIGHT;
    weight += wide;
    weighted += wide * at;
    mean = weighted / weight;
    if (own > largest) largest = own;
  }
  if (order.length > 0) pushBaselines(baselines, order.subarray(from), { y: mean, size: largest }, glyphs);
  return baselines;
}

/** Adds the baseline of these glyphs, or one for each layer of overlapping runs. */
function pushBaselines(
  baselines: Baseline[],
  members: Int32Array,
  { y, size }: Pick<Baseline, "y" | "size">,
  glyphs: ReadingGlyphs,
): void {
  const sorted = leftToRight(members, glyphs);
  // Glyphs drawn from left to right do not overlap.
  const layers = sorted === members ? undefined : layersOf(sorted, glyphs);
  if (layers === undefined) {
    baselines.push({ glyphs: sorted, y, size });
    return;
  }
  const top = layers[0]?.glyphs ?? [];
  const lowest = top.reduce((low, i) => Math.max(low, glyphs.baseline(i)), -Infinity);
  baselines.push(...layers.map((layer, index) => layerBaseline(layer, index, lowest, glyphs)));
}

/** The baseline of a layer; a hidden one is read after the text above `lowest`. */
function layerBaseline(layer: Layer, index: number, lowest: number, glyphs: ReadingGlyphs): Baseline {
  const members = leftToRight(Int32Array.from(layer.glyphs), glyphs);
  let weight = 0;
  let weighted = 0;
  let size = 0;
  for (const i of members) {
    const wide = glyphs.width(i) + LEAST_WEIGHT;
    weight += wide;
    weighted += wide * glyphs.baseline(i);
    size = Math.max(size, glyphs.size(i));
  }
  const isBehind = layer.isHidden && index > 0;
  return { glyphs: members, y: weighted / weight, size, layer: index, ...(isBehind && { behind: lowest }) };
}

/** Buckets of the counting sort: a resolution of 0.1 points on a page of four metres. */
const MOST_BUCKETS = 16_384;

/** Buckets per point, as long as they suffice for the page. */
const STEPS_PER_POINT = 10;

/** Start of each bucket, reused for every page. */
const STARTS = new Int32Array(MOST_BUCKETS + 2);

/** More than the glyphs of most pages, and the bucket of each, reused for these. */
const USUAL_COUNT = 16_384;
const BUCKETS = new Uint16Array(USUAL_COUNT);

/** Glyph indices sorted by baseline, stable in content order. */
function orderByBaseline(glyphs: ReadingGlyphs): Int32Array {
  const { count } = glyphs;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    const at = glyphs.baseline(i);
    if (at < low) low = at;
    if (at > high) high = at;
  }
  if (count === 0) return new Int32Array(0);
  const steps = Math.min(STEPS_PER_POINT, (MOST_BUCKETS - 2) / Math.max(1, high - low));
  const buckets = count <= USUAL_COUNT ? BUCKETS : new Uint16Array(count);
  const starts = STARTS.subarray(0, Math.round((high - low) * steps) + 2).fill(0);
  for (let i = 0; i < count; i++) {
    const bucket = Math.round((glyphs.baseline(i) - low) * steps);
    buckets[i] = bucket;
    increment(starts, bucket + 1);
  }
  for (let b = 1, sum = 0; b < starts.length; b++) starts[b] = sum += starts[b] ?? 0;
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[increment(starts, buckets[i] ?? 0)] = i;
  return order;
}

/** Increments a count and returns its previous value. */
function increment(counts: Int32Array, at: number): number {
  const count = counts[at] ?? 0;
  counts[at] = count + 1;
  return count;
}

/** The same glyphs sorted by left edge, stable in content order, which combining marks need. */
export function leftToRight(members: Int32Array, glyphs: ReadingGlyphs): Int32Array {
  if (isAscending(members, glyphs)) return members;
  return members.toSorted((a, b) => glyphs.left(a) - glyphs.left(b) || a - b);
}

function isAscending(members: Int32Array, glyphs: ReadingGlyphs): boolean {
  let last = -Infinity;
  for (let k = 0; k < members.length; k++) {
    const left = glyphs.left(members[k] ?? 0);
    if (left < last) return false;
    last = left;
  }
  return true;
}
