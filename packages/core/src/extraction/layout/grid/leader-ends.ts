import type { Row } from "../rows/rows.ts";

/** Right ends nearer than this, in fractions of the font size, are one edge. */
const ONE_EDGE = 0.2;

/** What has more cells is no page number. */
const LONGEST_END = 14;

/**
 * The columns of rows with the ends of leaders, and what ends a row at the same edge, in one column of the whole page:
 * the lists of its chapters are bands of their own, each as wide as its longest entry.
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
