import type { InkImage } from "../image/ink-image.ts";
import { rowRunsOf } from "./row-runs.ts";

/** A straight horizontal or vertical line: bounding box in pixels with exclusive ends, and ink runs. */
export interface RulingLine {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** Mean thickness in pixels. */
  readonly thickness: number;
  /** Runs of ink, three numbers each: row (column for vertical lines), first pixel, last pixel. */
  readonly runs: Int32Array;
}

export interface RulingLines {
  readonly horizontal: readonly RulingLine[];
  readonly vertical: readonly RulingLine[];
}

/** Limits in letter heights: what is a line on one page is a stroke on another. */
const LEAST_LENGTH = 5;
const MOST_THICKNESS = 0.4;
const MOST_GAP = 0.06;

/** A run with a smaller share of ink is a row of letters. */
const LEAST_INK = 0.95;

/** Minimum thin share of a line; the serifs of a row of letters are thin only between the letters. */
const THIN_SHARE = 0.7;
const THICKNESS_SAMPLES = 48;

/** Rows that a line may skip, because skew causes steps and grain causes gaps. */
const MOST_ROWS_SKIPPED = 2;

/** Fewer lines are probably underlines or dashes; erasing them would do more harm than good. */
const FEWEST_HORIZONTAL = 4;
const FEWEST_VERTICAL = 2;

/** Finds the ruling lines of tables, boxes and forms. */
export function rulingLinesOf(image: InkImage, letterHeight: number): RulingLines {
  return {
    horizontal: linesOf(image, { along: 1, across: image.width }, letterHeight),
    vertical: linesOf(image, { along: image.width, across: 1 }, letterHeight).map(sideways),
  };
}

/** Whether there are enough lines to disturb the recogniser. */
export function areManyLines({ horizontal, vertical }: RulingLines): boolean {
  return horizontal.length >= FEWEST_HORIZONTAL || vertical.length >= FEWEST_VERTICAL;
}

/** Byte offsets from pixel to pixel along a line, and from row to row across it. */
interface Steps {
  readonly along: number;
  readonly across: number;
}

interface Limits {
  readonly length: number;
  readonly thickness: number;
  readonly gap: number;
}

function linesOf(image: InkImage, steps: Steps, letterHeight: number): readonly RulingLine[] {
  const limits: Limits = {
    length: Math.round(LEAST_LENGTH * letterHeight),
    thickness: Math.max(3, Math.round(MOST_THICKNESS * letterHeight)),
    gap: Math.max(1, Math.round(MOST_GAP * letterHeight)),
  };
  const runs = steps.along === 1 ? runsInRows(image, limits) : runsInColumns(image, limits);
  const thin = runs.filter((run) => isThin(image, { run, steps, thickness: limits.thickness }));
  return joined(thin, limits.gap).filter((line) => line.thickness <= limits.thickness);
}

/** A run of ink with small gaps in a pixel row or column; both ends are ink pixels. */
interface Run {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

function runsInRows(image: InkImage, { length, gap }: Limits): readonly Run[] {
  const runs: Run[] = [];
  for (const { y, start, end, ink } of rowRunsOf(image, gap)) {
    const last = end - 1;
    if (isLong({ start, last, count: ink }, length)) runs.push({ row: y, start, end: last });
  }
  return runs;
}

/** Scans row by row with one open run per column, because scanning column by column would miss the CPU cache. */
function runsInColumns({ width, height, ink }: InkImage, { length, gap }: Limits): readonly Run[] {
  const runs: Run[] = [];
  const starts = new Int32Array(width).fill(-1);
  const lasts = new Int32Array(width);
  const counts = new Int32Array(width);
  const finish = (x: number): void => {
    const [start, last, count] = [starts[x] ?? 0, lasts[x] ?? 0, counts[x] ?? 0];
    if (isLong({ start, last, count }, length)) runs.push({ row: x, start, end: last });
    starts[x] = -1;
    counts[x] = 0;
  };
  const extend = (x: number, y: number): void => {
    if ((starts[x] ?? 0) < 0) starts[x] = y;
    lasts[x] = y;
    counts[x] = (counts[x] ?? 0) + 1;
  };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (ink[at] === 1) extend(x, y);
      else if ((starts[x] ?? 0) >= 0 && y - (lasts[x] ?? 0) > gap) finish(x);
    }
  }
  for (let x = 0; x < width; x++) if ((starts[x] ?? 0) >= 0) finish(x);
  return runs.toSorted((one, other) => one.row - other.row || one.start - other.start);
}

function isLong(
  { start, last, count }: { readonly start: number; readonly last: number; readonly count: number },
  length: number,
): boolean {
  const extent = last - start + 1;
  return extent >= length && count >= LEAST_INK * extent;
}

function isThin(
  { ink }: InkImage,
  { run, steps, thickness }: { readonly run: Run; readonly steps: Steps; readonly thickness: number },
): boolean {
  const step = Math.max(1, Math.floor((run.end - run.start) / THICKNESS_SAMPLES));
  let [thin, sampled] = [0, 0];
  for (let i = run.start; i <= run.end; i += step) {
    const at = run.row * steps.across + i * steps.along;
    if (ink[at] !== 1) continue;
    sampled++;
    let deep = 1;
    for (let up = at - steps.across; deep <= thickness && ink[up] === 1; up -= steps.across) deep++;
    for (let down = at + steps.across; deep <= thickness && ink[down] === 1; down += steps.across) deep++;
    if (deep <= thickness) thin++;
  }
  return thin >= THIN_SHARE * sampled;
}

interface OpenLine {
  first: number;
  last: number;
  start: number;
  end: number;
  ink: number;
  readonly runs: Run[];
}

/** Joins overlapping runs of neighbouring rows into lines. */
function joined(runs: readonly Run[], gap: number): readonly RulingLine[] {
  const closed: OpenLine[] = [];
  let open: OpenLine[] = [];
  let row = -1;
  for (const run of runs) {
    if (run.row !== row) {
      row = run.row;
      const isDone = (line: OpenLine): boolean => line.last < row - 1 - MOST_ROWS_SKIPPED;
      closed.push(...open.filter(isDone));
      open = open.filter((line) => !isDone(line));
    }
    const touched = open.filter((line) => run.start <= line.end + gap && run.end >= line.start - gap);
    const line = touched.reduce(unite, lineOf(run));
    open = [...open.filter((other) => !touched.includes(other)), line];
  }
  return [...closed, ...open].map(finished);
}

function lineOf(run: Run): OpenLine {
  return {
    first: run.row,
    last: run.row,
    start: run.start,
    end: run.end,
    ink: run.end - run.start + 1,
    runs: [run],
  };
}

function unite(one: OpenLine, other: OpenLine): OpenLine {
  return {
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
    ink: one.ink + other.ink,
    runs: [...other.runs, ...one.runs],
  };
}

function finished({ first, last, start, end, ink, runs }: OpenLine): RulingLine {
  return {
    x0: start,
    x1: end + 1,
    y0: first,
    y1: last + 1,
    thickness: ink / (end - start + 1),
    runs: Int32Array.from(runs.flatMap((run) => [run.row, run.start, run.end])),
  };
}

/** Swaps the axes of a line found by columns. */
function sideways({ x0, y0, x1, y1, ...line }: RulingLine): RulingLine {
  return { x0: y0, y0: x0, x1: y1, y1: x1, ...line };
}
