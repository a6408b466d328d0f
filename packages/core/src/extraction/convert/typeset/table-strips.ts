import type { Block, Table, TableCell, TableRow } from "../model/flow-document.ts";
import { widthsOf } from "./lines.ts";
import { MAX_PAGE, type PageCanvas, type PdfPages } from "./pdf-pages.ts";
import { drawStrips, heightOf, widthOf, type Strip } from "./strips.ts";
import { spanEntries, type Tag } from "./tags.ts";

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

/** A cell in the grid of its table. */
interface PlacedCell {
  readonly cell: TableCell;
  readonly column: number;
  /** A cell above reaches into this place. */
  readonly continues: boolean;
}

/** The strips of a table, one or more for each row. Columns are never narrower than their longest word. */
export async function tableStrips(
  table: Table,
  frame: Frame,
  setBlocks: SetBlocks,
): Promise<readonly Strip[]> {
  const rows = placed(table.rows);
  const edges = edgesOf(columnWidths(table, rows, frame));
  const element = frame.tag?.add("Table");
  const strips: Strip[] = [];
  const head: Strip[] = [];
  for (const [index, row] of rows.entries()) {
    const isHead = index < table.headRows;
    const tag = element?.add("TR");
    const isLast = index === rows.length - 1;
    const added = await rowStrips(row, { edges, pages: frame.pages, tag, isHead, isLast, setBlocks });
    for (const strip of added) {
      if (isHead) head.push(strip);
      strips.push(isHead || head.length === 0 ? strip : { ...strip, head });
    }
  }
  const last = strips.at(-1);
  return last ? [...strips.slice(0, -1), { ...last, height: last.height + PADDING }] : [];
}

/** Places the cells of all rows in the grid; a place that a cell above reaches into stays empty. */
function placed(rows: readonly TableRow[]): readonly (readonly PlacedCell[])[] {
  const taken: number[] = [];
  return rows.map(({ cells }) => {
    const row: PlacedCell[] = [];
    let column = 0;
    const skip = (): void => {
      while ((taken[column] ?? 0) > 0) {
        taken[column] = (taken[column] ?? 0) - 1;
        row.push({ cell: EMPTY_CELL, column, continues: true });
        column++;
      }
    };
    for (const cell of cells) {
      skip();
      row.push({ cell, column, continues: false });
      for (let index = 0; index < cell.columnSpan; index++) taken[column + index] = cell.rowSpan - 1;
      column += cell.columnSpan;
    }
    skip();
    return row;
  });
}

const EMPTY_CELL: TableCell = { columnSpan: 1, rowSpan: 1, blocks: [] };

interface Widths {
  readonly word: number;
  readonly line: number;
}

function columnWidths(
  { columnWidths: given }: Table,
  rows: readonly (readonly PlacedCell[])[],
  { width, pages }: Frame,
): readonly number[] {
  const count = rows.reduce(
    (most, row) => row.reduce((end, { cell, column }) => Math.max(end, column + cell.columnSpan), most),
    0,
  );
  const needed = Array.from({ length: count }, () => ({ word: 0, line: 0 }));
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
  return given.length === count ? givenWidths(given, inner, width) : fittingWidths(inner, width);
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
  const count = Math.max(1, ...columns.map(({ length }) => length));
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
  const height = Math.max(...cells.map(({ strips }) => heightOf(strips)), 0) + 2 * PADDING;
  const width = Math.max(
    0,
    ...cells.map(({ left, right, strips }) => Math.max(right, left + widthOf(strips))),
  );
  return {
    height,
    width,
    spaceBefore: 0,
    draw(canvas, x, y, repeated) {
      for (const cell of cells) {
        drawStrips(cell.strips, canvas, { x: x + cell.left + PADDING, y: y + PADDING, repeated });
        drawBorders(canvas, cell, { x, y, bottom: y + height, isTop: isFirst && !cell.continues, isLast });
      }
    },
  };
}

/** Draws a cell's borders; its lower one is the upper one of the next row's cells. */
function drawBorders(
  canvas: PageCanvas,
  { left, right }: CellStrips,
  {
    x,
    y,
    bottom,
    isTop,
    isLast,
  }: {
    readonly x: number;
    readonly y: number;
    readonly bottom: number;
    readonly isTop: boolean;
    readonly isLast: boolean;
  },
): void {
  if (isTop) canvas.rule(x + left, y, x + right, y);
  canvas.rule(x + left, y, x + left, bottom);
  canvas.rule(x + right, y, x + right, bottom);
  if (isLast) canvas.rule(x + left, bottom, x + right, bottom);
}
