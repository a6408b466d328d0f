import { GLYPH, type Glyphs, type Outline } from "../../../page/page-content.ts";
import type { Rect } from "../../../geometry/rect.ts";
import { isInside, partOf } from "./shape-kinds.ts";
import type { Mark } from "./solid-shapes.ts";

/** Cell size of the grid that finds what is near an outline, in points: no outline is larger. */
const CELL = 32;

/** Marks per cell; more are part of a drawing and add no information. */
const MAX_MARKS_PER_CELL = 64;

/** Least longer side of a mark relative to the box; smaller ones are specks. */
const MIN_MARK = 0.25;

/** A coloured or light shape that fills more of the box's side than this is its background. */
const LEAST_GROUND = 0.8;

/** Outlines whose edges differ by less than this, in points, are duplicates. */
const SAME_EDGE = 0.75;

/** The distinct outlines of a page, with `filled` set if a mark or glyph is inside. */
export function markedOutlines(
  outlines: readonly Outline[],
  marks: readonly Mark[],
  glyphs: Glyphs,
): Outline[] {
  if (outlines.length === 0) return [];
  const inked = inkGrid(new Set(outlines.flatMap(({ box }) => cellsOf(box))), marks, glyphs);
  const seen = new Map<string, Outline>();
  for (const outline of outlines) {
    const inside = nearby(inked, outline.box);
    const filled = outline.filled || inside.some((mark) => marksBox(mark, outline.box));
    if (!filled && inside.some((mark) => coloursBox(mark, outline.box))) continue;
    const key = keyOf(outline.box);
    if (!seen.has(key) || filled) seen.set(key, filled === outline.filled ? outline : { ...outline, filled });
  }
  return [...seen.values()];
}

type Grid = ReadonlyMap<number, readonly Mark[]>;

/** The marks and glyphs in the given cells. */
function inkGrid(cells: ReadonlySet<number>, marks: readonly Mark[], glyphs: Glyphs): Grid {
  const grid = new Map<number, Mark[]>(Array.from(cells, (cell) => [cell, []]));
  for (const mark of marks) insert(grid, mark);
  for (let i = 0; i < glyphs.count; i++) {
    const flags = glyphs.flags[i] ?? 0;
    if ((flags & UNSEEN) === 0 && grid.has(cellOfGlyph(glyphs, i))) insert(grid, glyphBox(glyphs, i));
  }
  return grid;
}

const UNSEEN = GLYPH.BLANK | GLYPH.WHITE | GLYPH.INVISIBLE | GLYPH.CLIPPED;

/** Like `cellOf` for the centre of the glyph's box. */
function cellOfGlyph({ x, y, size, advance }: Glyphs, i: number): number {
  return cellOf((x[i] ?? 0) + (advance[i] ?? 0) / 2, (y[i] ?? 0) - (size[i] ?? 0) * (INK_HEIGHT / 2));
}

/** Height of ink above the baseline in fractions of the size. */
const INK_HEIGHT = 0.75;

/** An approximate ink box of an upright glyph, sufficient to test whether it is inside another box. */
function glyphBox(glyphs: Glyphs, index: number): Mark {
  const [x = 0, y = 0, size = 0] = [glyphs.x[index], glyphs.y[index], glyphs.size[index]];
  return { x0: x, y0: y - size * INK_HEIGHT, x1: x + (glyphs.advance[index] ?? 0), y1: y, paint: "dark" };
}

function insert(grid: Map<number, Mark[]>, box: Mark): void {
  const cell = cellOf((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  const boxes = grid.get(cell);
  if (boxes && boxes.length < MAX_MARKS_PER_CELL) boxes.push(box);
}

function nearby(grid: Grid, box: Rect): readonly Mark[] {
  const cells = cellsOf(box);
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return grid.get(only) ?? [];
  return cells.flatMap((cell) => grid.get(cell) ?? []);
}

/** The distinct cells of a box's corners, which are all that it overlaps. */
function cellsOf({ x0, y0, x1, y1 }: Rect): readonly number[] {
  const first = cellOf(x0, y0);
  // Most boxes are within one cell.
  if (first === cellOf(x1, y1)) return [first];
  return [...new Set([first, cellOf(x1, y0), cellOf(x0, y1), cellOf(x1, y1)])];
}

function marksBox(mark: Mark, box: Rect): boolean {
  const part = partOf(mark, box);
  return isInside(mark, box) && part >= MIN_MARK && part <= (isGround(mark) ? LEAST_GROUND : 1.5);
}

function isGround({ paint }: Mark): boolean {
  return paint === "coloured" || paint === "light";
}

/** Whether the mark fills the box with colour: the key of a chart or map. */
function coloursBox(mark: Mark, box: Rect): boolean {
  return mark.paint === "coloured" && isInside(mark, box) && partOf(mark, box) > LEAST_GROUND;
}

function cellOf(x: number, y: number): number {
  return Math.floor(x / CELL) * 65_536 + Math.floor(y / CELL);
}

function keyOf({ x0, y0, x1, y1 }: Rect): string {
  return `${edgeOf(x0)} ${edgeOf(y0)} ${edgeOf(x1)} ${edgeOf(y1)}`;
}

function edgeOf(place: number): number {
  return Math.round(place / SAME_EDGE);
}
