import type { Piece } from "../geometry/piece.ts";
import { type CellLine, type CellPiece, isYear } from "../geometry/table-line.ts";
import type { TableCell } from "../model/page-structure.ts";
import { cellText } from "./cell-text.ts";

/** The cells of header rows, and how many rows they are. */
export interface HeaderCells {
  readonly rows: number;
  readonly cells: readonly TableCell[];
}

/** Texts whose baselines differ less, in points, are in one line. */
const SAME_LINE = 2;

/** Lines of one text are at most this far apart, in multiples of the text size. */
const LINE_STEP = 1.45;

interface HeaderLine {
  readonly cells: readonly CellPiece[];
  /** Index of the row that the lines were taken for. */
  readonly group: number;
}

interface HeaderText {
  readonly column: number;
  readonly end: number;
  readonly pieces: Piece[];
  line: number;
}

/**
 * The cells of lines that are a table's head. Each text has lines of its own, one below the other in the same columns,
 * and ends where the texts of the other columns end: a text with none above it covers the rows up to the top.
 */
export function headerCells(groups: readonly (readonly CellLine[])[]): HeaderCells {
  const texts = headerTexts(linesOfHead(groups));
  const below = new Map<number, number>();
  const heights = texts.toReversed().map((text) => {
    const height = highest(text, below);
    for (let at = text.column; at < text.end; at++) below.set(at, height + 1);
    return height;
  });
  const rows = Math.max(0, ...heights) + 1;
  const filled = new Map<number, number>();
  const cells = texts.map((text, index) => {
    const end = rows - (heights.at(-1 - index) ?? 0);
    const row = highest(text, filled);
    for (let at = text.column; at < text.end; at++) filled.set(at, end);
    const columnSpan = text.end - text.column;
    return { row, column: text.column, rowSpan: end - row, columnSpan, ...cellText(text.pieces) };
  });
  return { rows, cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column) };
}

function highest({ column, end }: HeaderText, levels: ReadonlyMap<number, number>): number {
  let level = 0;
  for (let at = column; at < end; at++) level = Math.max(level, levels.get(at) ?? 0);
  return level;
}

function linesOfHead(groups: readonly (readonly CellLine[])[]): readonly HeaderLine[] {
  return groups.flatMap((lines, group) => {
    const cells = lines.flatMap((line) => line.cells).toSorted((a, b) => a.piece.y - b.piece.y);
    const own: CellPiece[][] = [];
    let y = -Infinity;
    for (const cell of cells) {
      if (cell.piece.y - y < SAME_LINE) own.at(-1)?.push(cell);
      else {
        own.push([cell]);
        y = cell.piece.y;
      }
    }
    return own.map((line) => ({ cells: line.toSorted((a, b) => a.column - b.column), group }));
  });
}

function headerTexts(lines: readonly HeaderLine[]): readonly HeaderText[] {
  const growsUp = lines.map((line, at) => isPartOf(line, lines[at + 1]));
  const texts: HeaderText[] = [];
  const last = new Map<number, HeaderText>();
  for (const [index, { cells, group }] of lines.entries()) {
    const isSameGroup = lines[index - 1]?.group === group;
    const goesOn = isSameGroup || growsUp[index - 1] === true;
    for (const { piece, column, columnSpan } of cells) {
      const end = column + columnSpan;
      const above = last.get(column);
      if (above !== undefined && continues(above, { piece, column, end, index, isSameGroup, goesOn })) {
        above.pieces.push(piece);
        above.line = index;
        continue;
      }
      const text = { column, end, pieces: [piece], line: index };
      texts.push(text);
      for (let at = column; at < end; at++) last.set(at, text);
    }
  }
  return texts;
}

/** Whether a line of a head is the upper end of texts of the next one: it has texts in fewer columns. */
function isPartOf(line: HeaderLine, next: HeaderLine | undefined): boolean {
  if (next === undefined) return false;
  const below = new Set(next.cells.map(({ column }) => column));
  const own = line.cells.filter(({ columnSpan }) => columnSpan === 1);
  return own.every(({ column }) => below.has(column));
}

function continues(
  above: HeaderText,
  own: {
    readonly piece: Piece;
    readonly column: number;
    readonly end: number;
    readonly index: number;
    readonly isSameGroup: boolean;
    readonly goesOn: boolean;
  },
): boolean {
  if (above.line === own.index) return true;
  if (above.column !== own.column || above.end !== own.end || above.line < own.index - 1) return false;
  if (own.isSameGroup) return true;
  const isNear = own.piece.y - (above.pieces.at(-1)?.y ?? -Infinity) < LINE_STEP * own.piece.style.size;
  return isNear && (own.end - own.column > 1 || (own.goesOn && !isYear(own.piece.text)));
}
