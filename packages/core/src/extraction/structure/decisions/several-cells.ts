import type { Extent } from "../../layout/order/gutters/covered-extents.ts";
import { deciding, placeOf, scoreOf } from "../../page/decision-log.ts";
import type { Piece } from "../geometry/piece.ts";

/**
 * Are the words of a text that stands over several columns a cell in each of them? Words of a title over several columns
 * are a blank apart and not aligned with the columns below. Chosen on made statistical tables and papers of ICDAR-2013.
 */
const EVIDENCE = {
  /** A gap between parts is wider than the blanks of the text, or is not. */
  gap: 2,
  blank: -0.5,
  /** A part is aligned with its column, or with a text in it right above; it is about where its column is, or is not. */
  aligned: 0.5,
  off: -3,
  /** All parts but the first are values. */
  values: 3,
  /** The text is alone in its line. */
  alone: -2,
  /** It is in the middle of all its columns. */
  centred: -1.5,
};

const LEAST_SCORE = 1;

/** Gaps that part cells are wider than blanks by this factor. */
const WIDER = 1.3;

/** Edges and middles that differ by less, in multiples of the text size, are the same, or about the same. */
const EXACTLY = 0.3;
const ABOUT = 1;

/** A part of a text, with its column and the text in that right above, if there is one. */
export interface ColumnPart {
  readonly piece: Piece;
  readonly column: Extent;
  readonly above: Piece | undefined;
}

export interface TextOverColumns {
  readonly parts: readonly ColumnPart[];
  /** The gaps between the parts, and the widest other one of the text, or a usual blank. */
  readonly gaps: readonly number[];
  readonly blank: number;
  readonly areValues: boolean;
  readonly isAlone: boolean;
}

export function areSeveralCells({ parts, gaps, blank, areValues, isAlone }: TextOverColumns): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return false;
  const { size } = first.piece.style;
  const whole = { x0: first.piece.x0, x1: last.piece.x1 };
  const over = { x0: first.column.x0, x1: last.column.x1 };
  const wide = gaps.filter((gap) => gap > WIDER * blank).length;
  const aligned = parts.filter(
    ({ piece, column, above }) =>
      offOf(piece, column) < EXACTLY * size || (above !== undefined && offOf(piece, above) < EXACTLY * size),
  ).length;
  const off = parts.filter(({ piece, column }) => offOf(piece, column) >= ABOUT * size).length;
  const isCentred = Math.abs(whole.x0 + whole.x1 - over.x0 - over.x1) < 2 * EXACTLY * size;
  const weights = {
    gaps: wide * EVIDENCE.gap + (gaps.length - wide) * EVIDENCE.blank,
    aligned: aligned * EVIDENCE.aligned + off * EVIDENCE.off,
    values: areValues ? EVIDENCE.values : 0,
    alone: isAlone ? EVIDENCE.alone : 0,
    centred: isCentred ? EVIDENCE.centred : 0,
  };
  const score = scoreOf(weights);
  deciding.log?.record({
    question: "column",
    accepted: score >= LEAST_SCORE,
    outcome:
      score >= LEAST_SCORE
        ? "A text over several columns is a cell in each."
        : "A text over several columns is one cell.",
    box: placeOf(parts.map(({ piece }) => piece.box)),
    score,
    threshold: LEAST_SCORE,
    reasons: [
      { fact: "gaps wider than blanks", value: wide, limit: `of ${gaps.length}`, weight: weights.gaps },
      { fact: "parts aligned with their column", value: aligned, weight: weights.aligned },
      { fact: "parts are values", weight: weights.values },
      { fact: "alone in its line", weight: weights.alone },
      { fact: "in the middle of its columns", weight: weights.centred },
    ],
  });
  return score >= LEAST_SCORE;
}

/** How far a text is from being aligned with an extent, on the left, on the right or in the middle. */
export function offOf(piece: Extent, { x0, x1 }: Extent): number {
  const [left, right] = [piece.x0 - x0, piece.x1 - x1];
  return Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2);
}
