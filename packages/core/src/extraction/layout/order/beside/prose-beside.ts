import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import { ITEM_MARK } from "../aligned-cells.ts";
import { endsSentence, PROSE } from "../sentences.ts";

/** A column of prose, and the cells beside it. */
export interface ProseBeside {
  readonly prose: readonly Row[];
  readonly rest: readonly Row[];
}

/** Lines of prose start within this distance of each other, in text sizes. */
const ALIGNED = 1;

const FEWEST_LINES = 3;

/** Least share of the lines after the first that go on in the middle of a sentence. */
const CONTINUING = 0.6;

const CONTINUED = /^[\p{Ll}\d$€£(]/u;

/** The column of prose at the left edge of rows, if there is one beside cells. */
export function proseBeside(rows: readonly Row[]): ProseBeside | undefined {
  const long = rows.flatMap(({ segments: [first, other], size }) =>
    first !== undefined && other !== undefined && first.text.length >= PROSE ? [{ first, size }] : [],
  );
  const [top] = long;
  if (top === undefined || long.length < FEWEST_LINES) return undefined;
  const right = long.reduce((most, { first }) => Math.max(most, first.x1), 0);
  const isProse = (segment: Segment): boolean => segment.x1 <= right + ALIGNED * top.size;
  const areAligned = long.every(({ first }) => Math.abs(first.x0 - top.first.x0) < ALIGNED * top.size);
  const lines = rows.flatMap(({ segments: [first] }) => (first && isProse(first) ? [first.text] : []));
  const continuing = lines.slice(1).filter((line, at) => {
    // Items of a statement, each with its values, are no sentence.
    if (ITEM_MARK.test(line.slice(0, line.indexOf(" ")))) return false;
    return CONTINUED.test(line) && !endsSentence(lines[at] ?? "");
  });
  if (!areAligned || continuing.length < CONTINUING * (lines.length - 1)) return undefined;
  return { prose: partOf(rows, isProse), rest: partOf(rows, (segment) => !isProse(segment)) };
}

function partOf(rows: readonly Row[], isOwn: (segment: Segment) => boolean): readonly Row[] {
  return rows
    .map((row) => ({ ...row, segments: row.segments.filter((segment) => isOwn(segment)) }))
    .filter(({ segments }) => segments.length > 0);
}
