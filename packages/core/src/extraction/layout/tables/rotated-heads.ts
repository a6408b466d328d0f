import type { PageContent } from "../../page/page-content.ts";
import type { Rect } from "../../geometry/rect.ts";
import { baselinesOf } from "../rows/baselines.ts";
import type { Direction } from "../directions/directions.ts";
import { boxInFrame, boxOnPage } from "../directions/frame.ts";
import { readingGlyphs } from "../glyphs/gather-glyphs.ts";
import type { Insert } from "../glyphs/insert.ts";
import type { LayoutOptions } from "../../page/layout-options.ts";
import { SEGMENT_WORD, type Segment } from "../rows/segment.ts";
import { NO_DIVIDERS, segmentsOf } from "../rows/segments.ts";

/** Column headings of one table start or end at the same height, within this fraction of their size. */
const ALIGNED = 0.6;

/** Search distance for table rows below the headings, in multiples of their size. */
const BELOW = 10;

/** Least share of headings that must be above cells of one table row. */
const MOSTLY = 0.6;

/** A heading may be this far beside the cell below it, in fractions of its size. */
const BESIDE = 0.5;

/** Headings that would produce a longer line are not moved. */
const LONGEST_LINE = 240;

/** Longest cell; labels of a figure have its caption below them. */
const LONGEST_CELL = 24;

/** Tolerance in degrees for a right angle to the page's text. */
const OFF_ANGLE = 5;

/** The rotated column headings of a page, and the other directions without them. */
export interface RotatedHeads {
  readonly inserts: readonly Insert[];
  readonly others: readonly Direction[];
}

/**
 * Moves column headings rotated by 90° to fit narrow columns into the line above their columns. Other rotated text
 * stays in its own direction.
 */
export function rotatedHeads(
  content: PageContent,
  reading: Direction,
  others: readonly Direction[],
  options: LayoutOptions,
): RotatedHeads {
  if (!others.some((other) => isUpright(other, reading))) return { inserts: [], others };
  let read: readonly Segment[] | undefined;
  const cells = (): readonly Segment[] => (read ??= segmentsIn(content, reading, options));
  const inserts: Insert[] = [];
  const rest = others.map((other) => {
    if (!isUpright(other, reading)) return other;
    const segments = segmentsIn(content, other, options);
    const heads = headsIn(segments, cells, reading, other);
    inserts.push(...heads.map(({ insert }) => insert));
    return without(
      heads.flatMap(({ lines }) => lines),
      other,
      content,
    );
  });
  return { inserts, others: rest.filter(({ glyphs }) => glyphs.length > 0) };
}

function isUpright({ angle }: Direction, reading: Direction): boolean {
  return Math.abs(Math.abs(turnFrom(reading.angle, angle)) - 90) < OFF_ANGLE;
}

/** The difference between two angles, between -180 and 180 degrees. */
function turnFrom(from: number, to: number): number {
  const turn = to - from;
  return turn - 360 * Math.round(turn / 360);
}

function segmentsIn(content: PageContent, part: Direction, options: LayoutOptions): readonly Segment[] {
  const glyphs = readingGlyphs(content, part, { inserts: [], replaced: new Set() });
  return segmentsOf(baselinesOf(glyphs, options.lineTolerance), glyphs, NO_DIVIDERS);
}

/** A line of rotated text. */
interface RotatedLine {
  readonly segment: Segment;
  /** In the frame of the page's main text, and on the page. */
  readonly box: Rect;
  readonly place: Rect;
  readonly words: readonly Rect[];
}

interface Head {
  readonly insert: Insert;
  readonly lines: readonly RotatedLine[];
}

/** The column headings among lines of rotated text; `cells` is called only if there are candidates. */
function headsIn(
  turned: readonly Segment[],
  cells: () => readonly Segment[],
  reading: Direction,
  other: Direction,
): readonly Head[] {
  const lines = turned.map((segment) => rotatedLine(segment, other, reading));
  const isDownwards = turnFrom(reading.angle, other.angle) > 0;
  const heads: Head[] = [];
  let left: readonly RotatedLine[] = lines;
  for (const sideOf of [({ y1 }: Rect) => y1, ({ y0 }: Rect) => y0]) {
    for (const group of aligned(left, sideOf)) {
      const found = headsOver(group, cells(), reading, isDownwards);
      heads.push(...found);
      const taken = new Set(found.flatMap((head) => head.lines));
      left = left.filter((line) => !taken.has(line));
    }
  }
  return heads;
}

function rotatedLine(segment: Segment, other: Direction, reading: Direction): RotatedLine {
  const words: Rect[] = [];
  for (let at = 0; at < segment.words.length; at += SEGMENT_WORD.length) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = segment.words.slice(at + 2, at + 6);
    words.push(boxOnPage(other.frame, { x0, y0, x1, y1 }));
  }
  const { x0, x1, y, size } = segment;
  const place = boxOnPage(other.frame, { x0, y0: y - size, x1, y1: y });
  return { segment, box: boxInFrame(reading.frame, place), place, words };
}

/** Lines with an edge at the same height. */
function aligned(
  lines: readonly RotatedLine[],
  sideOf: (box: Rect) => number,
): readonly (readonly RotatedLine[])[] {
  const groups: RotatedLine[][] = [];
  let last = -Infinity;
  for (const line of lines.toSorted((a, b) => sideOf(a.box) - sideOf(b.box))) {
    const at = sideOf(line.box);
    if (at - last > ALIGNED * line.segment.size) groups.push([]);
    groups.at(-1)?.push(line);
    last = at;
  }
  return groups.filter((group) => group.length > 1);
}

/** The headings in a group of lines, from left to right; empty if there is no table below them. */
function headsOver(
  group: readonly RotatedLine[],
  cells: readonly Segment[],
  reading: Direction,
  isDownwards: boolean,
): readonly Head[] {
  const bottom = Math.max(...group.map(({ box }) => box.y1));
  const size = Math.max(...group.map(({ segment }) => segment.size));
  const below = cells.filter(({ y }) => y > bottom && y < bottom + BELOW * size);
  const lines = group.toSorted((a, b) => a.box.x0 - b.box.x0);
  const columns = lines.map((line) => below.filter((cell) => isOver(line, cell)));
  if (!isTable(columns)) return [];
  const heads: { lines: RotatedLine[]; cells: Set<Segment> }[] = [];
  for (const [index, line] of lines.entries()) {
    const own = columns[index] ?? [];
    const last = heads.at(-1);
    // Lines above the same cells form one heading.
    if (last !== undefined && own.length > 0 && own.every((cell) => last.cells.has(cell)))
      last.lines.push(line);
    else heads.push({ lines: [line], cells: new Set(own) });
  }
  const made = heads.map((head) => headOf(head.lines, [...head.cells], reading, isDownwards));
  const length = made.reduce((sum, { insert }) => sum + insert.text.length + 2, 0);
  return length > LONGEST_LINE ? [] : made;
}

function isOver({ box, segment }: RotatedLine, cell: Segment): boolean {
  const beside = BESIDE * segment.size;
  return cell.cells <= LONGEST_CELL && cell.x0 < box.x1 + beside && cell.x1 > box.x0 - beside;
}

/** Whether a line below has a separate cell for most headings. */
function isTable(columns: readonly (readonly Segment[])[]): boolean {
  const cellsOfLine = new Map<number, Set<Segment>>();
  for (const cell of columns.flat()) {
    const cellsHere = cellsOfLine.get(cell.baseline) ?? new Set();
    cellsOfLine.set(cell.baseline, cellsHere.add(cell));
  }
  const most = Math.max(0, ...Array.from(cellsOfLine.values(), (line) => line.size));
  const distinct = new Set(columns.flatMap((column) => column.slice(0, 1))).size;
  return most >= 2 && most >= MOSTLY * distinct;
}

function headOf(
  lines: readonly RotatedLine[],
  cells: readonly Segment[],
  reading: Direction,
  isDownwards: boolean,
): Head {
  const ordered = isDownwards ? lines.toReversed() : lines;
  const boxes = lines.map(({ box }) => box);
  const y1 = Math.max(...boxes.map((box) => box.y1));
  const size = Math.max(...lines.map(({ segment }) => segment.size));
  const column = cells.length > 0 ? cells : boxes;
  const x0 = Math.min(...column.map((box) => box.x0));
  const x1 = Math.max(...column.map((box) => box.x1));
  return {
    lines,
    insert: {
      kind: "value",
      text: ordered.map(({ segment }) => segment.text).join(" "),
      box: boxOnPage(reading.frame, { x0, y0: y1 - size, x1, y1 }),
      size,
      free: false,
      words: ordered.flatMap(({ words }) => words),
    },
  };
}

/** The direction without the glyphs of these lines. */
function without(lines: readonly RotatedLine[], other: Direction, { glyphs }: PageContent): Direction {
  if (lines.length === 0) return other;
  const isIn = (i: number): boolean => {
    const [x, y] = [glyphs.x[i] ?? 0, glyphs.y[i] ?? 0];
    return lines.some(({ place, segment }) => {
      const slack = 0.1 * segment.size;
      return x > place.x0 - slack && x < place.x1 + slack && y > place.y0 - slack && y < place.y1 + slack;
    });
  };
  return { ...other, glyphs: other.glyphs.filter((i) => !isIn(i)) };
}
