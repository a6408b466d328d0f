import type { LayoutOptions } from "../../page/layout-options.ts";
import type { Segment } from "./segment.ts";

/** The segments of one text line, from left to right. */
export interface Row {
  readonly segments: readonly Segment[];
  /** The baseline that determines the row's position. */
  readonly y: number;
  readonly size: number;
  /** Its segments are parts of a line, although they stand apart like cells. */
  readonly isText?: true;
}

/** Factor for the line tolerance between the rows of a dense table, which `table` mode keeps separate. */
const TABLE_TOLERANCE = 0.5;

/** From this number of changes from one row to the other on, read from left to right, their cells alternate. */
const ALTERNATING = 3;

/** Segments that overlap by less than this, in points, do not collide. */
const TOUCH = 0.3;

/** Vertical extent of a row around its baseline, in fractions of its size. */
const BAND_ABOVE = 0.75;
const BAND_BELOW = 0.2;

/** Rows whose sizes differ by this factor may share a line despite different baselines. */
const OTHER_SIZE = 1.2;

/** From this factor on, one row spans several lines of the other. */
const SPANNING_SIZE = 2.5;

/**
 * A row with at most this many cells that is larger by this factor is decoration: a year or a number behind the text.
 */
const ORNAMENT_SIZE = 8;
const ORNAMENT_CELLS = 6;

/** Joins segments into rows, from top to bottom. */
export function rowsOf(segments: readonly Segment[], options: LayoutOptions): readonly Row[] {
  const tolerance = options.lineTolerance;
  const rows = rowsByBaseline(byPriority(segments, options.lineStrategy), tolerance);
  const merged = mergedBySize(rows.toSorted(byBaseline), tolerance);
  if (options.mode !== "table") return merged.map(closed);
  return merged
    .flatMap((row) => tableRows(row, tolerance))
    .toSorted(byBaseline)
    .map(closed);
}

/** The rows of a dense table that were joined into one, from top to bottom; blocks side by side stay together. */
function tableRows(row: OpenRow, tolerance: number): readonly OpenRow[] {
  const rows: OpenRow[] = [];
  for (const part of rowsByBaseline(row.segments, TABLE_TOLERANCE * tolerance)) {
    const last = rows.at(-1);
    if (last === undefined || alternate(last, part)) rows.push(part);
    else last.segments.push(...part.segments);
  }
  return rows.length > 1 ? rows : [row];
}

/** Whether the cells of two rows of one size alternate; those of blocks side by side do not. */
function alternate(a: OpenRow, b: OpenRow): boolean {
  if (Math.max(a.size, b.size) >= OTHER_SIZE * Math.min(a.size, b.size)) return false;
  const upper = new Set(a.segments);
  const sorted = [...a.segments, ...b.segments].toSorted(byLeftEnd);
  const changes = sorted.filter((segment, at) => {
    const before = sorted[at - 1];
    return before !== undefined && upper.has(before) !== upper.has(segment);
  });
  return changes.length >= ALTERNATING;
}

function closed({ y, size, segments }: OpenRow): Row {
  return { y, size, segments: segments.length > 1 ? segments.toSorted(byLeftEnd) : segments };
}

function byBaseline(a: OpenRow, b: OpenRow): number {
  return a.y - b.y;
}

function byLeftEnd(a: Segment, b: Segment): number {
  return a.x0 - b.x0;
}

interface OpenRow {
  readonly segments: Segment[];
  readonly y: number;
  readonly size: number;
}

/** The order in which segments may start a row; its first segment determines the row's position. */
function byPriority(
  segments: readonly Segment[],
  strategy: LayoutOptions["lineStrategy"],
): readonly Segment[] {
  if (strategy === "left-priority") return segments.toSorted(byLeftEnd);
  if (strategy === "right-priority") return segments.toSorted((a, b) => b.x1 - a.x1);
  const middle = middleOf(segments);
  return segments.toSorted((a, b) => distanceTo(middle, a) - distanceTo(middle, b));
}

function middleOf(segments: readonly Segment[]): number {
  let left = Infinity;
  let right = -Infinity;
  for (const { x0, x1 } of segments) {
    left = Math.min(left, x0);
    right = Math.max(right, x1);
  }
  return (left + right) / 2;
}

function distanceTo(middle: number, { x0, x1 }: Segment): number {
  return Math.max(x0 - middle, middle - x1, 0);
}

function rowsByBaseline(segments: readonly Segment[], tolerance: number): readonly OpenRow[] {
  const rows: OpenRow[] = [];
  const rowOfBaseline = new Map<number, OpenRow>();
  const overlays: Segment[] = [];
  for (const segment of segments) {
    if (segment.isOverlay === true) overlays.push(segment);
    else addToRow(segment, [segment], { rows, rowOfBaseline, tolerance });
  }
  if (overlays.length === 0) return rows;
  const ofBaseline = Map.groupBy(overlays, ({ baseline }) => baseline);
  for (const segment of overlays) {
    addToRow(segment, ofBaseline.get(segment.baseline) ?? [segment], { rows, rowOfBaseline, tolerance });
  }
  return rows;
}

interface OpenRows {
  readonly rows: OpenRow[];
  readonly rowOfBaseline: Map<number, OpenRow>;
  readonly tolerance: number;
}

/** Adds a segment to the row of its baseline, or to the nearest row with room for all of `together`. */
function addToRow(segment: Segment, together: readonly Segment[], open: OpenRows): void {
  let row = open.rowOfBaseline.get(segment.baseline) ?? nearestRow(open, segment, together);
  if (row === undefined) {
    row = { segments: [], y: segment.y, size: segment.size };
    insertByBaseline(open.rows, row);
  }
  row.segments.push(segment);
  open.rowOfBaseline.set(segment.baseline, row);
}

function insertByBaseline(rows: OpenRow[], row: OpenRow): void {
  rows.splice(firstBelow(rows, row.y), 0, row);
}

/** The index of the first row whose baseline is below `y`. */
function firstBelow(rows: readonly OpenRow[], y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.y ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

function nearestRow(
  { rows, tolerance }: OpenRows,
  segment: Segment,
  together: readonly Segment[],
): OpenRow | undefined {
  const reach = tolerance * segment.size;
  let nearest: OpenRow | undefined;
  for (let at = firstBelow(rows, segment.y - 2 * reach); at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined || row.y - segment.y > 2 * reach) break;
    const away = Math.abs(row.y - segment.y);
    // Equal baselines always match, regardless of the tolerance.
    if (away > Math.max(0.01, tolerance * Math.min(segment.size, row.size))) continue;
    if (nearest !== undefined && Math.abs(nearest.y - segment.y) <= away) continue;
    if (!together.some((own) => collides(row.segments, own))) nearest = row;
  }
  return nearest;
}

function collides(segments: readonly Segment[], { x0, x1 }: Segment): boolean {
  for (const other of segments) if (other.x0 < x1 - TOUCH && x0 < other.x1 - TOUCH) return true;
  return false;
}

/** Joins neighbouring rows of different sizes that overlap vertically, such as a large amount and its small label. */
function mergedBySize(rows: readonly OpenRow[], tolerance: number): readonly OpenRow[] {
  const merged: OpenRow[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (last !== undefined && belongTogether(last, row, tolerance)) {
      const lead = weightOf(last) >= weightOf(row) ? last : row;
      merged[merged.length - 1] = {
        y: lead.y,
        size: lead.size,
        segments: [...last.segments, ...row.segments],
      };
    } else {
      merged.push(row);
    }
  }
  return merged;
}

function weightOf(row: OpenRow): number {
  return cellsOf(row) * row.size;
}

function cellsOf(row: OpenRow): number {
  let cells = 0;
  for (const segment of row.segments) cells += segment.cells;
  return cells;
}

function belongTogether(upper: OpenRow, lower: OpenRow, tolerance: number): boolean {
  const small = Math.min(upper.size, lower.size);
  const large = Math.max(upper.size, lower.size);
  if (large < OTHER_SIZE * small) return false;
  if (large > ORNAMENT_SIZE * small && cellsOf(upper.size > lower.size ? upper : lower) <= ORNAMENT_CELLS)
    return false;
  const top = Math.max(upper.y - BAND_ABOVE * upper.size, lower.y - BAND_ABOVE * lower.size);
  const bottom = Math.min(upper.y + BAND_BELOW * upper.size, lower.y + BAND_BELOW * lower.size);
  if (bottom - top < (BAND_ABOVE + BAND_BELOW - tolerance) * small) return false;
  return !lower.segments.some(
    (segment) =>
      collides(upper.segments, segment) ||
      (large > SPANNING_SIZE * small &&
        upper.segments.some((other) => isOtherLine(segment, other, tolerance))),
  );
}

/** Whether segments of the same size are too far apart vertically to be one line. */
function isOtherLine(a: Segment, b: Segment, tolerance: number): boolean {
  const small = Math.min(a.size, b.size);
  return Math.max(a.size, b.size) < OTHER_SIZE * small && Math.abs(a.y - b.y) > tolerance * small;
}
