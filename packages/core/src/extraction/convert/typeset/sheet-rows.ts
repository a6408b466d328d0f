import { run, type SheetCell, type SheetRow } from "../model/flow-document.ts";
import { alignment, ASCENT, LINE_HEIGHT } from "./block-strips.ts";
import type { DocumentFonts } from "./document-fonts.ts";
import { linesOf, widthsOf, type Line } from "./lines.ts";
import type { PageCanvas, PdfPages } from "./pdf-pages.ts";
import { spanEntries, type Tag } from "./tags.ts";

/** Half the space between columns; wide enough to be no space between words. */
const PADDING = 6;
const SIZE = 9;

/** Cells with more text are broken into lines of this width; a long word may be wider, up to the second width. */
const WIDEST_TEXT = 260;
export const WIDEST_WORD = 600;
const NARROWEST = 16;

/** A cell with more lines is divided, so that each part fits on a page. */
const MAX_LINES = 500;

/** The columns of a page: the number of the first, and the edges of all, in points. */
export interface Columns {
  readonly first: number;
  readonly edges: readonly number[];
}

/** A row in its lines. */
export interface SetRow {
  readonly height: number;
  /** How far it reaches to the right of its first column. */
  readonly width: number;
  readonly draw: (
    canvas: PageCanvas,
    place: { readonly x: number; readonly y: number },
    tags: RowTags,
  ) => void;
}

/** The table that a row belongs to; undefined for a repeated head. */
export interface RowTags {
  readonly table: Tag | undefined;
  readonly type: "TH" | "TD";
}

interface SetCell {
  readonly cell: SheetCell;
  readonly lines: readonly Line[];
  readonly left: number;
  readonly right: number;
}

/** The widths that the columns of a sheet need. */
export function columnWidths(rows: readonly SheetRow[], { fonts }: PdfPages): readonly number[] {
  const widths: number[] = [];
  const spanning: { readonly column: number; readonly end: number; readonly needed: number }[] = [];
  for (const { cells } of rows) {
    for (const { column, columnSpan, text, bold } of cells) {
      while (widths.length < column + columnSpan) widths.push(NARROWEST);
      if (text === "") continue;
      const needed = neededWidth({ text, bold }, fonts);
      if (columnSpan === 1) widths[column] = Math.max(widths[column] ?? 0, needed);
      else spanning.push({ column, end: column + columnSpan, needed });
    }
  }
  for (const { column, end, needed } of spanning) widen(widths, column, end, needed);
  return widths;
}

function neededWidth({ text, bold }: Pick<SheetCell, "text" | "bold">, fonts: DocumentFonts): number {
  const { word, line } = widthsOf([run(text, { size: SIZE, bold })], fonts);
  return Math.max(Math.min(line, WIDEST_TEXT), Math.min(word, WIDEST_WORD)) + 2 * PADDING + 1;
}

/** Widens the last of several columns until they are as wide together as `needed`. */
function widen(widths: number[], column: number, end: number, needed: number): void {
  const together = widths.slice(column, end).reduce((sum, width) => sum + width, 0);
  const last = Math.min(end, widths.length) - 1;
  if (together < needed) widths.splice(last, 1, (widths[last] ?? 0) + needed - together);
}

/** Sets a row in lines; one that is too tall for a page becomes several. */
export function setRow(row: SheetRow, columns: Columns, pages: PdfPages): readonly SetRow[] {
  const { first, edges } = columns;
  const cells = row.cells
    .filter(({ column }) => column >= first && column < first + edges.length - 1)
    .map((cell) => setCell(cell, columns, pages));
  const lineCount = cells.reduce((most, { lines }) => Math.max(most, lines.length), 1);
  const parts = Math.ceil(lineCount / MAX_LINES);
  return Array.from({ length: parts }, (_, part) => {
    const taken = cells.map((cell) => ({
      ...cell,
      lines: parts === 1 ? cell.lines : cell.lines.slice(part * MAX_LINES, (part + 1) * MAX_LINES),
    }));
    return rowOf(taken, { columns, lineCount: Math.min(lineCount - part * MAX_LINES, MAX_LINES) });
  });
}

function setCell(cell: SheetCell, { first, edges }: Columns, { fonts }: PdfPages): SetCell {
  const { column, columnSpan, text, bold } = cell;
  const left = edges[column - first] ?? 0;
  // A merged cell whose other columns are on the next page may be wider than those on this one.
  const right =
    edges[column - first + columnSpan] ?? Math.max(edges.at(-1) ?? 0, left + neededWidth(cell, fonts));
  const lines =
    text === "" ? [] : linesOf([run(text, { size: SIZE, bold })], right - left - 2 * PADDING, fonts);
  return { cell, lines, left, right };
}

function rowOf(
  cells: readonly SetCell[],
  { columns: { first }, lineCount }: { readonly columns: Columns; readonly lineCount: number },
): SetRow {
  return {
    height: lineCount * SIZE * LINE_HEIGHT + 2 * PADDING,
    width: cells.reduce((width, { right }) => Math.max(width, right), 0),
    draw(canvas, { x, y }, { table, type }) {
      const tag = table?.add("TR");
      let next = first;
      for (const set of cells) {
        const { column, columnSpan, remark } = set.cell;
        if (column > next) tag?.add(type, spanEntries(column - next, 1));
        next = column + columnSpan;
        if (remark !== "") canvas.remark({ author: "", text: remark, x: x + set.left, y });
        drawCell(canvas, set, { x, y: y + PADDING, tag: tag?.add(type, spanEntries(columnSpan, 1)) });
      }
    },
  };
}

function drawCell(
  canvas: PageCanvas,
  { cell: { align }, lines, left, right }: SetCell,
  { x, y, tag }: { readonly x: number; readonly y: number; readonly tag: Tag | undefined },
): void {
  for (const [number, line] of lines.entries()) {
    const free = right - left - 2 * PADDING - line.width;
    const place = {
      x: x + left + PADDING + alignment(align, free),
      y: y + (number * LINE_HEIGHT + ASCENT) * SIZE,
    };
    canvas.text(line, place, tag);
  }
}
