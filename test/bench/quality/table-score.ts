import type { DrawnTable, TableCell } from "../../fixtures/tables/table-plan.ts";

/** Counts over tables with known cells; scores are ratios of them. */
export interface TableScore {
  /** Cells of the expected rows, and those that a line of the text has as a separate piece. */
  readonly cells: number;
  readonly found: number;
  /** Rows of two or more cells on one baseline, and those whose cells are all on one line in order. */
  readonly rows: number;
  readonly intact: number;
  /** Vertically adjacent cells, and those whose columns in the text overlap. */
  readonly pairs: number;
  readonly overlapping: number;
}

export const NO_TABLES: TableScore = { cells: 0, found: 0, rows: 0, intact: 0, pairs: 0, overlapping: 0 };

/**
 * Scores how well a layout text keeps tables. A line of the text is split at two blanks or a "|"; each row of
 * a table is matched with the line that has the longest common subsequence of cells, and among equal ones
 * with the line next to that of the previous row. Blanks within cells are ignored. Right-to-left rows may be
 * in either order. Columns are counted in characters or in cells, two per wide character, whichever the text
 * uses.
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

/** The second cell of a wide character; not part of the text. */
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

/** A piece of a line of text and its columns. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a cell. */
interface CellPart {
  readonly text: string;
  /** Which columns of the table it spans; cells with equal spans are above one another. */
  readonly place: string;
}

/** A row of a table in the text: the cell of each piece. */
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

/** The parts on each baseline of a table, in column order. */
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

/** Without blanks, directional marks and presentation forms. */
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
