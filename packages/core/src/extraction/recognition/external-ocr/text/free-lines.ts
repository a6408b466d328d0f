import { type Rect, sharedHeight, union } from "../../../geometry/rect.ts";
import type { PlacedWord } from "../../words/placed-word.ts";
import type { KnownPlaces } from "./known-places.ts";

/** A line of the page whose text is not known. */
export interface FreeLine {
  readonly box: Rect;
  readonly line: number;
  /** Font size. */
  readonly size: number;
}

/** Boxes are of one line if they overlap vertically by this share of the lower one. */
const SAME_LINE = 0.5;

/** Pieces further apart, in heights, are separate lines. */
const WIDEST_GAP = 6;

/** Font size as a share of the height of a line's ink. */
const SIZE = 0.8;

/** Height of a line without ink as a share of its room. */
const OF_ROOM = 0.7;

/** Font size of a line that nothing is known of, in points. */
const USUAL_SIZE = 10;

/** Cost of leaving a line out, and most lines that are assigned by cost. */
const LEFT_OUT = 0.4;
const MOST_LINES = 400;

/** Returns the lines of words that were not found in the text, and of unread ink, from top to bottom. */
export function freeLinesOf(
  { words, unread }: KnownPlaces,
  found: ReadonlySet<PlacedWord>,
): readonly FreeLine[] {
  const last = words.reduce((most, { line }) => Math.max(most, line), 0);
  const taken = [...found].map(({ box }) => box);
  const pieces = [...words.filter((word) => !found.has(word)).map(({ box }) => box), ...unread].filter(
    (box) => !taken.some((other) => isSameLine(box, other) && distance(box, other) < 0),
  );
  const lines: Rect[] = [];
  for (const piece of pieces.toSorted((one, other) => one.x0 - other.x0)) {
    const at = lines.findIndex(
      (line) => isSameLine(line, piece) && distance(line, piece) <= WIDEST_GAP * heightOf(line),
    );
    const line = lines[at];
    if (line) lines[at] = union(line, piece);
    else lines.push(piece);
  }
  return lines
    .toSorted((one, other) => one.y0 + one.y1 - other.y0 - other.y1)
    .map((box, index) => ({ box, line: last + 1 + index, size: Math.max(1, SIZE * heightOf(box)) }));
}

/**
 * Returns a line for each row of text between two heights: free lines in order whose widths suit the lengths of the
 * rows or, if there are too few, equal shares of the room.
 */
export function linesFor(
  lengths: readonly number[],
  between: Rect,
  free: readonly FreeLine[],
): readonly FreeLine[] {
  const candidates = free
    .filter(({ box }) => (box.y0 + box.y1) / 2 > between.y0 && (box.y0 + box.y1) / 2 < between.y1)
    .slice(0, MOST_LINES);
  if (candidates.length < lengths.length || lengths.length > MOST_LINES)
    return sharesOf(lengths.length, candidates, { between, free });
  return chosen(lengths, candidates);
}

/** With too few free lines, each row gets an equal share of the room that they cover, or of the whole room. */
function sharesOf(
  count: number,
  candidates: readonly FreeLine[],
  { between, free }: { readonly between: Rect; readonly free: readonly FreeLine[] },
): readonly FreeLine[] {
  const [first] = candidates;
  const room = first ? candidates.reduce((sum, { box }) => union(sum, box), first.box) : between;
  const height = (room.y1 - room.y0) / count;
  const base = free.reduce((most, { line }) => Math.max(most, line), UNUSED_LINES + Math.round(room.y0));
  return Array.from({ length: count }, (_, index) => {
    const y0 = room.y0 + index * height;
    const size = first ? SIZE * height : Math.min(USUAL_SIZE, height);
    return {
      box: { ...room, y0, y1: y0 + OF_ROOM * height },
      line: base + 1 + index,
      size: Math.max(1, size),
    };
  });
}

/** Line numbers above those of any page. */
const UNUSED_LINES = 100_000;

/** Assigns rows to lines in order, at the least sum of differences between their relative lengths. */
function chosen(lengths: readonly number[], lines: readonly FreeLine[]): readonly FreeLine[] {
  const costs = costsOf(lengths, lines);
  const m = lines.length;
  // Sums of the best way so far: rows times lines.
  const sums = new Float64Array((lengths.length + 1) * (m + 1)).fill(Infinity);
  const sumAt = (row: number, line: number): number => sums[row * (m + 1) + line] ?? Infinity;
  for (let line = 0; line <= m; line++) sums[line] = line * LEFT_OUT;
  for (let row = 1; row <= lengths.length; row++) {
    for (let line = row; line <= m; line++) {
      const taken = sumAt(row - 1, line - 1) + (costs[(row - 1) * m + line - 1] ?? Infinity);
      sums[row * (m + 1) + line] = Math.min(taken, sumAt(row, line - 1) + LEFT_OUT);
    }
  }
  const result: FreeLine[] = [];
  for (let row = lengths.length, line = m; row > 0; line--) {
    if (line > row && sumAt(row, line) >= sumAt(row, line - 1) + LEFT_OUT) continue;
    result.unshift(...lines.slice(line - 1, line));
    row--;
  }
  return result;
}

/** Differences between the relative lengths of rows and lines: rows times lines. */
function costsOf(lengths: readonly number[], lines: readonly FreeLine[]): Float64Array {
  const widths = relative(lines.map(({ box }) => box.x1 - box.x0));
  const rows = relative(lengths);
  return Float64Array.from(
    rows.flatMap((length) => widths.map((width) => Math.abs(Math.log(width / length)))),
  );
}

/** Shares of the largest value. */
function relative(values: readonly number[]): readonly number[] {
  const most = Math.max(...values);
  return values.map((value) => Math.max(LEAST_SHARE, value / most));
}

const LEAST_SHARE = 0.01;

function isSameLine(one: Rect, other: Rect): boolean {
  const shared = sharedHeight(one, other);
  return shared > SAME_LINE * Math.min(heightOf(one), heightOf(other));
}

/** Horizontal gap; negative if the boxes overlap. */
function distance(one: Rect, other: Rect): number {
  return Math.max(one.x0, other.x0) - Math.min(one.x1, other.x1);
}

function heightOf({ y0, y1 }: Rect): number {
  return y1 - y0;
}
