import { heading, run, type SheetCell, type SheetRow, type SheetSection } from "../model/flow-document.ts";
import { alignment, ASCENT, LINE_HEIGHT } from "./block-strips.ts";
import { linesOf, widthsOf, type Line } from "./lines.ts";
import { MAX_PAGE, type PageCanvas, type PdfPages } from "./pdf-pages.ts";
import { spanEntries, type Tag } from "./tags.ts";

const MARGIN = 28;
const PADDING = 3;
const SIZE = 9;

/** Cells with more text are broken into lines of this width; a long word may be wider, up to the second width. */
const WIDEST_TEXT = 260;
const WIDEST_WORD = 600;
const NARROWEST = 14;

/** Rows of a page; pages of long sheets hold more, so that there are not too many. */
const ROWS = { fewest: 50, most: 500, pages: 1000 } as const;

/** Typesets a sheet on pages as wide as its columns; its head is repeated on each. */
export function typesetSheet(sheet: SheetSection, pages: PdfPages, tag: Tag): void {
  const widths = columnWidths(sheet.rows, pages);
  const title = linesOf(heading(2, sheet.name).runs, Infinity, pages.fonts);
  if (sheet.rows.length === 0) {
    typesetPage([], { edges: [0], pages, title: { lines: title, tag: tag.add("H2") } });
    return;
  }
  const titleTag = tag.add("H2");
  const head = sheet.rows.slice(0, sheet.headRows);
  const body = sheet.rows.slice(sheet.headRows);
  const perPage = Math.min(Math.max(Math.ceil(body.length / ROWS.pages), ROWS.fewest), ROWS.most);
  for (const [band, { first, edges }] of [...bandsOf(widths)].entries()) {
    const table = tag.add("Table");
    for (let start = 0; start === 0 || start < body.length; start += perPage) {
      const isFirst = start === 0;
      const rows = [
        ...head.map((row) => ({ row, table: isFirst ? table : undefined, type: "TH" as const })),
        ...body.slice(start, start + perPage).map((row) => ({ row, table, type: "TD" as const })),
      ].map((placed) => ({ ...placed, first, count: edges.length - 1 }));
      const isTitled = isFirst && band === 0;
      typesetPage(rows, { edges, pages, title: isTitled ? { lines: title, tag: titleTag } : undefined });
    }
  }
}

function columnWidths(rows: readonly SheetRow[], { fonts }: PdfPages): readonly number[] {
  const widths: number[] = [];
  const spanning: { readonly column: number; readonly end: number; readonly needed: number }[] = [];
  for (const { cells } of rows) {
    for (const { column, columnSpan, text, bold } of cells) {
      while (widths.length < column + columnSpan) widths.push(NARROWEST);
      if (text === "") continue;
      const { word, line } = widthsOf([run(text, { size: SIZE, bold })], fonts);
      const needed = Math.max(Math.min(line, WIDEST_TEXT), Math.min(word, WIDEST_WORD)) + 2 * PADDING + 1;
      if (columnSpan === 1) widths[column] = Math.max(widths[column] ?? 0, needed);
      else spanning.push({ column, end: column + columnSpan, needed });
    }
  }
  for (const { column, end, needed } of spanning) widen(widths, column, end, needed);
  return widths;
}

/** Widens the last of several columns until they are as wide together as `needed`. */
function widen(widths: number[], column: number, end: number, needed: number): void {
  const together = widths.slice(column, end).reduce((sum, width) => sum + width, 0);
  const last = Math.min(end, widths.length) - 1;
  if (together < needed) widths.splice(last, 1, (widths[last] ?? 0) + needed - together);
}

/** Columns that fit on one page: the edges of each, and the first one's number. */
function* bandsOf(
  widths: readonly number[],
): Generator<{ readonly first: number; readonly edges: readonly number[] }> {
  let first = 0;
  let edges = [0];
  for (const [column, width] of widths.entries()) {
    if ((edges.at(-1) ?? 0) + width > MAX_PAGE - 2 * MARGIN) {
      yield { first, edges };
      first = column;
      edges = [0];
    }
    edges.push((edges.at(-1) ?? 0) + width);
  }
  yield { first, edges };
}

interface PlacedRow {
  readonly row: SheetRow;
  /** Undefined for a repeated head. */
  readonly table: Tag | undefined;
  readonly type: "TH" | "TD";
  /** The columns on this page. */
  readonly first: number;
  readonly count: number;
}

interface Title {
  readonly lines: readonly Line[];
  readonly tag: Tag;
}

function typesetPage(
  rows: readonly PlacedRow[],
  {
    edges,
    pages,
    title,
  }: { readonly edges: readonly number[]; readonly pages: PdfPages; readonly title: Title | undefined },
): void {
  const set = rows.map((row) => setRow(row, edges, pages));
  const titleHeight = title ? 24 : 0;
  const height = set.reduce((sum, row) => sum + row.height, 0) + 2 * MARGIN + titleHeight;
  const titleWidth = title?.lines[0]?.width ?? 0;
  const width = Math.min(Math.max(edges.at(-1) ?? 0, titleWidth) + 2 * MARGIN, MAX_PAGE);
  const canvas = pages.start(width, Math.min(height, MAX_PAGE));
  if (title?.lines[0]) canvas.text(title.lines[0], { x: MARGIN, y: MARGIN + 12 }, title.tag);
  let y = MARGIN + titleHeight;
  for (const row of set) {
    row.draw(canvas, y);
    y += row.height;
  }
  canvas.end();
}

const EMPTY_CELL = { column: 0, columnSpan: 1 } as const;

interface SetRow {
  readonly height: number;
  readonly draw: (canvas: PageCanvas, y: number) => void;
}

function setRow(
  { row, table, type, first, count }: PlacedRow,
  edges: readonly number[],
  pages: PdfPages,
): SetRow {
  const cells = row.cells.filter(({ column }) => column >= first && column < first + count);
  const set = cells.map((cell) => setCell(cell, { first, edges, pages }));
  const remarks = cells.filter(({ remark }) => remark !== "");
  const lineCount = set.reduce((most, { lines }) => Math.max(most, lines.length), 1);
  const height = lineCount * SIZE * LINE_HEIGHT + 2 * PADDING;
  return {
    height,
    draw(canvas, y) {
      const rowTag = table?.add("TR");
      for (const { column, remark } of remarks) {
        canvas.remark({ author: "", text: remark, x: MARGIN + (edges[column - first] ?? 0), y });
      }
      let next = first;
      for (const [index, { lines, left, right, align }] of set.entries()) {
        const { column, columnSpan } = cells[index] ?? EMPTY_CELL;
        while (rowTag && next < column) {
          rowTag.add(type);
          next++;
        }
        next = column + columnSpan;
        const tag = rowTag?.add(type, spanEntries(columnSpan, 1));
        for (const [number, line] of lines.entries()) {
          const x = MARGIN + left + PADDING + alignment(align, right - left - 2 * PADDING - line.width);
          canvas.text(line, { x, y: y + PADDING + (number * LINE_HEIGHT + ASCENT) * SIZE }, tag);
        }
      }
    },
  };
}

function setCell(
  { column, columnSpan, text, align, bold }: SheetCell,
  {
    first,
    edges,
    pages,
  }: { readonly first: number; readonly edges: readonly number[]; readonly pages: PdfPages },
): {
  readonly lines: readonly Line[];
  readonly left: number;
  readonly right: number;
  readonly align: SheetCell["align"];
} {
  const left = edges[column - first] ?? 0;
  const right = edges[column - first + columnSpan] ?? edges.at(-1) ?? left;
  const lines =
    text === "" ? [] : linesOf([run(text, { size: SIZE, bold })], right - left - 2 * PADDING, pages.fonts);
  return { lines, left, right, align };
}
