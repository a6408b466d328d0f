import { boxOfRows } from "../../layout/rows/row-edges.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { deciding } from "../../page/decision-log.ts";
import { isPageNumber } from "../geometry/markers.ts";

/**
 * Are rows that end with numbers entries of a table of contents without leaders, such as its chapters? Chosen on handbooks:
 * a small table of titles and numbers has fewer rows, or counts them.
 */
const EVIDENCE = {
  /** Each row that ends with what may be a page number. */
  entry: 1,
  /** Entries with leaders on the same page end at the same edge. */
  leaders: 3,
  /** The numbers grow by one: they count the rows. */
  count: -4,
  /** A number is smaller than one above it, or ends elsewhere: these are no pages. */
  unordered: -9,
};

const LEAST_SCORE = 4;

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
  const numbers = pages.map(({ text }) => Number(text)).filter((page) => !Number.isNaN(page));
  const steps = numbers.slice(1).map((page, at) => page - (numbers[at] ?? 0));
  const weights = {
    entries: EVIDENCE.entry * pages.length,
    leaders: hasLeaders ? EVIDENCE.leaders : 0,
    count: steps.length > 0 && steps.every((step) => step === 1) ? EVIDENCE.count : 0,
    unordered: steps.some((step) => step < 0) || !pages.every(isAtEdge) ? EVIDENCE.unordered : 0,
  };
  const score = weights.entries + weights.leaders + weights.count + weights.unordered;
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
        { fact: "rows that end with a page number", value: pages.length, weight: weights.entries },
        { fact: "entries with leaders beside them", weight: weights.leaders },
        { fact: "the numbers count the rows", weight: weights.count },
      ],
    });
  return accepted;
}
