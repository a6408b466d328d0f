import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { Piece } from "../geometry/piece.ts";

/** Are monospaced rows code, whose columns are aligned, rather than a table in a monospaced font? */
const EVIDENCE = {
  /** Most other rows of the page are not monospaced. */
  amongOthers: 2,
  /** Most lines end as statements do, or begin with a prompt or as comments do. */
  worded: 2,
};

const LEAST_SCORE = 2;

const WORDED = /[;,{}([\\]$|^(?:[$%>]\s|\/[/*]|#\s)/u;

export function isCode(
  run: readonly Row[],
  rows: readonly Row[],
  pieceOf: (segment: Segment) => Piece,
): boolean {
  const isMonospaced = ({ segments }: Row): boolean =>
    segments.every((segment) => pieceOf(segment).style.monospaced);
  if (!run.every((row) => isMonospaced(row))) return false;
  const areAmongOthers = 2 * rows.filter((row) => isMonospaced(row)).length < rows.length;
  const worded = run.filter(({ segments }) => WORDED.test(segments.map(({ text }) => text).join(" ")));
  const score =
    (areAmongOthers ? EVIDENCE.amongOthers : 0) + (2 * worded.length > run.length ? EVIDENCE.worded : 0);
  return score >= LEAST_SCORE;
}
