import type { Row } from "./rows.ts";

/** Horizontal edges of rows; infinite if there are none. */
export interface RowEdges {
  readonly x0: number;
  readonly x1: number;
}

/** The edges of rows by their first and last segments. */
export function edgesOfRows(rows: readonly Row[]): RowEdges {
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const { segments } of rows) {
    x0 = Math.min(x0, segments[0]?.x0 ?? Infinity);
    x1 = Math.max(x1, segments.at(-1)?.x1 ?? -Infinity);
  }
  return { x0, x1 };
}
