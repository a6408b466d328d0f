import type { DrawnTable, TableCell } from "../../fixtures/tables/table-plan.ts";

/** Counts over tables whose cells are known; scores are quotients of them. */
export interface TableScore {
  /** Cells of the rows that were looked for, and those that a line of the text has as a piece of its own. */
  readonly cells: number;
  readonly found: number;
  /** Rows of two or more cells on one baseline, and those of which a line has all cells in their order. */
  readonly rows: number;
  readonly intact: number;
  /** Cells above one another in neighbouring rows, and those of which the columns of the text overlap. */
  readonly pairs: number;
  readonly overlapping: number;
}

export const NO_TABLES: TableScore = { cells: 0, found: 0, rows: 0, intact: 0, pairs: 0, overlapping: 0 };

/**
 * How much of tables a layout text keeps. A line of the text is cut into pieces where two blanks or a "|" stand; each
 * row of a table takes the line with which it has the longest common subsequence of cells, of equal ones the line next
 * to that of the row before. Blanks within cells do not count. Rows that are read from right to left may stand in
 * either order. Columns are counted in characters or in cells, of which wide characters take two, whichever of both the
 * text goes by.
 */
export function scoreTables(text: string, tables: readonly DrawnTable[]): TableScore {
  const score = (written: string): TableScore => {
    const lines = written.split("\n").map((line) => piecesOf(line));
    return tables.map((table) => scoreTable(lines, table)).reduce(addScores, NO_TABLES);
  };
  const inCharacters = score(text);
  const inCells = WIDE.test(text) ? score(text.replaceAll(WIDE, `$&${SECOND_CELL}`)) : inCharacters;
  return inCells.overlapping > inCharacters.overlapping ? inCells : inCharacters;
}

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Stands for the second cell of a wide character; it does not count as text. */
const SECOND_CELL = "\u200b";

export function addScores(a: TableScore, b: TableScore): TableScore {
  return {
    cells: a.cells + b.cells,
    found: a.found + b.found,
    rows: a.rows + b.rows,
    intact: a.intact + b.intact,
    pairs: a.pairs + b.pairs,
    overlapping: a.overlapping + b.overlapping,
  };
}

/** A piece of a line of text and the columns that it covers. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a cell. */
interface CellPart {
  readonly text: string;
  /** Which columns of the table it covers; cells are above one another when these are equal. */
  readonly place: string;
}

/** A row of a table in the text: which piece holds which of its cells. */
interface Match {
  readonly line: number;
  readonly pairs: readonly (readonly [CellPart, Piece])[];
}

function scoreTable(lines: readonly (readonly Piece[])[], table: DrawnTable): TableScore {
  const score = { ...NO_TABLES };
  let before: Match | undefined;
  let next = 0;
  for (const row of rowsOf(table)) {
    if (row.length < 2) {
      before = undefined;
      continue;
    }
    const match = bestMatch(lines, row, { next, table });
    score.rows += 1;
    score.cells += row.length;
    score.found += match?.pairs.length ?? 0;
    score.intact += match?.pairs.length === row.length ? 1 : 0;
    if (match !== undefined) next = match.line + 1;
    const above = aboveOneAnother(before, match);
    score.pairs += above.length;
    score.overlapping += above.filter(
      ([upper, lower]) => upper.start < lower.end && lower.start < upper.end,
    ).length;
    before = match;
  }
  return score;
}

/** Baselines nearer than this, in points, are one row. */
const SAME_BASELINE = 0.5;

/** What stands on each baseline of a table, in the order of the columns. */
function rowsOf(table: DrawnTable): readonly (readonly CellPart[])[] {
  const rows: { baseline: number; parts: { column: number; part: CellPart }[] }[] = [];
  const lines = table.cells.filter(({ upwards }) => !upwards).flatMap((cell) => linesOf(cell));
  for (const { baseline, ...placed } of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = rows.at(-1);
    if (last !== undefined && baseline - last.baseline < SAME_BASELINE) last.parts.push(placed);
    else rows.push({ baseline, parts: [placed] });
  }
  return rows.map(({ parts }) => parts.toSorted((a, b) => a.column - b.column).map(({ part }) => part));
}

function linesOf({
  lines,
  column,
  columnSpan,
}: TableCell): { baseline: number; column: number; part: CellPart }[] {
  return lines
    .map(({ text, baseline }) => ({
      baseline,
      column,
      part: { text: bare(text), place: `${column}+${columnSpan}` },
    }))
    .filter(({ part }) => part.text !== "");
}

function piecesOf(line: string): readonly Piece[] {
  return [...line.replaceAll("|", " ").matchAll(/\S+(?: \S+)*/gu)].map((match) => ({
    text: bare(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Without blanks, marks of direction and forms of presentation. */
function bare(text: string): string {
  return text.normalize("NFKC").replaceAll(/[\s\p{Cf}]+/gu, "");
}

function bestMatch(
  lines: readonly (readonly Piece[])[],
  row: readonly CellPart[],
  { next, table }: { readonly next: number; readonly table: DrawnTable },
): Match | undefined {
  const orders = table.direction === "right-to-left" ? [row, row.toReversed()] : [row];
  let best: Match | undefined;
  for (const [line, pieces] of lines.entries()) {
    for (const order of orders) {
      const pairs = commonCells(order, pieces);
      const isBetter =
        best === undefined ||
        pairs.length > best.pairs.length ||
        (pairs.length === best.pairs.length && Math.abs(line - next) < Math.abs(best.line - next));
      if (pairs.length > 0 && isBetter) best = { line, pairs };
    }
  }
  return best;
}

/** The longest common subsequence of the cells of a row and the pieces of a line. */
function commonCells(row: readonly CellPart[], pieces: readonly Piece[]): Match["pairs"] {
  if (!row.some((cell) => pieces.some((piece) => piece.text === cell.text))) return [];
  const best: Match["pairs"][] = Array.from({ length: pieces.length + 1 }, () => []);
  for (const cell of row) {
    let diagonal = best[0] ?? [];
    for (const [index, piece] of pieces.entries()) {
      const above = best[index + 1] ?? [];
      const left = best[index] ?? [];
      const longer = left.length > above.length ? left : above;
      best[index + 1] = piece.text === cell.text ? [...diagonal, [cell, piece]] : longer;
      diagonal = above;
    }
  }
  return best.at(-1) ?? [];
}

function aboveOneAnother(
  upper: Match | undefined,
  lower: Match | undefined,
): readonly (readonly [Piece, Piece])[] {
  const places = new Map(upper?.pairs.map(([{ place }, piece]) => [place, piece]));
  return (lower?.pairs ?? []).flatMap(([{ place }, piece]) => {
    const above = places.get(place);
    return above === undefined ? [] : [[above, piece] as const];
  });
}
