import { median } from "../../layout/glyphs/median.ts";
import type { Piece } from "../geometry/piece.ts";
import type { CellLine, CellPiece, TableLine } from "./table-line.ts";

/** Horizontal extent of a column's text. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** A line with fewer cells than this share of the most is a heading or a note, and does not decide on columns. */
const FULL = 0.6;

/** This share of lines may cross a gutter: cells that span columns. */
const CROSSING = 0.1;

/** Least width of a gutter in multiples of the text size. */
const GUTTER = 0.22;

/** Widest table that is looked at, in points. */
const WIDEST = 20_000;

/** The columns of lines of a table, from left to right: gaps that nearly all lines leave free separate them. */
export function columnsOf(lines: readonly TableLine[]): readonly Column[] {
  const most = lines.reduce((count, { pieces }) => Math.max(count, pieces.length), 0);
  const full = withoutHeadings(lines.filter(({ pieces }) => pieces.length >= Math.max(2, FULL * most)));
  if (full.length === 0) return [];
  const left = Math.min(...full.map(({ pieces }) => pieces[0]?.x0 ?? 0));
  const right = Math.max(...full.flatMap(({ pieces }) => pieces.map(({ x1 }) => x1)));
  if (!(right - left < WIDEST)) return [];
  const changes = changesOfCover(full, left, right);
  const least = GUTTER * median(full.map(({ size }) => size)) * STEPS;
  const columns = stretchesOf(changes, Math.floor(CROSSING * full.length), least).map(({ from, to }) => ({
    x0: left + from / STEPS,
    x1: left + to / STEPS,
  }));
  return withJoinedHeads(columns, full);
}

/** A larger line of texts is the heading of a section, whose words may be far apart. */
const HEADING = 1.15;
const FEWEST_BESIDE_HEADING = 4;

function withoutHeadings(lines: readonly TableLine[]): readonly TableLine[] {
  if (lines.length < FEWEST_BESIDE_HEADING) return lines;
  const most = HEADING * median(lines.map((line) => sizeOf(line)));
  return lines.filter((line, at) => at === 0 || sizeOf(line) <= most);
}

function sizeOf({ pieces }: TableLine): number {
  let least = Infinity;
  for (const { style } of pieces) if (style.size < least) least = style.size;
  return least;
}

/** A head that is aligned on the other side than the cells below it shares no position with them. */
function withJoinedHeads(columns: readonly Column[], lines: readonly TableLine[]): readonly Column[] {
  const below = lines.slice(HEAD_LINES);
  if (columns.every((column) => below.some((line) => fills(line, column)))) return columns;
  const filled = columns.map(
    (column) => new Set(lines.flatMap((line, index) => (fills(line, column) ? [index] : []))),
  );
  const joined: { column: Column; lines: ReadonlySet<number> }[] = [];
  for (const [index, column] of columns.entries()) {
    const last = joined.at(-1);
    const own = filled[index] ?? new Set<number>();
    if (last !== undefined && areHeadAndCells(last.lines, own)) {
      joined[joined.length - 1] = {
        column: { x0: last.column.x0, x1: column.x1 },
        lines: new Set([...last.lines, ...own]),
      };
    } else {
      joined.push({ column, lines: own });
    }
  }
  return joined.map(({ column }) => column);
}

function fills({ pieces }: TableLine, column: Column): boolean {
  return pieces.some((piece) => isOver(piece, column));
}

/** Only the first lines may be heads. */
const HEAD_LINES = 2;

function areHeadAndCells(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  if ([...a].some((line) => b.has(line))) return false;
  const isHead = (lines: ReadonlySet<number>): boolean => [...lines].every((line) => line < HEAD_LINES);
  return isHead(a) !== isHead(b) && a.size + b.size > HEAD_LINES;
}

/** Steps per point. */
const STEPS = 2;

/** By how many the lines that cover a step are more than those that cover the one before it. */
function changesOfCover(lines: readonly TableLine[], left: number, right: number): Int32Array {
  const changes = new Int32Array(Math.ceil((right - left) * STEPS) + 2);
  for (const { pieces } of lines) {
    for (const { x0, x1 } of pieces) {
      const from = Math.max(0, Math.floor((x0 - left) * STEPS));
      const to = Math.min(changes.length - 1, Math.max(from + 1, Math.ceil((x1 - left) * STEPS)));
      changes[from] = (changes[from] ?? 0) + 1;
      changes[to] = (changes[to] ?? 0) - 1;
    }
  }
  return changes;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Stretches that more than `most` lines cover; those with a smaller gap than `least` are one. */
function stretchesOf(changes: Int32Array, most: number, least: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let covering = 0;
  let from = -1;
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at] ?? 0;
    if (change === 0) continue;
    covering += change;
    const isCovered = covering > most;
    if (isCovered && from < 0) from = at;
    if (isCovered || from < 0) continue;
    const last = stretches.at(-1);
    if (last !== undefined && from - last.to < least)
      stretches[stretches.length - 1] = { from: last.from, to: at };
    else stretches.push({ from, to: at });
    from = -1;
  }
  return stretches;
}

/** Overlap with a column, in points, that does not count. */
const TOUCH = 1.5;

function isOver({ x0, x1 }: Column, column: Column): boolean {
  return x0 < column.x1 - TOUCH && x1 > column.x0 + TOUCH;
}

/** Assigns each piece to the columns that it covers, or to the nearest one. */
export function inColumns(line: TableLine, columns: readonly Column[]): CellLine {
  const cells: CellPiece[] = [];
  for (const piece of line.pieces) cells.push(inColumn(piece, columns));
  return { cells, y: line.y, size: line.size };
}

function inColumn(piece: Piece, columns: readonly Column[]): CellPiece {
  let first = -1;
  let last = -1;
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    if (column === undefined || !isOver(piece, column)) continue;
    if (first < 0) first = index;
    last = index;
  }
  return first < 0
    ? { piece, column: nearest(piece, columns), columnSpan: 1 }
    : { piece, column: first, columnSpan: last - first + 1 };
}

function nearest({ x0, x1 }: Column, columns: readonly Column[]): number {
  const middle = (x0 + x1) / 2;
  const away = columns.map((column) => Math.max(column.x0 - middle, middle - column.x1));
  return Math.max(0, away.indexOf(Math.min(...away)));
}
