import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { Piece } from "../geometry/piece.ts";

/** Most lines of code end as statements do, or begin with a prompt or as comments do. */
const WORDED = /[;,{}([\\]$|^(?:[$%>]\s|\/[/*]|#\s)/u;

/** Whether monospaced rows are code, whose columns are aligned: most other rows of the page are not, or they are worded so. */
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
  return areAmongOthers || 2 * worded.length > run.length;
}
