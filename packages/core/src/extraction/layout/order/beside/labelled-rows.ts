import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";

/** Texts that stand side by side, each with its own rows, in reading order. */
export interface TextsBeside {
  readonly parts: readonly (readonly Row[])[];
  /** The number of rows that they are in. */
  readonly taken: number;
}

/** A label, and perhaps its value: "Date:" or "Date: 3 May". */
const LABEL = /^\p{L}[^:]{1,30}:(?:\s|$)/u;
const BARE_LABEL = /:$/u;

/** Larger runs are tables. */
const MOST_ROWS = 10;

/** Least share of rows with a label beside the first text. */
const LABELLED = 0.6;

/** Two columns of labels with values, or a text beside one: each row is a line with its values. */
export function labelledBeside(rows: readonly Row[]): TextsBeside | undefined {
  if (rows.length > MOST_ROWS) return undefined;
  const beside = rows.filter(({ segments }) => segments.slice(1).some(({ text }) => LABEL.test(text)));
  if (beside.length < 2 || beside.length < LABELLED * rows.length) return undefined;
  const isForm = rows.every(({ segments }) => LABEL.test(segments[0]?.text ?? ""));
  const labels = isForm ? -Infinity : Math.min(...beside.map((row) => firstLabel(row)));
  const part = (isOwn: (segment: Segment) => boolean): readonly Row[] =>
    rows
      .map((row) => ({ ...row, segments: row.segments.filter((segment) => isOwn(segment)) }))
      .filter(({ segments }) => segments.length > 0)
      .map((row) => textRow(row, (before) => BARE_LABEL.test(before.text)));
  const parts = [part(({ x0 }) => x0 < labels), part(({ x0 }) => x0 >= labels)];
  return { parts: parts.filter(({ length }) => length > 0), taken: rows.length };
}

function firstLabel({ segments }: Row): number {
  return segments.slice(1).find(({ text }) => LABEL.test(text))?.x0 ?? Infinity;
}

/** A row whose segments are no cells; those that are values of the one before are in one line with it. */
export function textRow(row: Row, hasValue: (before: Segment) => boolean = () => true): Row {
  const segments = row.segments.map((segment, at) => {
    const before = row.segments[at - 1];
    return before !== undefined && hasValue(before) ? { ...segment, followsLeader: true } : segment;
  });
  return { ...row, segments, isText: true };
}
