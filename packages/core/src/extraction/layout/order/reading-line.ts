import { joined } from "../tables/plain-tables.ts";
import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** Spaces between words, and between table cells. */
const WORD_BLANKS = 1;
const CELL_BLANKS = 2;

/**
 * Gaps from this width on, in multiples of the text size, separate cells; narrower ones are spaces of a justified line.
 */
const CELL_GAP = 1.5;

/** Joins a row into one segment, with `cells` separated; a field's value stays with its label. */
export function readingLine({ segments, y, size }: Row, cells: ReadonlySet<Segment>): Segment {
  const [first, ...others] = segments;
  if (first === undefined) {
    return { text: "", cells: 0, x0: 0, x1: 0, words: [], y, size, isSeparated: false, baseline: -1 };
  }
  return others.reduce((line, next) => joined(line, next, blanksBetween(line, next, cells)), first);
}

function blanksBetween(line: Segment, next: Segment, cells: ReadonlySet<Segment>): number {
  if (next.isFilled === true || line.isFilled === true) return WORD_BLANKS;
  if (cells.has(next)) return CELL_BLANKS;
  const gap = next.x0 - line.x1;
  return next.isSeparated || gap >= CELL_GAP * Math.min(line.size, next.size) ? CELL_BLANKS : WORD_BLANKS;
}
