import type { Block, Table } from "../../model/flow-document.ts";
import { widthsOf } from "../lines.ts";
import { MAX_PAGE, type PageCanvas, type PdfPages } from "../pdf-pages.ts";
import { drawStrips, heightOf, widthOf, type Strip } from "../strips.ts";
import { bandsOf, cellsIn, placed, type PlacedCell, type TableGrid } from "./table-grid.ts";
import { spanEntries, type Tag } from "../tags.ts";

/** Space between a cell's border and its content, in points. */
const PADDING = 4;

/** Rows taller than this are divided, so that each part fits on a page. */
const TALLEST_ROW = 500;

/** A word wider than this may be broken, in points. */
const WIDEST_WORD = 1000;

interface Frame {
  readonly width: number;
  readonly pages: PdfPages;
  readonly tag: Tag | undefined;
}

/** Sets the blocks of a cell. */
type SetBlocks = (blocks: readonly Block[], frame: Frame) => Promise<readonly Strip[]>;

/** The strips of a table, one or more for each row. Columns are never narrower than their longest word. */
export async function tableStrips(
  table: Table,
  frame: Frame,
  setBlocks: SetBlocks,
): Promise<readonly Strip[]> {
  const grid = placed(table.rows);
  const { rows } = grid;
  const edges = edgesOf(columnWidths(table, grid, frame));
  const strips: Strip[] = [];
  for (const band of bandsOf(edges)) {
    const start = edges[band.first] ?? 0;
    const own = { rows: rows.map((row) => cellsIn(row, band)), headRows: table.headRows };
    const fromStart = edges.map((edge) => edge - start);
    for (const strip of await bandStrips(own, { edges: fromStart, frame, setBlocks })) strips.push(strip);
  }
  return strips;
}

/** The strips of columns that fit on a page. */
async function bandStrips(
  { rows, headRows }: { readonly rows: readonly (readonly PlacedCell[])[]; readonly headRows: number },
  {
    edges,
    frame,
    setBlocks,
  }: { readonly edges: readonly number[]; readonly frame: Frame; readonly setBlocks: SetBlocks },
): Promise<readonly Strip[]> {
  const element = frame.tag?.add("Table");
  const strips: Strip[] = [];
  let head: readonly Strip[] = [];
  for (const [index, row] of rows.entries()) {
    const isHead = index < headRows;
    const tag = element?.add("TR");
    const isLast = index === rows.length - 1;
    const added = await rowStrips(row, { edges, pages: frame.pages, tag, isHead, isLast, setBlocks });
    for (const strip of added) strips.push(isHead || head.length === 0 ? strip : { ...strip, head });
    if (index === headRows - 1 && isRepeated(rows.slice(0, index + 1), strips)) head = [...strips];
  }
  const last = strips.at(-1);
  return last ? [...strips.slice(0, -1), { ...last, height: last.height + PADDING }] : [];
}

/** A head with more cells is not repeated: pages with little else on them would make a document many times larger. */
const MOST_HEAD_CELLS = 5000;

/** Whether the head of a table is repeated on each page; like in Word, not if it is too tall. */
function isRepeated(rows: readonly (readonly PlacedCell[])[], head: readonly Strip[]): boolean {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return cells <= MOST_HEAD_CELLS && heightOf(head) <= TALLEST_ROW;
}

interface Widths {
  readonly word: number;
  readonly line: number;
}

function columnWidths(
  { columnWidths: given }: Table,
  { rows, columns, width: counted }: TableGrid,
  { width, pages }: Frame,
): readonly number[] {
  const needed = Array.from({ length: columns.length }, () => ({ word: 0, line: 0 }));
  for (const row of rows) {
    for (const { cell, column } of row) {
      const widths = widthsOfBlocks(cell.blocks, pages);
      for (const column_ of needed.slice(column, column + cell.columnSpan)) {
        column_.word = Math.max(column_.word, widths.word / cell.columnSpan);
        column_.line = Math.max(column_.line, widths.line / cell.columnSpan);
      }
    }
  }
  const inner = needed.map(({ word, line }) => ({ word: word + 2 * PADDING, line: line + 2 * PADDING }));
  if (given.length !== counted) return fittingWidths(inner, width);
  const together = columns.map((first, index) =>
    given.slice(first, columns[index + 1] ?? counted).reduce((sum, value) => sum + value, 0),
  );
  return givenWidths(together, inner, width);
}

function givenWidths(given: readonly number[], needed: readonly Widths[], width: number): readonly number[] {
  const total = given.reduce((sum, value) => sum + value, 0) || 1;
  const scale = total > width ? width / total : 1;
  return given.map((value, index) => Math.max(value * scale, needed[index]?.word ?? 0));
}

/** Each column gets its longest word, and a share of the rest in proportion to what its longest line lacks. */
function fittingWidths(needed: readonly Widths[], width: number): readonly number[] {
  const words = needed.reduce((sum, { word }) => sum + word, 0);
  const lacking = needed.reduce((sum, { word, line }) => sum + line - word, 0);
  const free = Math.max(0, width - words);
  const share = lacking === 0 ? 0 : Math.min(1, free / lacking);
  return needed.map(({ word, line }) => word + (line - word) * share);
}

/** The widths that blocks need: of their longest word with its indent, and of their longest line unless it is broken. */
export function widthsOfBlocks(blocks: readonly Block[], pages: PdfPages): Widths {
  let [word, line] = [0, 0];
  for (const block of blocks) {
    if (block.kind === "paragraph") {
      const widths = widthsOf(block.runs, pages.fonts);
      const marker = block.marker === "" ? 0 : 12 + block.marker.length * 6;
      word = Math.max(word, Math.min(widths.word, WIDEST_WORD) + block.indent + marker);
      line = Math.max(line, widths.line + block.indent + marker);
    } else if (block.kind === "table") {
      for (const row of block.rows) {
        const inner = row.cells.map((cell) => widthsOfBlocks(cell.blocks, pages));
        word = Math.max(
          word,
          inner.reduce((sum, cell) => sum + cell.word + 2 * PADDING, 0),
        );
        line = Math.max(
          line,
          inner.reduce((sum, cell) => sum + cell.line + 2 * PADDING, 0),
        );
      }
    }
  }
  return { word, line: Math.min(line, MAX_PAGE / 4) };
}

function edgesOf(widths: readonly number[]): readonly number[] {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

interface CellStrips {
  readonly left: number;
  readonly right: number;
  readonly continues: boolean;
  readonly strips: readonly Strip[];
}

async function rowStrips(
  row: readonly PlacedCell[],
  {
    edges,
    pages,
    tag,
    isHead,
    isLast,
    setBlocks,
  }: {
    readonly edges: readonly number[];
    readonly pages: PdfPages;
    readonly tag: Tag | undefined;
    readonly isHead: boolean;
    readonly isLast: boolean;
    readonly setBlocks: SetBlocks;
  },
): Promise<readonly Strip[]> {
  const cells: CellStrips[] = [];
  for (const { cell, column, continues } of row) {
    const left = edges[column] ?? 0;
    const right = edges[column + cell.columnSpan] ?? edges.at(-1) ?? 0;
    const spans = spanEntries(cell.columnSpan, cell.rowSpan);
    const element = continues ? undefined : tag?.add(isHead ? "TH" : "TD", spans);
    const strips = await setBlocks(cell.blocks, { width: right - left - 2 * PADDING, pages, tag: element });
    cells.push({ left, right, continues, strips });
  }
  const parts = divided(cells);
  return parts.map((part, index) =>
    rowStrip(part, { isFirst: index === 0, isLast: isLast && index === parts.length - 1 }),
  );
}

/** Divides a row that is too tall for a page. */
function divided(cells: readonly CellStrips[]): readonly (readonly CellStrips[])[] {
  const columns = cells.map(({ strips }) => portions(strips));
  const count = columns.reduce((most, { length }) => Math.max(most, length), 1);
  return Array.from({ length: count }, (_, part) =>
    cells.map((cell, index) => ({ ...cell, strips: columns[index]?.[part] ?? [] })),
  );
}

function portions(strips: readonly Strip[]): readonly (readonly Strip[])[] {
  const parts: Strip[][] = [];
  let part: Strip[] = [];
  let height = 0;
  for (const strip of strips) {
    if (part.length > 0 && height + strip.height > TALLEST_ROW) {
      parts.push(part);
      part = [];
      height = 0;
    }
    part.push(strip);
    height += strip.height + strip.spaceBefore;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

function rowStrip(
  cells: readonly CellStrips[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Strip {
  let [height, width] = [2 * PADDING, 0];
  for (const { left, right, strips } of cells) {
    height = Math.max(height, heightOf(strips) + 2 * PADDING);
    width = Math.max(width, right, left + widthOf(strips));
  }
  return {
    height,
    width,
    spaceBefore: 0,
    draw(canvas, x, y, repeated) {
      for (const [index, cell] of cells.entries()) {
        drawStrips(cell.strips, canvas, { x: x + cell.left + PADDING, y: y + PADDING, repeated });
        const isTop = isFirst && !cell.continues;
        const isRight = cells[index + 1]?.left !== cell.right;
        drawBorders(canvas, cell, { x, y, bottom: y + height, isTop, isRight, isLast });
      }
    },
  };
}

/** Draws a cell's borders; its lower one is the upper one of the next row's cells, its right one the left one of the next. */
function drawBorders(
  canvas: PageCanvas,
  { left, right }: CellStrips,
  {
    x,
    y,
    bottom,
    isTop,
    isRight,
    isLast,
  }: {
    readonly x: number;
    readonly y: number;
    readonly bottom: number;
    readonly isTop: boolean;
    readonly isRight: boolean;
    readonly isLast: boolean;
  },
): void {
  if (isTop) canvas.rule(x + left, y, x + right, y);
  canvas.rule(x + left, y, x + left, bottom);
  if (isRight) canvas.rule(x + right, y, x + right, bottom);
  if (isLast) canvas.rule(x + left, bottom, x + right, bottom);
}
