import { heading, type SheetSection } from "../model/flow-document.ts";
import { linesOf, type Line } from "./lines.ts";
import { MAX_PAGE, MOST_COLUMNS, SMALLEST_SCALE, type PageCanvas, type PdfPages } from "./pdf-pages.ts";
import { columnWidths, setRow, WIDEST_WORD, type Columns, type RowTags, type SetRow } from "./sheet-rows.ts";
import type { Tag } from "./tags.ts";

const MARGIN = 28;
const TITLE_HEIGHT = 24;
const TITLE_BASELINE = 12;

/** Rows of a page; pages of long sheets hold more, so that there are not too many. */
const ROWS = { fewest: 50, most: 500, pages: 1000 } as const;
const TALLEST_PAGE = 10_000;

/** Typesets a sheet on pages as wide as its columns; its head is repeated on each. */
export function typesetSheet(sheet: SheetSection, pages: PdfPages, tag: Tag): void {
  const [title] = linesOf(heading(2, sheet.name).runs, Infinity, pages.fonts);
  const titleTag = tag.add("H2");
  const widths = columnWidths(sheet.rows, pages);
  const scale = scaleOf(widths);
  for (const columns of bandsOf(widths, WIDEST_BAND / scale)) {
    const isFirst = columns.first === 0;
    if (!isFirst && !hasCells(sheet, columns)) continue;
    const isTitled = isFirst && title !== undefined;
    typesetBand(sheet, columns, {
      pages,
      table: tag.add("Table"),
      scale,
      title: isTitled ? { line: title, tag: titleTag } : undefined,
    });
  }
}

/** Leaves room for the last cell, which may be wider than its columns. */
const WIDEST_BAND = MAX_PAGE - 2 * MARGIN - WIDEST_WORD;

/** A wide sheet is set smaller, so that each row stays on one page, but not too small to be read. */
function scaleOf(widths: readonly number[]): number {
  const width = widths.reduce((sum, own) => sum + own, 0);
  return Math.min(1, Math.max(SMALLEST_SCALE, WIDEST_BAND / width));
}

/** Columns that fit on one page: the edges of each, and the first one's number. */
function* bandsOf(widths: readonly number[], widest: number): Generator<Columns> {
  let first = 0;
  let edges = [0];
  for (const [column, width] of widths.entries()) {
    if ((edges.at(-1) ?? 0) + width > widest || edges.length > MOST_COLUMNS) {
      yield { first, edges };
      first = column;
      edges = [0];
    }
    edges.push((edges.at(-1) ?? 0) + width);
  }
  yield { first, edges };
}

/** A cell far to the right of all others leaves pages without any between them. */
function hasCells({ rows }: SheetSection, { first, edges }: Columns): boolean {
  const end = first + edges.length - 1;
  return rows.some(({ cells }) => cells.some(({ column }) => column >= first && column < end));
}

interface Title {
  readonly line: Line;
  readonly tag: Tag;
}

/** Typesets the columns that fit on a page beside each other. */
function typesetBand(
  { rows, headRows }: SheetSection,
  columns: Columns,
  {
    pages,
    table,
    scale,
    title,
  }: {
    readonly pages: PdfPages;
    readonly table: Tag;
    readonly scale: number;
    readonly title: Title | undefined;
  },
): void {
  const head = rows.slice(0, headRows).flatMap((row) => setRow(row, columns, pages));
  const body = rows.slice(headRows);
  const perPage = Math.min(Math.max(Math.ceil(body.length / ROWS.pages), ROWS.fewest), ROWS.most);
  let page = new SheetPage(head, { table, type: "TH" }, title);
  for (const row of body) {
    for (const set of setRow(row, columns, pages)) {
      if (page.rowCount >= perPage || page.height + set.height > TALLEST_PAGE) {
        page.write(columns, pages, scale);
        page = new SheetPage(head, { table: undefined, type: "TH" }, undefined);
      }
      page.add(set, { table, type: "TD" });
    }
  }
  page.write(columns, pages, scale);
}

class SheetPage {
  readonly #rows: { readonly row: SetRow; readonly tags: RowTags }[] = [];
  readonly #title: Title | undefined;
  #height: number;
  #rowCount = 0;

  constructor(head: readonly SetRow[], tags: RowTags, title: Title | undefined) {
    this.#title = title;
    this.#height = 2 * MARGIN + (title ? TITLE_HEIGHT : 0);
    for (const row of head) this.add(row, tags);
    this.#rowCount = 0;
  }

  get height(): number {
    return this.#height;
  }

  /** Rows besides the head. */
  get rowCount(): number {
    return this.#rowCount;
  }

  add(row: SetRow, tags: RowTags): void {
    this.#rows.push({ row, tags });
    this.#height += row.height;
    this.#rowCount++;
  }

  write({ edges }: Columns, pages: PdfPages, scale: number): void {
    const widths = this.#rows.map(({ row }) => row.width);
    const title = this.#title?.line.width ?? 0;
    const width =
      widths.reduce((widest, own) => Math.max(widest, own), Math.max(edges.at(-1) ?? 0, title)) + 2 * MARGIN;
    const canvas: PageCanvas = pages.start(
      Math.min(width, MAX_PAGE / scale),
      Math.min(this.#height, MAX_PAGE / scale),
      { scale },
    );
    let y = MARGIN;
    if (this.#title) {
      canvas.text(this.#title.line, { x: MARGIN, y: y + TITLE_BASELINE }, this.#title.tag);
      y += TITLE_HEIGHT;
    }
    for (const { row, tags } of this.#rows) {
      row.draw(canvas, { x: MARGIN, y }, tags);
      y += row.height;
    }
    canvas.end();
  }
}
