import type { CellLine, CellPiece } from "../geometry/table-line.ts";
import type { Column } from "./columns.ts";

/** A text is in the middle of columns if it is off by less than this, in multiples of its size. */
const CENTRED = 0.8;

/** A longer text, as a share of the width of the table, is in its middle because it fills it. */
const SHORT = 0.7;

/** How far a text may stand out of its own column, in multiples of its size. */
const STANDS_OUT = 0.6;

/**
 * The lines of a head with each text that is centred above several columns over all of these: neighbours in its line end
 * before them, and each of them has a head of its own.
 */
export function withSpanners(lines: readonly CellLine[], columns: readonly Column[]): readonly CellLine[] {
  return lines.map((line) => {
    const headed = new Set(
      lines.flatMap((other) =>
        other === line
          ? []
          : other.cells.flatMap(({ column, columnSpan }) => (columnSpan === 1 ? [column] : [])),
      ),
    );
    const cells = line.cells.map((cell, index) => {
      const first = (line.cells[index - 1]?.column ?? -1) + (line.cells[index - 1]?.columnSpan ?? 1);
      const end = line.cells[index + 1]?.column ?? columns.length;
      return spanned(cell, columns, (at) => at >= first && at < end && headed.has(at));
    });
    return { ...line, cells };
  });
}

function spanned(
  cell: CellPiece,
  columns: readonly Column[],
  isFree: (column: number) => boolean,
): CellPiece {
  const { piece, column, columnSpan } = cell;
  const own = columns[column];
  if (own === undefined || (columnSpan === 1 && fits(cell, own))) return cell;
  const middle = (piece.x0 + piece.x1) / 2;
  const last = column + columnSpan - 1;
  let [first, end] = [column, last + 1];
  while (isFree(first - 1)) first--;
  while (isFree(end)) end++;
  let nearest = CENTRED * piece.style.size;
  let found = cell;
  for (let from = first; from <= column; from++) {
    for (let to = Math.max(last, from + 1); to < end; to++) {
      const off = Math.abs(((columns[from]?.x0 ?? 0) + (columns[to]?.x1 ?? 0)) / 2 - middle);
      if (off >= nearest) continue;
      nearest = off;
      found = { ...cell, column: from, columnSpan: to - from + 1 };
    }
  }
  return found;
}

/** Whether a text is not wider than its column, and where the texts of the column are. */
function fits({ piece }: CellPiece, column: Column): boolean {
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
  if (own !== undefined && column > 0 && columnSpan === 1 && fits(only, own)) return line;
  if (column === 0 && piece.x0 - first.x0 < CENTRED * piece.style.size) return line;
  const middle = (piece.x0 + piece.x1) / 2;
  const end = columns.at(-1)?.x1 ?? 0;
  if (piece.x1 - piece.x0 > SHORT * (end - first.x0)) return line;
  const from = [0, 1].find((at) => {
    const off = Math.abs(((columns[at]?.x0 ?? 0) + end) / 2 - middle);
    return at <= column && columns.length - at > 1 && off < CENTRED * piece.style.size;
  });
  if (from === undefined) return line;
  return { ...line, cells: [{ ...only, column: from, columnSpan: columns.length - from }] };
}
