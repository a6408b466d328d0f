import type { Row } from "../rows/rows.ts";
import { LONGEST_END } from "../spacing/leaders.ts";

/** Right ends closer than this, in fractions of the font size, share an edge. */
const ONE_EDGE = 0.2;

/**
 * Aligns the ends of leaders, and other segments with the same right edge, in one column for the whole page: the lists
 * of its chapters are separate bands, each as wide as its longest entry.
 */
export function withAlignedEnds(
  rows: readonly Row[],
  columns: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const edges: { readonly x: number; end: number }[] = [];
  for (const [index, row] of rows.entries()) {
    const last = row.segments.at(-1);
    if (last?.followsLeader !== true) continue;
    const end = (columns[index]?.at(-1) ?? 0) + last.cells;
    const edge = edges.find(({ x }) => Math.abs(x - last.x1) < ONE_EDGE * last.size);
    if (edge === undefined) edges.push({ x: last.x1, end });
    else edge.end = Math.max(edge.end, end);
  }
  if (edges.length === 0) return columns;
  return rows.map(({ segments }, index) => {
    const own = columns[index] ?? [];
    const last = segments.at(-1);
    if (last === undefined || segments.length < 2 || last.cells > LONGEST_END) return own;
    const edge = edges.find(({ x }) => Math.abs(x - last.x1) < ONE_EDGE * last.size);
    const start = own.at(-1) ?? 0;
    return edge === undefined ? own : [...own.slice(0, -1), Math.max(start, edge.end - last.cells)];
  });
}
