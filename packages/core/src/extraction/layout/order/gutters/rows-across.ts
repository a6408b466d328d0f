import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import { isValue } from "../rows-of-cells.ts";
import { goesOn } from "./independent-columns.ts";

/** Least number of rows of a table across a gutter, and least share of those that begin with texts on both sides. */
const FEWEST_ROWS = 3;
const LEAST_SHARE = 0.5;

/** Rows with fewer texts may be lines of two columns. */
const FEWEST_CELLS = 3;

/**
 * Whether the rows across a gutter are of one table: several texts with a value among them, of which those on either side
 * of the gutter do not go on with a sentence of the line above. Values followed by words with values may be two tables or
 * lists side by side, which say nothing.
 */
export function areRowsAcross(rows: readonly Row[], gutter: number): boolean {
  const edges = [edgeOf(rows, (x0) => x0 < gutter), edgeOf(rows, (x0) => x0 >= gutter)] as const;
  let [both, across] = [0, 0];
  let [leftAbove, rightAbove]: (Segment | undefined)[] = [];
  for (const { segments } of rows) {
    const first = segments.findIndex(({ x0 }) => x0 >= gutter);
    const left = first < 0 ? segments : segments.slice(0, first);
    const right = first < 0 ? [] : segments.slice(first);
    const isOwn = !goesOn(leftAbove, left[0], edges[0]) && !goesOn(rightAbove, right[0], edges[1]);
    if (isOwn && left.length > 0 && right.length > 0) {
      both++;
      if (segments.length >= FEWEST_CELLS && haveValues(left, right)) across++;
    }
    leftAbove = left.at(-1) ?? leftAbove;
    rightAbove = right.at(-1) ?? rightAbove;
  }
  return across >= FEWEST_ROWS && across >= LEAST_SHARE * both;
}

function edgeOf(rows: readonly Row[], isOn: (x0: number) => boolean): number {
  let edge = -Infinity;
  for (const { segments } of rows) for (const { x0, x1 } of segments) if (isOn(x0) && x1 > edge) edge = x1;
  return edge;
}

function haveValues(left: readonly Segment[], right: readonly Segment[]): boolean {
  const areValuesOnRight = right.slice(1).some(({ text }) => isValue(text));
  const [last, first] = [left.at(-1), right[0]];
  if (last === undefined || first === undefined) return false;
  if (isValue(last.text) && !isValue(first.text) && areValuesOnRight) return false;
  return areValuesOnRight || isValue(first.text) || left.slice(1).some(({ text }) => isValue(text));
}
