import type { PageSymbols, Segment } from "./symbol-stream.ts";

/** Pages with more segments are drawings without columns. */
const MAX_SEGMENTS = 4000;

/**
 * The segments of a page in column order: each column from top to bottom. Undefined if that equals the order of lines.
 */
export function columnOrder({ lines }: PageSymbols): readonly Segment[] | undefined {
  if (lines.every((line) => line.length === 1)) return undefined;
  if (lines.reduce((sum, line) => sum + line.length, 0) > MAX_SEGMENTS) return undefined;
  const ordered = chainsOf(lines).flat();
  return ordered.every(({ start }, index) => start >= (ordered[index - 1]?.start ?? 0)) ? undefined : ordered;
}

/** The last segment of a column, and all its segments. */
interface OpenColumn {
  readonly last: Segment;
  readonly chain: Segment[];
}

/**
 * Groups segments into columns. A segment continues the column that ends above it; of several, the one with the largest
 * overlap continues and the others end.
 */
function chainsOf(lines: readonly (readonly Segment[])[]): Segment[][] {
  const chains: Segment[][] = [];
  /** From left to right, without overlaps. */
  const open: OpenColumn[] = [];
  for (const line of lines) {
    let at = 0;
    for (const segment of line) {
      while ((open[at]?.last.right ?? Infinity) <= segment.left) at++;
      let until = at;
      while ((open[until]?.last.left ?? Infinity) < segment.right) until++;
      const above = mostAbove(open.slice(at, until), segment);
      const chain = above?.chain ?? [];
      if (!above) chains.push(chain);
      chain.push(segment);
      open.splice(at, until - at, { last: segment, chain });
      at += 1;
    }
  }
  return chains;
}

function mostAbove(columns: readonly OpenColumn[], segment: Segment): OpenColumn | undefined {
  let most = columns[0];
  for (const column of columns) {
    if (most && overlap(column.last, segment) > overlap(most.last, segment)) most = column;
  }
  return most;
}

function overlap(a: Segment, b: Segment): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}
