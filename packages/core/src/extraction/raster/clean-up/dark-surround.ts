import { type Shades, shadesOfCells } from "./cell-shades.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";

/** The lightest tenth of the cells is taken as paper, since the sheet may fill little of a photograph. */
const PAPER_QUANTILE = 0.9;

/** On a darker background, such as a slide, the text may be light. */
const LEAST_PAPER = 110;

/** Cells darker than this share of the paper shade may belong to the surroundings. */
const DARK = 0.55;

/** Cells whose range of shades exceeds this share of the paper shade may contain text. */
const PLAIN = 0.35;

/** Minimum share of plain cells in the surroundings; a dark box with light text has fewer. */
const PLAIN_SHARE = 0.9;

/** Smaller areas, as a share of the image, do no harm. */
const LEAST_SHARE = 0.005;

/** Paper two cells beyond the edge is at least this many times as light; shadows change more gradually. */
const STEP = 1.6;

/** Minimum share of the edge of the surroundings with a step of at least `STEP`. */
const STEP_SHARE = 0.6;

const WHITE = 255;

/**
 * Paints dark surroundings, such as the table under a sheet or the black around a scan, in the paper shade, because
 * their grain would be read as text. Returns undefined if there are none.
 */
export function withoutSurroundings(image: GreyImage): GreyImage | undefined {
  const shades = shadesOfCells(image);
  const paper = quantileOf(histogramOf(shades.middle), PAPER_QUANTILE);
  if (paper < LEAST_PAPER) return undefined;
  const empty = new Uint8Array(shades.middle.length);
  for (const area of darkAreas(shades, DARK * paper)) {
    if (isEmpty(area, shades, paper)) for (const cell of area) empty[cell] = 1;
  }
  return empty.includes(1) ? painted(image, shades, empty) : undefined;
}

/** Indices of connected dark cells. */
type Area = readonly number[];

/** Returns the connected areas of cells darker than `level` that touch the edge of the image. */
function darkAreas({ columns, rows, middle }: Shades, level: number): readonly Area[] {
  const isLeft = middle.map((shade) => (shade < level ? 1 : 0));
  const taken = (cell: number): boolean => {
    const isFree = isLeft[cell] === 1;
    isLeft[cell] = 0;
    return isFree;
  };
  const areas: Area[] = [];
  for (let cell = 0; cell < middle.length; cell++) {
    if (neighboursOf(cell, columns, rows).length === 4 || !taken(cell)) continue;
    const area = [cell];
    for (const reached of area) area.push(...neighboursOf(reached, columns, rows).filter(taken));
    areas.push(area);
  }
  return areas;
}

function neighboursOf(cell: number, columns: number, rows: number): readonly number[] {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < columns - 1 ? [cell + 1] : []),
    ...(row > 0 ? [cell - columns] : []),
    ...(row < rows - 1 ? [cell + columns] : []),
  ];
}

function isEmpty(area: Area, shades: Shades, paper: number): boolean {
  const { columns, rows, darkest, middle, lightest } = shades;
  const own = new Set(area);
  const inner = area.filter((cell) => neighboursOf(cell, columns, rows).every((next) => own.has(next)));
  if (inner.length < LEAST_SHARE * middle.length) return false;
  const plain = inner.filter((cell) => (lightest[cell] ?? 0) - (darkest[cell] ?? 0) < PLAIN * paper);
  if (plain.length < PLAIN_SHARE * inner.length) return false;
  let [edges, steps] = [0, 0];
  for (const cell of area) {
    for (const next of neighboursOf(cell, columns, rows)) {
      if (own.has(next)) continue;
      // Compare with the cell after next: the next one may contain both surroundings and paper.
      const beyond = neighboursOf(next, columns, rows).includes(2 * next - cell) ? 2 * next - cell : next;
      edges++;
      if ((middle[beyond] ?? 0) >= STEP * (middle[cell] ?? 0)) steps++;
    }
  }
  return edges > 0 && steps >= STEP_SHARE * edges;
}

/** Paints the empty cells and the dark pixels connected to them in nearby cells in the shade of the nearest paper. */
function painted(image: GreyImage, shades: Shades, empty: Uint8Array): GreyImage {
  const data = image.data.slice();
  const paper = paperOver(shades, empty);
  const levels = levelsBeside(shades, empty);
  const open = [...paintedCells(data, { image, shades, empty, paper })];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of neighboursOf(at, image.width, image.height)) {
      const cell = cellOf(to, image, shades);
      // Empty cells are already painted; cells further away have level 0 and are not painted.
      if (empty[cell] === 1 || (data[to] ?? WHITE) >= (levels[cell] ?? 0)) continue;
      data[to] = paper[cell] ?? WHITE;
      open.push(to);
    }
  }
  return { ...image, data };
}

interface Painting {
  readonly image: GreyImage;
  readonly shades: Shades;
  readonly empty: Uint8Array;
  readonly paper: Uint8Array;
}

/** Paints the empty cells completely and returns the pixels along their edges. */
function paintedCells(data: Uint8Array, { image, shades, empty, paper }: Painting): readonly number[] {
  const { side } = shades;
  const edges: number[] = [];
  for (let y = 0, at = 0; y < image.height; y++) {
    const isEdgeRow = y % side === 0 || y % side === side - 1;
    for (let x = 0; x < image.width; x++, at++) {
      const cell = cellOf(at, image, shades);
      if (empty[cell] !== 1) continue;
      data[at] = paper[cell] ?? WHITE;
      if (isEdgeRow || x % side === 0 || x % side === side - 1) edges.push(at);
    }
  }
  return edges;
}

function cellOf(at: number, { width }: GreyImage, { columns, side }: Shades): number {
  return Math.floor(at / width / side) * columns + Math.floor((at % width) / side);
}

/** Returns the paper shade of each cell; for empty cells, that of the nearest non-empty cells. */
function paperOver({ columns, rows, lightest }: Shades, empty: Uint8Array): Uint8Array {
  const paper = lightest.slice();
  const isOpen = empty.slice();
  let known = Array.from(empty.keys()).filter((cell) => empty[cell] !== 1);
  while (known.length > 0) {
    const beside = known.flatMap((cell) => neighboursOf(cell, columns, rows));
    const next = [...new Set(beside.filter((cell) => isOpen[cell] === 1))];
    const shades = next.map((cell) => {
      const sources = neighboursOf(cell, columns, rows).filter((other) => isOpen[other] !== 1);
      return sources.reduce((sum, other) => sum + (paper[other] ?? WHITE), 0) / sources.length;
    });
    for (const [index, cell] of next.entries()) {
      paper[cell] = shades[index] ?? WHITE;
      isOpen[cell] = 0;
    }
    known = next;
  }
  return paper;
}

/** Returns, per cell near empty ones, the shade below which a pixel belongs to the surroundings; 0 for other cells. */
function levelsBeside(shades: Shades, empty: Uint8Array): Uint8Array {
  const { columns, rows, middle, lightest } = shades;
  const levels = new Uint8Array(empty.length);
  for (let cell = 0; cell < empty.length; cell++) {
    if (empty[cell] !== 1) continue;
    for (const next of around(cell, columns, rows)) {
      levels[next] = Math.round(((middle[cell] ?? 0) + (lightest[next] ?? 0)) / 2);
    }
  }
  return levels;
}

function around(cell: number, columns: number, rows: number): readonly number[] {
  const beside = neighboursOf(cell, columns, rows);
  return [...new Set([...beside, ...beside.flatMap((next) => neighboursOf(next, columns, rows))])];
}
