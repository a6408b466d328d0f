import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";

/** Rows of a table are at most this far apart, in multiples of the text size: invoices made of HTML have up to four. */
const LARGEST_STEP = 6;

/** Edges of cells within this distance, in multiples of the text size, are the same. */
const SAME_EDGE = 0.2;

/** Rows that are nearer to one another than this share of the step below them are a table of their own. */
const SAME_STEP = 0.5;

/** Whether a row goes on with a table whose rows are far apart: all its cells, at least two, have an edge of a cell above. */
export function isAiryRow({ segments, y, size }: Row, rows: readonly Row[]): boolean {
  const [above, before] = [rows.at(-1), rows.at(-2)];
  if (above === undefined || segments.length < 2 || above.segments.length < 2) return false;
  const step = y - above.y;
  if (step <= 0 || step > LARGEST_STEP * size) return false;
  if (before !== undefined && above.y - before.y < SAME_STEP * step) return false;
  const near = SAME_EDGE * size;
  const hasEdgeAbove = ({ x0, x1 }: Segment): boolean =>
    above.segments.some((cell) => Math.abs(cell.x0 - x0) < near || Math.abs(cell.x1 - x1) < near);
  return segments.every((segment) => hasEdgeAbove(segment));
}

/** Flows of text from top to bottom, those that are rows of one table as one. */
export function withAiryRows(flows: readonly (readonly Row[])[]): readonly (readonly Row[])[] {
  const joined: Row[][] = [];
  for (const flow of flows) {
    const [above, first] = [joined.at(-1), flow[0]];
    if (above !== undefined && first !== undefined && isAiryRow(first, above)) {
      for (const row of flow) above.push(row);
    } else joined.push([...flow]);
  }
  return joined;
}
