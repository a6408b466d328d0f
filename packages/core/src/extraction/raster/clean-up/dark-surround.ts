import { type Shades, shadesOfCells } from "./cell-shades.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { histogramOf, quantileOf } from "../image/histogram.ts";

/** The lightest tenth of the cells is paper, however little of a photograph it fills. */
const PAPER_QUANTILE = 0.9;

/** On a darker ground, as of a slide, the text may be light. */
const LEAST_PAPER = 110;

/** In shades of the paper: a darker cell may be a part of the surroundings. */
const DARK = 0.55;

/** In shades of the paper: shades of a cell that lie further apart may be text. */
const PLAIN = 0.35;

/** So much of the surroundings has nothing in it; a dark box with light text has. */
const PLAIN_SHARE = 0.9;

/** Smaller ones, as a share of the picture, do no harm. */
const LEAST_SHARE = 0.005;

/** Two cells further, paper is so many times as light: a shadow grows slowly. */
const STEP = 1.6;

/** So much of the edge of the surroundings is such a step. */
const STEP_SHARE = 0.6;

const WHITE = 255;

/**
 * The picture with the table that a sheet was photographed on, or the black around a scan, in the shade of its paper: their
 * grain would be read as text. Undefined where there are none.
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

/** Cells that are connected with one another, each darker than `level`. */
type Area = readonly number[];

/** The areas that reach the edge of the picture. */
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
      // Beyond the cell in which both meet.
      const beyond = neighboursOf(next, columns, rows).includes(2 * next - cell) ? 2 * next - cell : next;
      edges++;
      if ((middle[beyond] ?? 0) >= STEP * (middle[cell] ?? 0)) steps++;
    }
  }
  return edges > 0 && steps >= STEP_SHARE * edges;
}

/** In the shade of the paper next to them: the cells, and from there on as far into the next cells as these are dark. */
function painted(image: GreyImage, shades: Shades, empty: Uint8Array): GreyImage {
  const data = image.data.slice();
  const paper = paperOver(shades, empty);
  const levels = levelsBeside(shades, empty);
  const open = [...paintedCells(data, { image, shades, empty, paper })];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of neighboursOf(at, image.width, image.height)) {
      const cell = cellOf(to, image, shades);
      // Of the cells themselves all is painted, and of those further away nothing.
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

/** Paints the empty cells whole; the answer is the pixels along their edges. */
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

/** The paper's shade in each cell; in empty ones, that of the nearest cells which are not. */
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

/** Up to which shade a pixel of a cell next to empty ones belongs to these; 0 for all other cells. */
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
