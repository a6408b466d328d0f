import type { Row } from "../rows/rows.ts";
import { SEGMENT_GAP } from "../rows/segments.ts";
import type { Segment } from "../rows/segment.ts";

/** Maps positions on the page to grid columns. */
export interface Grid {
  /** The position of column 0. */
  readonly origin: number;
  /** Width of a column in points. */
  readonly cell: number;
}

/** Edges closer than this, in cells, count as one. */
const EDGE_TOLERANCE = 0.35;

/** Additional tolerance in points for rounded coordinates. */
const EDGE_ROUNDING = 0.3;

/** How much each new member shifts the position of an edge: the edges of slightly slanted tables drift. */
const DRIFT = 0.3;

/** Spaces between cells of different columns, and between parts of one cell. */
const COLUMN_BLANKS = 2;
const CELL_BLANKS = 1;

/** Adjacent numbers are separate cells from this gap on, in fractions of the font size. */
export const NUMBER_GAP = 0.36;
const ENDS_IN_NUMBER = /\d[)%]*$/u;
const BEGINS_WITH_NUMBER = /^[\p{Sc}(+\u2212\u2013-]*\d/u;

/** If more than this share of a right edge's segments also share a left edge, it is the end of a paragraph. */
const SHARED_LEFT = 0.55;

/** This many lines of at least this many cells with both edges in common are a paragraph. */
const FEWEST_LINES = 3;
const LONG_LINE = 20;

/** A row's first segment is right-aligned only with this many others, and with this much more evidence. */
const FEWEST_RIGHT = 3;
const RIGHT_EVIDENCE = 2;

/** Edges farther apart than this, in cells, get different columns. */
const DISTINCT = 0.9;

/** Largest column by position alone; lines with more spaces are unreadable. */
const LAST_COLUMN = 2000;

/** The first column of each segment in each row of a band. */
export function columnsOf(rows: readonly Row[], grid: Grid): readonly (readonly number[])[] {
  const lines = rows.map((row) => itemsOf(row, grid));
  const items = lines.flat();
  const tolerance = EDGE_TOLERANCE + EDGE_ROUNDING / grid.cell;
  const left = edgesOf(items, "left", tolerance);
  const right = edgesOf(items, "right", tolerance);
  chooseEdges(left, right);
  for (const [index, line] of lines.entries()) {
    for (const item of line) {
      if (item.isRightAligned && !item.followsLeader && isUnderLeftEdge(item, lines, index, tolerance)) {
        item.isRightAligned = false;
      }
    }
  }
  solve(left, right);
  return lines.map((line) => line.map((item) => item.start));
}

/** A segment in the solver; positions are in cells. */
interface Item {
  readonly left: number;
  readonly right: number;
  readonly cells: number;
  readonly previous: Item | undefined;
  readonly blanks: number;
  /** The shared left edge. */
  leftEdge: Edge | undefined;
  readonly followsLeader: boolean;
  isRightAligned: boolean;
  /** First column and the column after the last. */
  start: number;
  end: number;
}

/** An edge that segments in several rows share. */
interface Edge {
  readonly side: "left" | "right";
  readonly at: number;
  readonly members: Item[];
}

function itemsOf(row: Row, { origin, cell }: Grid): readonly Item[] {
  const items: Item[] = [];
  let before: Segment | undefined;
  for (const segment of row.segments) {
    items.push({
      left: (segment.x0 - origin) / cell,
      right: (segment.x1 - origin) / cell,
      cells: segment.cells,
      previous: items.at(-1),
      blanks: before !== undefined && areOneCell(before, segment) ? CELL_BLANKS : COLUMN_BLANKS,
      leftEdge: undefined,
      followsLeader: segment.followsLeader === true,
      isRightAligned: false,
      start: -1,
      end: -1,
    });
    before = segment;
  }
  return items;
}

/** Whether neighbouring segments are parts of one cell, or one of them is a ruling line drawn as text. */
function areOneCell(before: Segment, next: Segment): boolean {
  if (before.words.length === 0 || next.words.length === 0) return true;
  const gap = (next.x0 - before.x1) / Math.min(before.size, next.size);
  if (next.isSeparated || gap > SEGMENT_GAP) return false;
  return gap < NUMBER_GAP || !ENDS_IN_NUMBER.test(before.text) || !BEGINS_WITH_NUMBER.test(next.text);
}

function byLeftEnd(a: Item, b: Item): number {
  return a.left - b.left;
}

function byRightEnd(a: Item, b: Item): number {
  return a.right - b.right;
}

function edgesOf(items: readonly Item[], side: Edge["side"], tolerance: number): readonly Edge[] {
  const isLeft = side === "left";
  const edges: Edge[] = [];
  let reference = -Infinity;
  for (const item of items.toSorted(isLeft ? byLeftEnd : byRightEnd)) {
    const at = isLeft ? item.left : item.right;
    if (at - reference > tolerance) {
      edges.push({ side, at, members: [] });
      reference = at;
    } else {
      reference += DRIFT * (at - reference);
    }
    edges.at(-1)?.members.push(item);
  }
  return edges;
}

/**
 * Aligns each segment with the edge that more others share. The justified end of a paragraph does not count as an edge;
 * the end of a leader does.
 */
function chooseEdges(left: readonly Edge[], right: readonly Edge[]): void {
  for (const edge of left) for (const item of edge.members) item.leftEdge = edge;
  for (const edge of right) {
    // A right edge with a single segment is no evidence of right alignment.
    if (edge.members.length === 1) continue;
    const common = leftEdgesOf(edge);
    const isParagraph = largestOf(common.values()) > SHARED_LEFT * edge.members.length;
    for (const item of edge.members) {
      const own = item.leftEdge;
      const isLine = item.cells >= LONG_LINE && (common.get(own) ?? 0) >= FEWEST_LINES;
      item.isRightAligned =
        item.followsLeader ||
        (!isParagraph && !isLine && hasRightEvidence(item, own?.members.length ?? 1, edge));
    }
  }
}

/** Number of lines above and below that are searched for neighbours of a segment. */
const NEIGHBOURS = 2;

/**
 * Whether the neighbours above and below start where the segment does and end elsewhere, like a value below its label;
 * distant segments with the same end are then coincidence.
 */
function isUnderLeftEdge(
  item: Item,
  lines: readonly (readonly Item[])[],
  index: number,
  tolerance: number,
): boolean {
  const neighbours = [-1, 1].flatMap((way) => {
    for (let away = 1; away <= NEIGHBOURS; away++) {
      const line = lines[index + way * away] ?? [];
      const found = line.find((other) => other.left < item.right && item.left < other.right);
      if (found !== undefined) return [found];
    }
    return [];
  });
  return (
    neighbours.length > 0 &&
    neighbours.every(
      (other) =>
        Math.abs(other.left - item.left) <= tolerance && Math.abs(other.right - item.right) > tolerance,
    )
  );
}

function hasRightEvidence(item: Item, leftCount: number, { members }: Edge): boolean {
  if (item.previous !== undefined) return members.length > leftCount;
  return members.length >= FEWEST_RIGHT && members.length > RIGHT_EVIDENCE * leftCount;
}

/** The left edges of an edge's members, with the number of members for each. */
function leftEdgesOf({ members }: Edge): ReadonlyMap<Edge | undefined, number> {
  const counts = new Map<Edge | undefined, number>();
  for (const { leftEdge } of members) counts.set(leftEdge, (counts.get(leftEdge) ?? 0) + 1);
  return counts;
}

function largestOf(counts: Iterable<number>): number {
  let largest = 0;
  for (const count of counts) if (count > largest) largest = count;
  return largest;
}

/**
 * Assigns the smallest column to each edge that satisfies every constraint: neighbours in a row keep their spaces,
 * columns ascend with the edges' positions, and no segment is left of its natural column. All constraints point to the
 * right, so one sweep solves them.
 */
function solve(left: readonly Edge[], right: readonly Edge[]): void {
  let lastAt = -Infinity;
  let lastColumn = -1;
  for (const edge of [...left, ...right].toSorted(byPlace)) {
    const natural = Math.min(LAST_COLUMN, Math.max(0, Math.round(edge.at)));
    if (edge.side === "right") {
      endTogether(edge, natural);
      continue;
    }
    if (startRightward(edge) === edge.members.length) continue;
    const least = lastColumn + (edge.at - lastAt > DISTINCT ? 1 : 0);
    lastColumn = startTogether(edge, Math.max(least, natural));
    lastAt = edge.at;
  }
}

function byPlace(a: Edge, b: Edge): number {
  return a.at - b.at || sideOrder(a) - sideOrder(b);
}

/** If two edges coincide, ends come before starts. */
function sideOrder(edge: Edge): number {
  return edge.side === "right" ? 0 : 1;
}

/** Places right-aligned segments as far left as possible until their edge is reached. Returns their number. */
function startRightward({ members }: Edge): number {
  let count = 0;
  for (const item of members) {
    if (!item.isRightAligned) continue;
    item.start = earliest(item);
    count++;
  }
  return count;
}

/** Places left-aligned segments in one column, which it returns. */
function startTogether({ members }: Edge, least: number): number {
  let column = least;
  for (const item of members) if (!item.isRightAligned) column = Math.max(column, earliest(item));
  for (const item of members) {
    if (item.isRightAligned) continue;
    item.start = column;
    item.end = column + item.cells;
  }
  return column;
}

function endTogether({ members }: Edge, least: number): void {
  let end = least;
  for (const item of members) if (item.isRightAligned) end = Math.max(end, earliest(item) + item.cells);
  for (const item of members) {
    if (!item.isRightAligned) continue;
    item.end = end;
    item.start = end - item.cells;
  }
}

/** The smallest column after the previous segment. */
function earliest({ previous, blanks }: Item): number {
  if (previous === undefined) return 0;
  return (previous.end >= 0 ? previous.end : previous.start + previous.cells) + blanks;
}
