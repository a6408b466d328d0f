import type { Glyphs } from "../../page/page-content.ts";
import type { Direction } from "../directions/directions.ts";
import { beginsSmall, endsSentence } from "./sentences.ts";

/** The position of a glyph in the frame of its direction. */
interface Place {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
}

/**
 * Splits a direction into blocks in the document's structure order. Glyphs outside all blocks, such as running headers,
 * keep their place: those above all blocks come first, all others last.
 */
export function blocksOf(
  direction: Direction,
  { block, text, x, y, size, advance }: Glyphs,
): readonly Direction[] {
  if (block === undefined) return [direction];
  const { cos, sin } = direction.frame;
  const baseline = (i: number): number => (y[i] ?? 0) * cos - (x[i] ?? 0) * sin;
  const placeOf = (i: number): Place => {
    const x0 = (x[i] ?? 0) * cos + (y[i] ?? 0) * sin;
    const end = x0 + (advance[i] ?? 0);
    return { x0, x1: end, y: baseline(i), size: size[i] ?? 0, text: text[i] ?? "" };
  };
  const members = new Map<number, number[]>();
  const outside: number[] = [];
  let top = Infinity;
  for (const i of direction.glyphs) {
    const own = block[i] ?? -1;
    if (own < 0) {
      outside.push(i);
      continue;
    }
    top = Math.min(top, baseline(i));
    const list = members.get(own);
    if (list === undefined) members.set(own, [i]);
    else list.push(i);
  }
  const inside = [...members]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, list]) => partedAtColumns(list, placeOf));
  const lines = joinedOnLines(inside, placeOf);
  const above = outside.filter((i) => baseline(i) < top);
  const below = outside.filter((i) => baseline(i) >= top);
  return [above, ...lines, below]
    .filter((list) => list.length > 0)
    .map((list) => ({ ...direction, glyphs: Int32Array.from(list) }));
}

interface Part {
  readonly glyphs: number[];
  readonly extent: { x0: number; x1: number; y0: number; y1: number };
}

/**
 * Splits a block that continues at the top of the next column: glyphs drawn later are above and beside all previous
 * ones. The cells of a table row have the same height and stay together.
 */
function partedAtColumns(
  block: readonly number[],
  placeOf: (i: number) => Place,
): readonly (readonly number[])[] {
  const parts: Part[] = [];
  for (const i of block) {
    const { x0, x1, y, size } = placeOf(i);
    const last = parts.at(-1);
    if (last === undefined || y < last.extent.y0 - size || breaksAt(i, last, placeOf)) {
      parts.push({ glyphs: [i], extent: { x0, x1, y0: y, y1: y } });
    } else {
      last.glyphs.push(i);
      widen(last, { x0, x1, y0: y, y1: y });
    }
  }
  const apart: Part[] = [];
  for (const part of parts) {
    const last = apart.at(-1);
    const isAbove = last !== undefined && part.extent.y1 < last.extent.y0 && areBeside(part, last);
    if (last === undefined || isAbove || breaksAt(part.glyphs[0] ?? 0, last, placeOf)) {
      apart.push(part);
    } else {
      last.glyphs.push(...part.glyphs);
      widen(last, part.extent);
    }
  }
  return apart.map(({ glyphs }) => glyphs);
}

/** Width of a line that reaches the end of its column, and least width of a column, in sizes, with its lines. */
const FULL_LINE = 0.85;
const LEAST_COLUMN = 10;
const FEWEST_LINES = 2;

/** Whether a sentence that fills its last line goes on at glyph `i`, above that line in the next column. */
function breaksAt(i: number, { glyphs, extent }: Part, placeOf: (i: number) => Place): boolean {
  const { x0, y, size, text } = placeOf(i);
  const end = placeOf(glyphs.at(-1) ?? 0);
  const width = extent.x1 - extent.x0;
  return (
    x0 >= extent.x1 &&
    y < end.y - size &&
    beginsSmall(text) &&
    !endsSentence(end.text) &&
    width >= LEAST_COLUMN * size &&
    end.x1 - extent.x0 >= FULL_LINE * width &&
    extent.y1 - extent.y0 >= (FEWEST_LINES - 1) * size
  );
}

function areBeside({ extent: a }: Part, { extent: b }: Part): boolean {
  return a.x0 >= b.x1 || a.x1 <= b.x0;
}

function widen({ extent }: Part, { x0, x1, y0, y1 }: Part["extent"]): void {
  extent.x0 = Math.min(extent.x0, x0);
  extent.x1 = Math.max(extent.x1, x1);
  extent.y0 = Math.min(extent.y0, y0);
  extent.y1 = Math.max(extent.y1, y1);
}

/** Largest vertical offset of blocks on one line, in fractions of the larger size; footnote marks are raised. */
const RISE = 0.8;

/** Largest gap between a multi-line block and the line that it continues, in sizes. */
const WORD_GAP = 1.5;

/** How far the first glyph of a block may overlap the previous block, in sizes. */
const OVERLAP = 0.3;

/**
 * Merges blocks that continue the line of the previous one, such as bold words, superscript numbers and the value next
 * to its label: their tags describe them but do not separate them.
 */
function joinedOnLines(
  blocks: readonly (readonly number[])[],
  placeOf: (i: number) => Place,
): readonly (readonly number[])[] {
  const joined: (readonly number[])[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && (continuesLine(last, block, placeOf) || continuesFormula(last, block, placeOf)))
      joined[joined.length - 1] = [...last, ...block];
    else joined.push(block);
  }
  return joined;
}

function continuesLine(
  before: readonly number[],
  block: readonly number[],
  placeOf: (i: number) => Place,
): boolean {
  const end = placeOf(before.at(-1) ?? 0);
  const start = placeOf(block[0] ?? 0);
  const size = Math.max(end.size, start.size);
  const gap = start.x0 - end.x1;
  if (Math.abs(start.y - end.y) > RISE * size || gap < -OVERLAP * size) return false;
  return gap < WORD_GAP * size || block.every((i) => Math.abs(placeOf(i).y - start.y) < RISE * size);
}

/** Most glyphs of a formula, and of a term that is tagged by itself. */
const LONGEST_FORMULA = 200;
const LONGEST_TERM = 20;

/** Height of ink above the baseline, in sizes. */
const INK_HEIGHT = 0.7;

/** Whether a short block is a term of the previous ones: beside, above or below them, and as high as a part of them. */
function continuesFormula(
  before: readonly number[],
  block: readonly number[],
  placeOf: (i: number) => Place,
): boolean {
  if (before.length > LONGEST_FORMULA || block.length > LONGEST_TERM) return false;
  const formula = inkOf(before, placeOf);
  const term = inkOf(block, placeOf);
  const reach = WORD_GAP * placeOf(block[0] ?? 0).size;
  const isBeside = term.x0 < formula.x1 + reach && term.x1 > formula.x0;
  return isBeside && term.y0 < formula.y1 && term.y1 > formula.y0;
}

function inkOf(glyphs: readonly number[], placeOf: (i: number) => Place): Part["extent"] {
  const part: Part = { glyphs: [], extent: { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity } };
  for (const i of glyphs) {
    const { x0, x1, y, size } = placeOf(i);
    widen(part, { x0, x1, y0: y - INK_HEIGHT * size, y1: y });
  }
  return part.extent;
}
