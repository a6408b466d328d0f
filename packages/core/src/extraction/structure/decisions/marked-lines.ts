import type { Row } from "../../layout/rows/rows.ts";
import { deciding } from "../../page/decision-log.ts";
import { isItemNumber } from "../geometry/markers.ts";
import { isNumeric } from "../geometry/table-line.ts";
import { boxOfRows } from "../../layout/rows/row-edges.ts";

/**
 * Are rows of two texts lines that begin with a marker, rather than rows of cells? Their first texts are evidence. Chosen
 * on made pages and papers of ICDAR-2013: bare numbers that count rows are none.
 */
const EVIDENCE = {
  /** A bullet, or a number that only lists have: "•", "(a)", "[3]". */
  marker: 1.5,
  /** A number that goes on from the one above, such as "2.2" after "2.1" or "3." after "2.2". */
  next: 1.5,
  /** The first section of the one above: "2.1" after "2". */
  first: 3,
  /** What stands below a table: "Source:", "Notes:". */
  note: 3,
  /** Another label, or the sign of a note. */
  label: 0.5,
  /** Amounts are values. */
  amount: -3,
};

const LEAST_SCORE = 3;

/** "3.15" or "3." */
const SECTION = /^\d{1,2}(?:\.\d{1,2})*\.?$/u;
const BARE = /^\d+$/u;
const NOTE =
  /^(?:notes?|sources?|exhibit reads|anmerkung(?:en)?|quellen?|remarques?|notas?|fuentes?|fontes?)\s*:/iu;
const LABEL = /:$|^\(?[*†‡]{1,3}\)?$/u;

export function areMarkedLines(rows: readonly Row[]): boolean {
  let score = 0;
  let above: string | undefined;
  for (const { segments } of rows) {
    const [marker, text, other] = segments;
    if (marker === undefined || text === undefined) {
      if (above === undefined) return false;
      continue;
    }
    const own = other === undefined ? evidenceOf(marker.text, above) : undefined;
    if (own === undefined) return false;
    score += own + (isNumeric(text.text) ? EVIDENCE.amount : 0);
    above = marker.text;
  }
  if (score > 0) record(rows, score);
  return score >= LEAST_SCORE;
}

function record(rows: readonly Row[], score: number): void {
  if (deciding.log === undefined) return;
  const areMarked = score >= LEAST_SCORE;
  deciding.log.record({
    question: "list",
    accepted: areMarked,
    outcome: areMarked
      ? "The rows are lines that begin with a marker, number or label."
      : "Too few of the rows begin with a marker: they may be a table.",
    box: boxOfRows(rows),
    score,
    threshold: LEAST_SCORE,
    reasons: [
      { fact: "lines", value: rows.length },
      { fact: "each marker of a list adds", weight: EVIDENCE.marker },
      { fact: "each number that goes on from the one above adds", weight: EVIDENCE.next },
      { fact: "each amount beside a marker adds", weight: EVIDENCE.amount },
    ],
  });
}

/** Whether a text explains the table above it: "Source: Eurostat." */
export function isNote(text: string): boolean {
  return NOTE.test(text);
}

/** The evidence of a marker; undefined if it is none. */
function evidenceOf(marker: string, above: string | undefined): number | undefined {
  if (SECTION.test(marker)) {
    if (above === undefined) return 0;
    if (`${bare(above)}.1` === bare(marker)) return EVIDENCE.first;
    return !(BARE.test(marker) && BARE.test(above)) && isNext(bare(above), bare(marker)) ? EVIDENCE.next : 0;
  }
  if (isItemNumber(marker)) return EVIDENCE.marker;
  if (isNote(marker)) return EVIDENCE.note;
  return LABEL.test(marker) ? EVIDENCE.label : undefined;
}

function bare(marker: string): string {
  return marker.replace(/\.$/u, "");
}

/** Whether a section number follows another: one of its parts, the last of those it has, is greater by one. */
function isNext(above: string, own: string): boolean {
  const [before, parts] = [above.split("."), own.split(".")];
  const last = parts.length - 1;
  const isSame = parts.slice(0, last).every((part, at) => part === before[at]);
  return isSame && Number(parts[last]) === Number(before[last]) + 1;
}
