import { boxOfRows } from "../../layout/rows/row-edges.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { deciding } from "../../page/decision-log.ts";
import { evidenceOf, LEAST_SCORE } from "../geometry/contents-lines.ts";
import { isPageNumber } from "../geometry/markers.ts";

/** Page numbers end within this distance of each other, in points. */
const SAME_END = 3;

/**
 * @param pages the page numbers of those rows that end with one
 * @param others all rows of the page
 */
export function areContents(
  rows: readonly Row[],
  pages: readonly Segment[],
  others: readonly Row[],
): boolean {
  if (pages.length === 0) return false;
  const x1 = Math.max(...pages.map((page) => page.x1));
  const isAtEdge = (segment: Segment): boolean => x1 - segment.x1 < SAME_END;
  const hasLeaders = others.some(({ segments }) => {
    const last = segments.at(-1);
    return last?.followsLeader === true && isPageNumber(last.text) && Math.abs(last.x1 - x1) < SAME_END;
  });
  const { weights, score } = evidenceOf({
    pages: pages.map(({ text }) => text),
    hasLeaders,
    isAligned: pages.every(isAtEdge),
  });
  const accepted = score >= LEAST_SCORE;
  if (accepted)
    deciding.log?.record({
      question: "list",
      accepted,
      outcome: "The rows are entries of a table of contents.",
      box: boxOfRows(rows),
      score,
      threshold: LEAST_SCORE,
      reasons: [
        { fact: "rows that end with a page number", value: pages.length, weight: weights.entry },
        { fact: "entries with leaders beside them", weight: weights.leaders },
        { fact: "the numbers count the rows", weight: weights.count },
      ],
    });
  return accepted;
}
