import type { Piece } from "../geometry/piece.ts";
import type { CellLine, LevelRules } from "../geometry/table-line.ts";
import type { TableCell } from "../model/page-structure.ts";
import { cellText } from "./cell-text.ts";
import { LINE_STEP } from "./row-groups.ts";

/** The cells of header rows, and how many rows they are. */
export interface HeaderCells {
  readonly rows: number;
  readonly cells: readonly TableCell[];
}

interface HeaderText {
  readonly column: number;
  readonly end: number;
  readonly pieces: Piece[];
}

/**
 * The cells of lines that are a table's head. Each text has lines of its own, one below the other in the same columns,
 * and ends where the texts of the other columns end: a text with none above it covers the rows up to the top.
 */
export function headerCells(lines: readonly CellLine[], rules: LevelRules): HeaderCells {
  const texts = headerTexts(lines, rules);
  const below = new Map<number, number>();
  // Units below the heads of several columns have a row of their own, which covers none of the other columns.
  const last = texts.at(-1);
  const isLastLine = ({ pieces }: HeaderText): boolean => pieces[0]?.y === last?.pieces[0]?.y;
  const units = texts.filter((text) => isLastLine(text));
  const areUnits = units.every(({ column, end }) => end - column > 1);
  const heights = texts.toReversed().map((text) => {
    const least = areUnits && !units.includes(text) ? 1 : 0;
    const height = Math.max(least, highest(text, below));
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

/** The texts of a head, in the order of their first lines; lines of other columns may be between those of a text. */
function headerTexts(lines: readonly CellLine[], rules: LevelRules): readonly HeaderText[] {
  const texts: HeaderText[] = [];
  const last = new Map<number, HeaderText>();
  for (const { cells } of lines) {
    for (const { piece, column, columnSpan } of cells) {
      const end = column + columnSpan;
      const above = last.get(column);
      if (above?.end === end && above.column === column && goesOn(above, piece, rules)) {
        above.pieces.push(piece);
        continue;
      }
      const text = { column, end, pieces: [piece] };
      texts.push(text);
      for (let at = column; at < end; at++) last.set(at, text);
    }
  }
  return texts;
}

/** Whether a text goes on with the one above it in the same columns: it is near, and no rule is between them. */
function goesOn({ pieces }: HeaderText, { y, x0, x1, style }: Piece, rules: LevelRules): boolean {
  const above = pieces.at(-1)?.y ?? -Infinity;
  if (y - above > LINE_STEP * style.size) return false;
  return !rules.some((rule) => rule.y > above && rule.y < y && rule.x0 < x1 && rule.x1 > x0);
}
