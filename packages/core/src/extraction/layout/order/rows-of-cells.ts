import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** This many rows with amounts below one another are a table. */
const FEWEST_ROWS = 3;

/** Largest step between the rows of a table, in multiples of the text size. */
const LARGEST_STEP = 3;

/** Right edges of amounts within this distance, in points, are the same. */
const SAME_EDGE = 1;

/** A value begins with a figure, perhaps after a sign; the number of an item ends with a stop. */
const VALUE = /^[^\p{L}\p{N}]{0,2}\d/u;
const ITEM = /^\(?\d{1,3}[.)]$/u;

export function isValue(text: string): boolean {
  return VALUE.test(text) && !ITEM.test(text);
}

/** Whether a text ends a row of a table: a value, or the cells of a ruled table. */
export function endsRow({ text, isTable }: Segment): boolean {
  return isTable === true || isValue(text);
}

/** Indexes of the first row and after the last one. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The table that reaches across a gutter, with its head: rows that have cells on both sides and end with amounts below
 * one another. Undefined if there is none.
 */
export function tableAcross(rows: readonly Row[], gutter: number): RowRange | undefined {
  let first = 0;
  let found = 0;
  let edge = 0;
  const end = endOfLeft(rows, gutter);
  for (const [index, { segments }] of rows.entries()) {
    const last = segments.at(-1);
    const right = countRight(segments, gutter);
    const label = segments.at(-1 - right);
    const isNumber = last !== undefined && right > 1 && isValue(last.text);
    // Amounts on both sides are of two tables side by side, and a text that fills its column is prose beside a table.
    if (label !== undefined && (end - label.x1 < label.size || endsRow(label))) found = 0;
    else if (label === undefined || right === 0) continue;
    else if (!isNumber) found = 0;
    else if (found > 0 && Math.abs(last.x1 - edge) < SAME_EDGE) found++;
    else {
      found = 1;
      first = index;
      edge = last.x1;
    }
    if (found === FEWEST_ROWS)
      return { start: withHead(rows, first, gutter), end: endOfAmounts(rows, index, edge) };
  }
  return undefined;
}

/** The index after the last row that ends with an amount at this edge, from `from` on. */
function endOfAmounts(rows: readonly Row[], from: number, edge: number): number {
  let end = from + 1;
  for (let index = end; index < rows.length; index++) {
    const [before, row] = [rows[end - 1], rows[index]];
    if (before === undefined || row === undefined || row.y - before.y > 2 * LARGEST_STEP * row.size) break;
    const last = row.segments.at(-1);
    if (last !== undefined && isValue(last.text) && Math.abs(last.x1 - edge) < SAME_EDGE) end = index + 1;
  }
  return end;
}

/** Moves the start of a table up over the rows of its head. */
function withHead(rows: readonly Row[], first: number, gutter: number): number {
  let start = first;
  for (; start > 0; start--) {
    const [above, row] = [rows[start - 1], rows[start]];
    if (above === undefined || row === undefined) break;
    const isHead = countRight(above.segments, gutter) > 1 && row.y - above.y < LARGEST_STEP * row.size;
    if (!isHead) break;
  }
  return start;
}

/** How far texts on the left of a gutter reach. */
function endOfLeft(rows: readonly Row[], gutter: number): number {
  let end = -Infinity;
  for (const { segments } of rows)
    for (const { x0, x1 } of segments) if (x0 < gutter) end = Math.max(end, x1);
  return end;
}

function countRight(segments: readonly Segment[], gutter: number): number {
  let count = 0;
  for (const { x0 } of segments) if (x0 >= gutter) count++;
  return count;
}
