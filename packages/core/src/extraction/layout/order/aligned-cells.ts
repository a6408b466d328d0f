import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** Rows above and below that are checked for the same column, and how many must agree. */
const ROWS_CHECKED = 3;
const AGREEING = 2;

/** Largest offset between cells of a column, in fractions of the text size. */
const SAME_EDGE = 0.15;

/** A bullet, or the number of an item or section; plain numbers may be those of table rows. */
export const ITEM_MARK =
  /^(?:[^\p{L}\p{N}]|\(?(?:\d{1,3}(?:\.\d{1,3})+|\d{1,3}(?=[.)])|[a-z]|[ivx]+)[.)]*)$/iu;

const ENDS_IN_DIGIT = /\d[)%*]*$/u;

/**
 * The segments of a row that start a cell because neighbouring rows have a cell with the same left edge, or a number
 * with the same right edge. The right edges of words prove nothing: justified lines share them.
 */
export function alignedCells(rows: readonly Row[], index: number): ReadonlySet<Segment> {
  const own = rows[index]?.segments ?? [];
  if (own.length < 2) return NONE;
  const near = [
    ...rows.slice(Math.max(0, index - ROWS_CHECKED), index),
    ...rows.slice(index + 1, index + 1 + ROWS_CHECKED),
  ].map(({ segments }) => segments.slice(1));
  const agreeing = (segment: Segment): number =>
    near.filter((others) => others.some((other) => areAligned(segment, other))).length;
  const first = ITEM_MARK.test(own[0]?.text ?? "") ? 2 : 1;
  return new Set(
    own.slice(first).filter((segment) => segment.followsLeader !== true && agreeing(segment) >= AGREEING),
  );
}

const NONE: ReadonlySet<Segment> = new Set();

function areAligned(a: Segment, b: Segment): boolean {
  const tolerance = SAME_EDGE * Math.min(a.size, b.size);
  if (Math.abs(a.x0 - b.x0) < tolerance) return true;
  return Math.abs(a.x1 - b.x1) < tolerance && ENDS_IN_DIGIT.test(a.text) && ENDS_IN_DIGIT.test(b.text);
}
