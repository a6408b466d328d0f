import { alignedCells } from "./aligned-cells.ts";
import { bandsOf, linePitch } from "../rows/bands.ts";
import { median } from "../glyphs/median.ts";
import { type Columns, flowTogether, withNotesBelow, withoutFootnotes } from "./column-flow.ts";
import { withoutHyphens } from "./hyphens.ts";
import type { Line } from "../rows/line.ts";
import { readingLine } from "./reading-line.ts";
import type { Row } from "../rows/rows.ts";

/** Least gutter between columns of prose, in multiples of the text size. */
const GUTTER = 0.8;

/** Least number of lines in a column of prose, and of cells in these lines; smaller ones are tables or lists. */
const FEWEST_LINES = 3;
const SHORTEST_LINE = 15;

/** Short texts on the right of at most this share of a column's lines are the numbers of its formulas. */
const BESIDE_TEXT = 0.25;

/** Columns start farther down if one is longer at its top than the other by more rows than this. */
const LONGEST_WAIT = 12;

/** Writes rows in reading order: columns of prose one after the other, everything else row by row. */
export function readingLines(rows: readonly Row[]): readonly Line[] {
  return readingFlows(rows)
    .flatMap((block) =>
      withoutHyphens(block.map((row, index) => readingLine(row, alignedCells(block, index)))),
    )
    .map((segment) => ({
      kind: "text",
      segments: [segment],
      columns: [0],
    }));
}

/** The rows of each column of prose, or of what lies between columns, in reading order. */
export function readingFlows(rows: readonly Row[]): readonly (readonly Row[])[] {
  const bands = bandsOf(rows, linePitch(rows)).flatMap((band) => withoutLastHeading(band));
  return inOneFlow(bands.flatMap((band) => blocksOfBand(band))).flatMap((block) => rowsInOrder(block));
}

/** A row is a heading if it is larger than the text above it by this factor. */
const HEADING = 1.2;

/** A heading at the end of a band belongs to what follows; otherwise it would be read as the end of a column. */
function withoutLastHeading(band: readonly Row[]): readonly (readonly Row[])[] {
  const above = band.slice(0, -1);
  const last = band.at(-1);
  const isHeading = last !== undefined && last.size > HEADING * median(above.map((row) => row.size));
  return isHeading && above.length > 0 ? [above, [last]] : [band];
}

/** Rows in plain order, or two columns of which the left one is read first. */
type Block = { readonly kind: "plain"; readonly rows: readonly Row[] } | Columns;

/** The blocks of a band, from top to bottom. */
function blocksOfBand(rows: readonly Row[]): readonly Block[] {
  const blocks: Block[] = [];
  const sides = sidesOf(rows);
  let plain: Row[] = [];
  for (let from = 0; from < rows.length;) {
    const row = rows[from];
    const found = row === undefined || leavesNoGutter(row, sides) ? undefined : columnsFrom(rows, from);
    if (found !== undefined) {
      if (plain.length > 0) blocks.push({ kind: "plain", rows: plain });
      plain = [];
      blocks.push(found);
      from = found.end;
    } else {
      if (row !== undefined) plain.push(row);
      from++;
    }
  }
  if (plain.length > 0) blocks.push({ kind: "plain", rows: plain });
  return blocks;
}

function sidesOf(rows: readonly Row[]): Extent {
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const { segments } of rows) {
    for (const segment of segments) {
      if (segment.x0 < x0) x0 = segment.x0;
      if (segment.x1 > x1) x1 = segment.x1;
    }
  }
  return { x0, x1 };
}

/** Whether a row is one segment from side to side, so that no columns begin with it. */
function leavesNoGutter({ segments: [only, other], size }: Row, sides: Extent): boolean {
  if (only === undefined || other !== undefined) return false;
  const least = GUTTER * size;
  return only.x0 < sides.x0 + least && only.x1 > sides.x1 - least;
}

/** Columns separated by more rows than this do not continue. */
const LONGEST_CAPTION = 4;

/**
 * Joins columns that continue below a blank band, or below a caption across both, which then follows them; and columns
 * with footnotes that stand apart.
 */
function inOneFlow(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const before = joined.at(-2);
    if (block.kind === "plain") {
      const noted = last?.kind === "columns" ? withNotesBelow(last, block.rows) : undefined;
      if (noted === undefined) joined.push(block);
      else joined[joined.length - 1] = noted;
    } else if (last?.kind === "columns" && flowTogether(last, block, "blank")) {
      joined[joined.length - 1] = stacked(last, block);
    } else if (last?.kind === "plain" && before?.kind === "columns" && isCaption(last.rows, before)) {
      if (flowTogether(before, block, "caption")) joined.splice(-2, 2, stacked(before, block), last);
      else joined.push(block);
    } else {
      joined.push(block);
    }
  }
  return joined;
}

function stacked(upper: Columns, lower: Columns): Columns {
  return {
    kind: "columns",
    left: [...upper.left, ...lower.left],
    right: [...upper.right, ...lower.right],
  };
}

/** Whether rows are not headings and few enough to interrupt continuing columns. */
function isCaption(rows: readonly Row[], { left }: Columns): boolean {
  const size = median(left.map((row) => row.size));
  return rows.length <= LONGEST_CAPTION && rows.every((row) => row.size <= HEADING * size);
}

/** The rows of a block in reading order, with the footnotes of its columns last. */
function rowsInOrder(block: Block): readonly (readonly Row[])[] {
  if (block.kind === "plain") return [block.rows];
  const sides = [block.left, block.right].map((rows) => withoutFootnotes(rows));
  return [
    ...sides.flatMap(({ text }) => inColumns(text)),
    ...sides.map(({ notes }) => notes).filter((notes) => notes.length > 0),
  ];
}

function inColumns(rows: readonly Row[]): readonly (readonly Row[])[] {
  return blocksOfBand(rows).flatMap((block) => rowsInOrder(block));
}

interface TwoColumns extends Columns {
  /** Index after the last row. */
  readonly end: number;
}

/** The longest run of rows from `from` on that a gutter divides into two columns of prose. */
function columnsFrom(rows: readonly Row[], from: number): TwoColumns | undefined {
  const least = GUTTER * (rows[from]?.size ?? 0);
  let covered: readonly Extent[] = [];
  let gutters: readonly number[] = [];
  let end = from;
  while (end < rows.length) {
    const before: readonly Extent[] = covered;
    covered = rows[end]?.segments.reduce<readonly Extent[]>(withExtent, covered) ?? covered;
    const left = covered === before ? gutters : guttersOf(covered, least);
    if (left.length === 0 && (gutters.length > 0 || end - from >= LONGEST_WAIT)) break;
    gutters = left;
    end++;
  }
  const stretch = rows.slice(from, end);
  for (const gutter of gutters) {
    if (!mayBeProse(stretch, gutter)) continue;
    const { left, right } = partedAt(stretch, gutter);
    if (isProse(left) && isProse(right)) return { kind: "columns", left, right, end };
  }
  return undefined;
}

/** Whether enough rows have enough text on both sides of a gutter: a first look, without parting them. */
function mayBeProse(rows: readonly Row[], gutter: number): boolean {
  const [lines, long] = [
    [0, 0],
    [0, 0],
  ];
  for (const { segments } of rows) {
    const cells = [0, 0];
    for (const { x0, cells: own } of segments) {
      const side = x0 < gutter ? 0 : 1;
      cells[side] = (cells[side] ?? 0) + own;
    }
    for (const side of [0, 1]) {
      const own = cells[side] ?? 0;
      if (own > 0) lines[side] = (lines[side] ?? 0) + 1;
      if (own >= SHORTEST_LINE) long[side] = (long[side] ?? 0) + 1;
    }
  }
  return lines.every((count) => count >= FEWEST_LINES) && long.every((count) => count > 0);
}

/** A horizontal extent that segments cover. */
interface Extent {
  readonly x0: number;
  readonly x1: number;
}

/** Merges an extent into disjoint extents, from left to right. */
function withExtent(extents: readonly Extent[], own: Extent): readonly Extent[] {
  const { x0, x1 } = own;
  // Most segments are within what others cover already.
  for (const other of extents) if (other.x0 <= x0 && other.x1 >= x1) return extents;
  const merged: Extent[] = [];
  let joint: Extent = { x0, x1 };
  let isAdded = false;
  for (const other of extents) {
    if (other.x1 < x0) {
      merged.push(other);
    } else if (other.x0 > x1) {
      if (!isAdded) merged.push(joint);
      isAdded = true;
      merged.push(other);
    } else {
      joint = { x0: Math.min(joint.x0, other.x0), x1: Math.max(joint.x1, other.x1) };
    }
  }
  if (!isAdded) merged.push(joint);
  return merged;
}

/** The centres of sufficiently wide gaps between extents, from left to right. */
function guttersOf(extents: readonly Extent[], least: number): readonly number[] {
  return extents.flatMap(({ x0 }, index) => {
    const before = extents[index - 1];
    return before !== undefined && x0 - before.x1 >= least ? [(before.x1 + x0) / 2] : [];
  });
}

function partedAt(
  rows: readonly Row[],
  x: number,
): { readonly left: readonly Row[]; readonly right: readonly Row[] } {
  const left: Row[] = [];
  const right: Row[] = [];
  for (const row of rows) {
    const before = row.segments.filter((segment) => segment.x0 < x);
    if (before.length === row.segments.length) {
      left.push(row);
    } else if (before.length === 0) {
      right.push(row);
    } else {
      left.push({ ...row, segments: before });
      right.push({ ...row, segments: row.segments.filter((segment) => segment.x0 >= x) });
    }
  }
  return { left, right };
}

/**
 * Whether every column contains lines of prose. Justified lines may be split at wide spaces, so the total text in the
 * column counts, not that of each segment.
 */
function isProse(rows: readonly Row[]): boolean {
  if (rows.length < FEWEST_LINES || areFields(rows)) return false;
  const covered = rows.flatMap((row) => row.segments).reduce<readonly Extent[]>(withExtent, []);
  const bounds = [-Infinity, ...guttersOf(covered, GUTTER * (rows[0]?.size ?? 0)), Infinity];
  const columns = bounds.slice(1).map((x1, index) => {
    const x0 = bounds[index] ?? -Infinity;
    return rows.map((row) => cellsBetween(row, x0, x1)).filter((count) => count > 0);
  });
  const longest = Math.max(...columns.map((cells) => cells.length));
  const isBeside = (cells: readonly number[], index: number): boolean =>
    index > 0 && cells.length <= BESIDE_TEXT * longest;
  return columns.every((cells, index) => isBeside(cells, index) || median(cells) >= SHORTEST_LINE);
}

/** Whether at least half of the rows contain field values or marks: such a column belongs to its labels. */
function areFields(rows: readonly Row[]): boolean {
  return 2 * rows.filter(({ segments }) => segments.some(({ isFilled }) => isFilled)).length >= rows.length;
}

function cellsBetween({ segments }: Row, x0: number, x1: number): number {
  return segments.reduce((sum, own) => sum + (own.x0 >= x0 && own.x0 < x1 ? own.cells : 0), 0);
}
