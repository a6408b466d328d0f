import type { Piece } from "../geometry/piece.ts";
import type { VerticalRule } from "../../layout/tables/rulings.ts";
import { offOf } from "../decisions/several-cells.ts";
import type { CellLine, CellPiece } from "../geometry/table-line.ts";
import type { Column } from "./columns.ts";

/** A text is in the middle of columns if it is off by less than this, in multiples of its size. */
const CENTRED = 0.8;

/** The same for a text that is in one of the columns, too. */
const EXACTLY = 0.3;

/** A longer text, as a share of the width of the table, is in its middle because it fills it. */
const SHORT = 0.7;

/** How far a text may stand out of its own column, in multiples of its size. */
const STANDS_OUT = 0.6;

/**
 * The lines of a head with each text that is centred above several columns over all of these: neighbours in its line end
 * before them, and each of them has a head of its own.
 */
export function withSpanners(lines: readonly CellLine[], columns: readonly Column[]): readonly CellLine[] {
  const placed: CellLine[] = [];
  for (const [at, line] of lines.entries()) {
    const headed = new Set(
      lines.flatMap((other) =>
        other === line
          ? []
          : other.cells.flatMap(({ column, columnSpan }) => (columnSpan === 1 ? [column] : [])),
      ),
    );
    const placesIn = (cells: readonly CellPiece[]): readonly Place[] =>
      cells.map((cell, index) => {
        const [before, after] = [cells[index - 1], cells[index + 1]];
        const first = before === undefined ? 0 : before.column + before.columnSpan;
        const end = after?.column ?? columns.length;
        const isFree = (column: number): boolean => column >= first && column < end && headed.has(column);
        return {
          columns,
          isFree,
          above: headOf(cell, placed.toReversed()),
          below: headOf(cell, lines.slice(at + 1)),
        };
      });
    const places = placesIn(line.cells);
    const cells = line.cells.map((cell, index) => spanned(cell, places[index]));
    // Lines of a head over one column are beside none of texts over several, which have a row of their own.
    const areSpanners = cells.some(({ columnSpan }) => columnSpan > 1);
    const between = areSpanners ? placesIn(cells) : [];
    placed.push({ ...line, cells: cells.map((cell, index) => overAll(cell, between[index])) });
  }
  return placed;
}

/** A text above one of its own column, if it is in the middle of all columns that no other text of its line is above. */
function overAll(cell: CellPiece, place: Place | undefined): CellPiece {
  const { piece, column, columnSpan } = cell;
  if (place?.below === undefined || columnSpan > 1) return cell;
  let [first, last] = [column, column];
  while (place.isFree(first - 1)) first--;
  while (place.isFree(last + 1)) last++;
  const isCentred =
    Math.abs(middleOf(place.columns, first, last) - middleOfPiece(piece)) < CENTRED * piece.style.size;
  return isCentred ? { ...cell, column: first, columnSpan: last - first + 1 } : cell;
}

function middleOf(columns: readonly Column[], first: number, last: number): number {
  return ((columns[first]?.x0 ?? 0) + (columns[last]?.x1 ?? 0)) / 2;
}

function middleOfPiece({ x0, x1 }: Piece): number {
  return (x0 + x1) / 2;
}

interface Place {
  readonly columns: readonly Column[];
  /** Whether no other text of the line is above a column, and it has a head of its own. */
  readonly isFree: (column: number) => boolean;
  /** The next texts in the same column. */
  readonly above: Piece | undefined;
  readonly below: Piece | undefined;
}

function headOf({ column }: CellPiece, lines: readonly CellLine[]): Piece | undefined {
  for (const { cells } of lines) {
    const found = cells.find((cell) => cell.column === column && cell.columnSpan === 1);
    if (found !== undefined) return found.piece;
  }
  return undefined;
}

function spanned(cell: CellPiece, place: Place | undefined): CellPiece {
  const { piece, column, columnSpan } = cell;
  const own = place?.columns[column];
  if (place === undefined || own === undefined) return cell;
  const { columns, isFree, below } = place;
  if (columnSpan === 1 && isOfColumn(piece, own, place)) return cell;
  const middle = middleOfPiece(piece);
  const last = column + columnSpan - 1;
  let [first, end] = [column, last + 1];
  while (isFree(first - 1)) first--;
  while (isFree(end)) end++;
  const { size } = piece.style;
  // A text that is aligned neither with its column nor with the text below it is above those in whose middle it is.
  const isAligned =
    below === undefined
      ? Math.min(Math.abs(piece.x0 - own.x0), Math.abs(piece.x1 - own.x1)) < CENTRED * size
      : areAligned(piece, below);
  const ownOff = columnSpan > 1 || isAligned ? 0 : Math.abs(middleOf(columns, column, column) - middle);
  let nearest = Math.max(CENTRED * size, ownOff);
  let found = cell;
  for (let from = first; from <= column; from++) {
    for (let to = Math.max(last, from + 1); to < end; to++) {
      const off = Math.abs(middleOf(columns, from, to) - middle);
      if (off >= nearest) continue;
      nearest = off;
      found = { ...cell, column: from, columnSpan: to - from + 1 };
    }
  }
  return found;
}

/** Whether a text is aligned with the one above it, or in its column and aligned with the one below it, if any. */
function isOfColumn(piece: Piece, own: Column, { above, below }: Place): boolean {
  if (above !== undefined && areAligned(above, piece)) return true;
  return fits(piece, own) && (below === undefined || areAligned(piece, below));
}

/** Lines of one text begin, end or have their middle within this distance, in multiples of the text size. */
const ALIGNED = 0.5;

/** Whether a text may be of one text, or column, with what is below it: they are aligned on the left, on the right or in the middle. */
export function areAligned(above: Piece, below: Column): boolean {
  return offOf(below, above) < ALIGNED * above.style.size;
}

/** A line with each text that stands alone in the middle between two vertical lines over all columns between these. */
export function betweenLines(
  line: CellLine,
  columns: readonly Column[],
  vertical: readonly VerticalRule[],
): CellLine {
  const middle = line.y - line.size / 2;
  const present = vertical.filter(({ y0, y1 }) => y0 < middle && y1 > middle).map(({ x }) => x);
  const end = columns.at(-1)?.x1 ?? 0;
  const cells = line.cells.map((cell): CellPiece => {
    const { x0, x1, style } = cell.piece;
    const left = Math.max(columns[0]?.x0 ?? 0, ...present.filter((x) => x < x1));
    const right = Math.min(end, ...present.filter((x) => x > left && x > x0));
    const isAlone = line.cells.every(
      ({ piece }) => piece === cell.piece || piece.x1 < left || piece.x0 > right,
    );
    if (!isAlone || Math.abs(left + right - x0 - x1) > 2 * CENTRED * style.size) return cell;
    const over = columns.flatMap((column, at) => {
      const centre = (column.x0 + column.x1) / 2;
      return centre > left && centre < right ? [at] : [];
    });
    const [first] = over;
    return first === undefined || over.length <= cell.columnSpan
      ? cell
      : { ...cell, column: first, columnSpan: over.length };
  });
  return { ...line, cells };
}

/** Whether a text is not wider than its column, and where the texts of the column are. */
function fits(piece: Piece, column: Column): boolean {
  const out = STANDS_OUT * piece.style.size;
  return piece.x0 > column.x0 - out && piece.x1 < column.x1 + out;
}

/** A line with nothing but a text that is centred above several columns, such as units or the title of a section, as one over all of these. */
export function withCentredTexts(line: CellLine, columns: readonly Column[]): CellLine {
  const [only, other] = line.cells;
  const first = columns[0];
  if (only === undefined || other !== undefined || first === undefined) return line;
  const { piece, column, columnSpan } = only;
  const own = columns[column];
  const isInColumn = own !== undefined && column > 0 && columnSpan === 1 && fits(piece, own);
  if (isInColumn && areAligned(piece, own)) return line;
  if (column === 0 && piece.x0 - first.x0 < CENTRED * piece.style.size) return line;
  const middle = (piece.x0 + piece.x1) / 2;
  const end = columns.at(-1)?.x1 ?? 0;
  if (piece.x1 - piece.x0 > SHORT * (end - first.x0)) return line;
  const from = [0, 1].find((at) => {
    const off = Math.abs(((columns[at]?.x0 ?? 0) + end) / 2 - middle);
    return (
      at <= column && columns.length - at > 1 && off < (isInColumn ? EXACTLY : CENTRED) * piece.style.size
    );
  });
  if (from === undefined) return line;
  return { ...line, cells: [{ ...only, column: from, columnSpan: columns.length - from }] };
}
