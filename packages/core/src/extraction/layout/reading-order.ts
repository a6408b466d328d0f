import { bandsOf, linePitch, median } from "./bands.ts";
import { withoutHyphens } from "./hyphens.ts";
import type { Line } from "./line.ts";
import { joinedWithBlank } from "./plain-tables.ts";
import type { Row } from "./rows.ts";
import type { Segment } from "./segment.ts";

/** Narrowest gutter between columns of prose, in multiples of the text size. */
const GUTTER = 0.8;

/** A column of prose has at least so many lines, and lines of so many cells; what has less is a table or a list. */
const FEWEST_LINES = 3;
const SHORTEST_LINE = 15;

/** The text of rows in reading order: columns of prose one after the other, everything else row by row. */
export function readingLines(rows: readonly Row[]): readonly Line[] {
  const blocks = bandsOf(rows, linePitch(rows)).flatMap((band) => inColumns(band));
  return blocks
    .flatMap((block) => withoutHyphens(block.map(joined)))
    .map((segment) => ({
      kind: "text",
      segments: [segment],
      columns: [0],
    }));
}

function joined(row: Row): Segment {
  const [first, ...others] = row.segments;
  const empty = { text: "", cells: 0, x0: 0, x1: 0, y: row.y, size: row.size, baseline: -1, words: [] };
  return first === undefined ? empty : others.reduce(joinedWithBlank, first);
}

/** Blocks of rows in reading order. */
function inColumns(rows: readonly Row[]): readonly (readonly Row[])[] {
  const blocks: (readonly Row[])[] = [];
  let plain: Row[] = [];
  for (let from = 0; from < rows.length;) {
    const found = columnsFrom(rows, from);
    const row = rows[from];
    if (found !== undefined) {
      if (plain.length > 0) blocks.push(plain);
      plain = [];
      blocks.push(...inColumns(found.left), ...inColumns(found.right));
      from = found.end;
    } else {
      if (row !== undefined) plain.push(row);
      from++;
    }
  }
  if (plain.length > 0) blocks.push(plain);
  return blocks;
}

interface TwoColumns {
  readonly left: readonly Row[];
  readonly right: readonly Row[];
  /** The index of the row after the last. */
  readonly end: number;
}

/** The longest stretch of rows from `from` on that one gutter parts into two columns of prose. */
function columnsFrom(rows: readonly Row[], from: number): TwoColumns | undefined {
  const segments: Segment[] = [];
  let best: TwoColumns | undefined;
  let hadGutter = false;
  for (let end = from + 1; end <= rows.length; end++) {
    segments.push(...(rows[end - 1]?.segments ?? []));
    const gutters = guttersOf(segments);
    if (gutters.length === 0 && hadGutter) break;
    hadGutter ||= gutters.length > 0;
    const stretch = rows.slice(from, end);
    const parted = gutters
      .map((x) => partedAt(stretch, x))
      .find(({ left, right }) => isProse(left) && isProse(right));
    if (parted !== undefined) best = { ...parted, end };
  }
  return best;
}

/** The middles of the gaps that no segment reaches into, from left to right. */
function guttersOf(segments: readonly Segment[]): readonly number[] {
  const gutters: number[] = [];
  const least = GUTTER * median(segments.map((segment) => segment.size));
  let reach = Infinity;
  for (const { x0, x1 } of segments.toSorted((a, b) => a.x0 - b.x0)) {
    if (x0 - reach >= least) gutters.push((reach + x0) / 2);
    reach = reach === Infinity ? x1 : Math.max(reach, x1);
  }
  return gutters;
}

function partedAt(
  rows: readonly Row[],
  x: number,
): { readonly left: readonly Row[]; readonly right: readonly Row[] } {
  const side = (isOnSide: (segment: Segment) => boolean): readonly Row[] =>
    rows
      .map((row) => ({ ...row, segments: row.segments.filter((segment) => isOnSide(segment)) }))
      .filter((row) => row.segments.length > 0);
  return { left: side((segment) => segment.x0 < x), right: side((segment) => segment.x0 >= x) };
}

function isProse(rows: readonly Row[]): boolean {
  if (rows.length < FEWEST_LINES) return false;
  const cells = rows.flatMap((row) => row.segments.map((segment) => segment.cells));
  return median(cells) >= SHORTEST_LINE;
}
