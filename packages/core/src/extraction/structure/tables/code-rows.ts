import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { Piece } from "../geometry/piece.ts";

/** Whether rows are monospaced among others that are not: code, whose columns are aligned. */
export function isCode(
  run: readonly Row[],
  rows: readonly Row[],
  pieceOf: (segment: Segment) => Piece,
): boolean {
  const isMonospaced = ({ segments }: Row): boolean =>
    segments.every((segment) => pieceOf(segment).style.monospaced);
  return (
    run.every((row) => isMonospaced(row)) && 2 * rows.filter((row) => isMonospaced(row)).length < rows.length
  );
}
