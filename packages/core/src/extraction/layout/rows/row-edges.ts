import { deciding, placeOf } from "../../page/decision-log.ts";
import type { Rect } from "../../geometry/rect.ts";
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

/** The box around rows, on the page. */
export function boxOfRows(rows: readonly Row[]): Rect {
  const boxes = rows.flatMap(({ segments }) =>
    segments.map(({ x0, x1, y, size }) => ({ x0, y0: y - size, x1, y1: y })),
  );
  const box = placeOf(boxes);
  return deciding.log?.onPage(box) ?? box;
}
