import type { RowEdges } from "../../layout/rows/row-edges.ts";
import { SEGMENT_WORD } from "../../layout/rows/segment.ts";
import { endsSentence } from "../../layout/order/sentences.ts";
import type { TableLine } from "../geometry/table-line.ts";
import { noTable } from "./table-log.ts";

/** Spaces of a justified line are about equal, and at most this wide, in multiples of the text size. */
const EVEN = 1.7;
const WIDEST_SPACE = 2.4;

/**
 * Spaces that differ less are equal. From this number on, and between words of which the longest is so much longer than the
 * shortest, they are no gaps of columns, however wide: cells of different lengths leave different gaps.
 */
const EQUAL = 1.1;
const FEWEST_EQUAL = 3;
const LONGER = 2;

/** Records that lines are no table if at least half of those with gaps are justified text with wide spaces. */
export function areStretched(lines: readonly TableLine[], edges: RowEdges | undefined): boolean {
  const parted = lines.filter(({ pieces }) => pieces.length > 1);
  const stretched = parted.filter(
    (line) => areEqual(line) || (edges !== undefined && isFull(line.pieces, edges) && areEven(line)),
  );
  if (stretched.length === 0 || 2 * stretched.length < parted.length) return false;
  noTable(lines, "Its lines are justified text with wide spaces.", {
    fact: "lines whose spaces are equal or even, of those with gaps",
    value: `${stretched.length} of ${parted.length}`,
    limit: "at least half",
  });
  return true;
}

/** Ends within this distance of an edge, in points, reach it. */
const AT_EDGE = 2;

export function isFull(parts: readonly RowEdges[], { x0, x1 }: RowEdges): boolean {
  return (parts[0]?.x0 ?? Infinity) < x0 + AT_EDGE && (parts.at(-1)?.x1 ?? -Infinity) > x1 - AT_EDGE;
}

function areEven(line: TableLine): boolean {
  // Some writers put two spaces after a sentence.
  const gaps = spacesIn(line).map(({ gap, isAfterSentence }) => (isAfterSentence ? gap / 2 : gap));
  const widest = Math.max(...gaps);
  return gaps.length > 1 && widest < WIDEST_SPACE * line.size && widest < EVEN * Math.min(...gaps);
}

function areEqual(line: TableLine): boolean {
  const spaces = spacesIn(line);
  const gaps = spaces.flatMap(({ gap, isAfterSentence }) => (isAfterSentence ? [] : [gap]));
  if (gaps.length < FEWEST_EQUAL || Math.max(...gaps) > EQUAL * Math.min(...gaps)) return false;
  const widths = spaces.map(({ width }) => width);
  return Math.max(...widths) > LONGER * Math.min(...widths);
}

/** A space of a line, and the width of the word after it. */
interface Space {
  readonly gap: number;
  readonly width: number;
  readonly isAfterSentence: boolean;
}

function spacesIn({ pieces }: TableLine): readonly Space[] {
  const spaces: Space[] = [];
  let end: number | undefined;
  let isAfterSentence = false;
  for (const { text, segment } of pieces) {
    for (let at = 0; at < segment.words.length; at += SEGMENT_WORD.length) {
      const [x0, x1] = [segment.words[at + 2] ?? 0, segment.words[at + 4] ?? 0];
      if (end !== undefined) spaces.push({ gap: x0 - end, width: x1 - x0, isAfterSentence });
      end = x1;
      isAfterSentence = endsSentence(text.slice(0, segment.words[at + 1] ?? 0));
    }
  }
  return spaces;
}
