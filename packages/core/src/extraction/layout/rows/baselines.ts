import { type Layer, layersOf } from "./overlaps.ts";
import type { ReadingGlyphs } from "../glyphs/reading-glyphs.ts";

/** Glyphs of one baseline, from left to right. */
export interface Baseline {
  readonly glyphs: Int32Array;
  /** Mean baseline, weighted by the glyphs' widths. */
  readonly y: number;
  /** The largest font size. */
  readonly size: number;
  /** Its place among several whose glyphs were drawn over each other; not there where it is alone. */
  readonly layer?: number;
  /** Nobody sees it: it is read after what stands on this baseline. */
  readonly behind?: number;
}

/** Farthest that a glyph may stand from the mean baseline, in fractions of the smaller font size. */
const REACH = 0.28;

/** No line tolerance asks for baselines more equal than this, in fractions of the smaller font size. */
const LEAST_REACH = 0.06;

/** Baselines are never told apart below this, in points: the step of a coarse coordinate grid. */
const FINEST = 0.3;

/** Added to a glyph's width, in points, so that marks without an advance count as well. */
const LEAST_WEIGHT = 0.01;

/** Gathers glyphs into baselines, from top to bottom. */
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

/** Adds the baseline of these glyphs, or one for each layer of runs that were drawn over each other. */
function pushBaselines(
  baselines: Baseline[],
  members: Int32Array,
  { y, size }: Pick<Baseline, "y" | "size">,
  glyphs: ReadingGlyphs,
): void {
  const sorted = leftToRight(members, glyphs);
  // What was drawn from left to right was drawn over nothing.
  const layers = sorted === members ? undefined : layersOf(sorted, glyphs);
  if (layers === undefined) {
    baselines.push({ glyphs: sorted, y, size });
    return;
  }
  const top = layers[0]?.glyphs ?? [];
  const lowest = top.reduce((low, i) => Math.max(low, glyphs.baseline(i)), -Infinity);
  baselines.push(...layers.map((layer, index) => layerBaseline(layer, index, lowest, glyphs)));
}

/** The baseline of a layer; a hidden one is read after what stands above `lowest`. */
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

/** Buckets of the counting sort: enough for a tenth of a point on a page of four metres. */
const MOST_BUCKETS = 16_384;

/** Steps per point of the counting sort on pages where the buckets suffice. */
const STEPS_PER_POINT = 10;

/** Where the glyphs of each bucket start: one page after the other takes its turn in it. */
const STARTS = new Int32Array(MOST_BUCKETS + 2);

/** Glyph indices by baseline; content order where baselines are equal. */
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
  const buckets = new Uint16Array(count);
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

/** Adds one to a count and gives what it was. */
function increment(counts: Int32Array, at: number): number {
  const count = counts[at] ?? 0;
  counts[at] = count + 1;
  return count;
}

/** The same glyphs by their left ends; content order where those are equal, as combining marks need it. */
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
