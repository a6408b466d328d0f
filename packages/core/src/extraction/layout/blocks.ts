import type { Glyphs } from "../page/page-content.ts";
import type { Direction } from "./directions.ts";

/**
 * The parts of a direction in the order in which the document says that they are read. What is in none of its blocks,
 * such as running heads, stays in its place: what stands above all of them comes first, everything else last.
 */
export function blocksOf(direction: Direction, { block, x, y }: Glyphs): readonly Direction[] {
  if (block === undefined) return [direction];
  const { cos, sin } = direction.frame;
  const baseline = (i: number): number => (y[i] ?? 0) * cos - (x[i] ?? 0) * sin;
  const members = new Map<number, number[]>();
  const outside: number[] = [];
  let top = Infinity;
  for (const i of direction.glyphs) {
    const own = block[i] ?? -1;
    if (own < 0) {
      outside.push(i);
      continue;
    }
    top = Math.min(top, baseline(i));
    const list = members.get(own);
    if (list === undefined) members.set(own, [i]);
    else list.push(i);
  }
  const inside = [...members].toSorted(([a], [b]) => a - b).map(([, list]) => list);
  const above = outside.filter((i) => baseline(i) < top);
  const below = outside.filter((i) => baseline(i) >= top);
  return [above, ...inside, below]
    .filter((list) => list.length > 0)
    .map((list) => ({ ...direction, glyphs: Int32Array.from(list) }));
}
