import { median } from "../../geometry/median.ts";
import { partsOfSegment } from "../../layout/rows/segment-parts.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import {
  columnGaps,
  columnsAfterBlanks,
  WIDE_BLANK,
  wordsOfLines,
  wordsOfPiece,
} from "../decisions/column-gap.ts";
import { areSeveralCells, type ColumnPart, type TextOverColumns } from "../decisions/several-cells.ts";
import type { Piece } from "../geometry/piece.ts";
import {
  type CellLine,
  type CellPiece,
  isNumeric,
  isYear,
  type LevelRules,
  type TableLine,
} from "../geometry/table-line.ts";

/** Horizontal extent of a column's text. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** A line with fewer cells than this share of the most is a heading or a note, and does not decide on columns. */
const FULL = 0.6;

/** Least width of a gutter in multiples of the text size. */
const GUTTER = 0.22;

/** Widest table that is looked at, in points. */
const WIDEST = 20_000;

/** The columns of lines of a table, from left to right: gaps that nearly all lines leave free separate them. */
export function columnsOf(lines: readonly TableLine[]): readonly Column[] {
  const most = lines.reduce((count, { pieces }) => Math.max(count, pieces.length), 0);
  const columns = columnsOfFull(lines, Math.max(2, FULL * most));
  const texts = lines[0]?.pieces.length ?? 0;
  if (columns.length < FEWEST_COLUMNS || columns.length >= texts) return columns;
  // Values that are centred beside several lines leave the lines above and below them with few texts.
  const all = columnsOfFull(lines, 2);
  return all.length === texts ? all : columns;
}

/** In fewer columns, a line of one text may be a title, and texts beside one another are often no head. */
export const FEWEST_COLUMNS = 3;

/** The columns of the lines that have at least so many texts. */
function columnsOfFull(lines: readonly TableLine[], fewest: number): readonly Column[] {
  const full = withoutHead(withoutHeadings(lines.filter(({ pieces }) => pieces.length >= fewest)));
  const size = median(full.map((line) => line.size));
  if (size === undefined) return [];
  const left = Math.min(...full.map(({ pieces }) => pieces[0]?.x0 ?? 0));
  const right = Math.max(...full.flatMap(({ pieces }) => pieces.map(({ x1 }) => x1)));
  if (!(right - left < WIDEST)) return [];
  const least = GUTTER * size;
  const worded = wordsOfLines(full);
  const gaps = columnGaps(worded, { left, right, least });
  const starts = [left, ...gaps.map(({ to }) => to)];
  const parted = starts.map((x0, index) => ({ x0, x1: gaps[index]?.from ?? right }));
  const afterBlanks = columnsAfterBlanks(worded, parted);
  const columns: Column[] = [];
  for (const [index, column] of parted.entries()) {
    const last = columns.at(-1);
    if (last !== undefined && afterBlanks.has(index))
      columns[columns.length - 1] = { x0: last.x0, x1: column.x1 };
    else columns.push(column);
  }
  return withJoinedHeads(columns, full);
}

/** Fewer lines with values say less about columns than their head does. */
const FEWEST_VALUES = 4;

/** The lines from the first one with values on, if they are most: texts of a head may span several columns. */
function withoutHead(lines: readonly TableLine[]): readonly TableLine[] {
  const first = lines.findIndex(({ pieces }) =>
    pieces.some(({ text }, at) => at > 0 && isNumeric(text) && !isYear(text)),
  );
  const rest = lines.slice(Math.max(0, first));
  return rest.length >= FEWEST_VALUES && 2 * rest.length > lines.length ? rest : lines;
}

/** A larger line of texts is the heading of a section, whose words may be far apart. */
const HEADING = 1.15;
const FEWEST_BESIDE_HEADING = 4;

function withoutHeadings(lines: readonly TableLine[]): readonly TableLine[] {
  if (lines.length < FEWEST_BESIDE_HEADING) return lines;
  const most = HEADING * (median(lines.map((line) => sizeOf(line))) ?? Infinity);
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

/** Overlap with a column, in points, that does not count. */
const TOUCH = 1.5;

function isOver({ x0, x1 }: Column, column: Column): boolean {
  return x0 < column.x1 - TOUCH && x1 > column.x0 + TOUCH;
}

interface LineContext {
  readonly pieceOf: (segment: Segment) => Piece;
  readonly rules: LevelRules;
  /** The blank between words, in multiples of the text size. */
  readonly blank: number;
  /** The line above. */
  readonly above?: CellLine | undefined;
}

/** Assigns each piece to the columns that it covers, or to the nearest one; what is of several columns is cut. */
export function inColumns(
  line: TableLine,
  columns: readonly Column[],
  { pieceOf, rules, blank, above }: LineContext,
): CellLine {
  const cells: CellPiece[] = [];
  for (const piece of line.pieces) {
    const isWhole = rules.some((rule) => isAloneOver(rule, piece, line.pieces));
    const isAlone = line.pieces.length === 1;
    const parts = isWhole ? [piece] : piecesInColumns(piece, columns, { pieceOf, isAlone, blank, above });
    for (const part of parts) cells.push(inColumn(part, columns));
  }
  return { cells, y: line.y, size: line.size };
}

/** Whether a text is within the extent of a rule, and the only one of its line above that. */
function isAloneOver(rule: Column, piece: Piece, others: readonly Piece[]): boolean {
  const isInside = piece.x0 > rule.x0 - TOUCH && piece.x1 < rule.x1 + TOUCH;
  return isInside && others.every((other) => other === piece || !isOver(other, rule));
}

interface PieceContext extends Omit<LineContext, "rules"> {
  readonly isAlone?: boolean;
}

/** The parts of a piece that are cells of their own: no word of it crosses a gap, or the blanks in the gaps are wide. */
export function piecesInColumns(
  piece: Piece,
  columns: readonly Column[],
  { pieceOf, isAlone = false, blank, above }: PieceContext,
): readonly Piece[] {
  const [first, last] = columnsAt(piece, columns);
  if (first === last) return [piece];
  const words = wordsOfPiece(piece);
  const places = words.map(({ x0, x1 }) => columnsAt({ x0, x1 }, columns));
  const isAcross = places.some(([from, to]) => from !== to);
  const gaps = words.map(({ x0 }, index) => x0 - (words[index - 1]?.x1 ?? x0));
  const cuts = words.flatMap((_, index) => {
    const [, before] = places[index - 1] ?? [];
    const [own] = places[index] ?? [];
    if (before === undefined || own === undefined || own === before) return [];
    if (!isAcross) return [widestGap(words, index, [columns[before], columns[own]])];
    return (gaps[index] ?? 0) > WIDE_BLANK * piece.style.size ? [index] : [];
  });
  if (cuts.length === 0) return [piece];
  const others = gaps.filter((_, index) => index > 0 && !cuts.includes(index));
  const parts = partsOfSegment(piece.segment, cuts).map((part) => pieceOf(part));
  const text: TextOverColumns = {
    parts: parts.map((part) => partIn(part, columns, above)),
    gaps: cuts.map((index) => gaps[index] ?? 0),
    blank: others.length === 0 ? blank * piece.style.size : Math.max(...others),
    areValues: parts.slice(1).every((part) => isNumeric(part.text)),
    isAlone,
  };
  return (isAcross && !isAlone) || areSeveralCells(text) ? parts : [piece];
}

/** The place of the widest gap between the middles of two columns, from which a text goes on in the second one. */
function widestGap(
  words: readonly Column[],
  index: number,
  [before, own]: readonly (Column | undefined)[],
): number {
  const [from, to] = [middleOf(before), middleOf(own)];
  let widest = index;
  for (let at = 1; at < words.length; at++) {
    const isBetween = (words[at]?.x0 ?? 0) > from && (words[at - 1]?.x1 ?? 0) < to;
    if (isBetween && gapAt(words, at) > gapAt(words, widest)) widest = at;
  }
  return widest;
}

function gapAt(words: readonly Column[], at: number): number {
  return (words[at]?.x0 ?? 0) - (words[at - 1]?.x1 ?? 0);
}

function middleOf(column: Column | undefined): number {
  return ((column?.x0 ?? 0) + (column?.x1 ?? 0)) / 2;
}

function partIn(piece: Piece, columns: readonly Column[], line: CellLine | undefined): ColumnPart {
  const [at] = columnsAt(piece, columns);
  const above = line?.cells.find(({ column, columnSpan }) => column === at && columnSpan === 1)?.piece;
  return { piece, column: columns[at] ?? piece, above };
}

/** The first and the last column that a text covers; the nearest one if it covers none. */
function columnsAt(extent: Column, columns: readonly Column[]): readonly [number, number] {
  let first = -1;
  let last = -1;
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    if (column === undefined || !isOver(extent, column)) continue;
    if (first < 0) first = index;
    last = index;
  }
  return first < 0 ? [nearest(extent, columns), nearest(extent, columns)] : [first, last];
}

function inColumn(piece: Piece, columns: readonly Column[]): CellPiece {
  const [first, last] = columnsAt(piece, columns);
  return { piece, column: first, columnSpan: last - first + 1 };
}

function nearest({ x0, x1 }: Column, columns: readonly Column[]): number {
  const middle = (x0 + x1) / 2;
  const away = columns.map((column) => Math.max(column.x0 - middle, middle - column.x1));
  return Math.max(0, away.indexOf(Math.min(...away)));
}
