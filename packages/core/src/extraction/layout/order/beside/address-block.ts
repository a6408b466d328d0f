import { deciding } from "../../../page/decision-log.ts";
import { boxOfRows } from "../../rows/row-edges.ts";
import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import { hasDigit, kindOf } from "../text-kinds.ts";

/**
 * Are rows of three texts an address, and labels with values beside it, rather than a table? Chosen on the made business
 * letters: a table has values of one kind below a head; such values are of several, and the blocks stand apart.
 */
const EVIDENCE = {
  /** A house number or a postal code on the left: "12 Quay Street", "10115 Berlin". */
  address: 2,
  /** The address is farther from the labels than these are from their values. */
  apart: 1,
  /** The labels differ, and none has a digit. */
  labels: 1,
  /** Each value has a digit, and they are of several kinds, such as a number and a date. */
  values: 2,
};

const LEAST_SCORE = 5;

/** Addresses have at least so many lines beside labels, and hardly more. */
const FEWEST_ROWS = 2;
const MOST_ROWS = 6;

/** The address is farther away by this factor. */
const FARTHER = 1.5;

const PLACE = /^\d{1,5}[a-z]?,?\s\p{L}{3}|\p{L}{3}\.?\s\d{1,4}[a-z]?$/iu;

export function isAddressBesideLabels(rows: readonly Row[]): boolean {
  if (rows.length < FEWEST_ROWS || rows.length > MOST_ROWS) return false;
  if (!rows.every(({ segments }) => segments.length === 3)) return false;
  const column = (at: number): readonly Segment[] =>
    rows.flatMap(({ segments }) => segments.slice(at, at + 1));
  const [lines, labels, values] = [column(0), column(1), column(2)];
  const kinds = new Set(values.map(({ text }) => kindOf(text)));
  const facts = {
    address: lines.some(({ text }) => PLACE.test(text)),
    apart: gapBetween(lines, labels) > FARTHER * gapBetween(labels, values),
    labels:
      new Set(labels.map(({ text }) => text)).size === rows.length &&
      !labels.some(({ text }) => hasDigit(text)),
    values: values.every(({ text }) => hasDigit(text)) && kinds.size > 1,
  };
  const score = (["address", "apart", "labels", "values"] as const).reduce(
    (sum, fact) => sum + (facts[fact] ? EVIDENCE[fact] : 0),
    0,
  );
  if (score >= LEAST_SCORE) record(rows, score);
  return score >= LEAST_SCORE;
}

function gapBetween(left: readonly Segment[], right: readonly Segment[]): number {
  return Math.min(...right.map(({ x0 }) => x0)) - Math.max(...left.map(({ x1 }) => x1));
}

function record(rows: readonly Row[], score: number): void {
  const { log } = deciding;
  if (log === undefined) return;
  log.record({
    question: "table",
    accepted: false,
    outcome: "Its rows are an address, and labels with values beside it.",
    box: boxOfRows(rows),
    score,
    threshold: LEAST_SCORE,
    reasons: [{ fact: "lines", value: rows.length }],
  });
}
