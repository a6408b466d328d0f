import type { GreyImage } from "../image/grey-image.ts";

/** Paper shades of a page, sampled at the corners of square cells, row by row. */
export interface Background {
  readonly columns: number;
  readonly rows: number;
  readonly shades: Float32Array;
}

/** Side of a cell in pixels: larger than a letter, smaller than a shadow. */
const CELL = 64;

/** Quantile of the shades around a corner that is taken as paper: ink is dark and rarely covers more than this. */
const PAPER_QUANTILE = 0.85;

/** Sampling every second pixel of every second row is accurate enough. */
const STEP = 2;

/** Lower limit for paper shades, for corners within a picture or a black box. */
const DARKEST_PAPER = 40;

/** A larger range of paper shades means a shadow. */
const UNEVEN_SPAN = 40;

/** The recogniser expects black on white and misses strokes on paper darker than this. */
const DARK_PAPER = 225;

/** Target shade of the paper: slightly below white, so that its grain is not clipped. */
const EVEN_SHADE = 250;

/** Share of corners ignored at both ends: pictures, black boxes and grey table rows cover some. */
const OUTLIERS = 0.2;

/** Measures the paper shade around the corner of every cell. */
export function backgroundOf(image: GreyImage): Background {
  const columns = Math.ceil(image.width / CELL) + 1;
  const rows = Math.ceil(image.height / CELL) + 1;
  const shades = new Float32Array(columns * rows);
  const counts = new Uint16Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const paper = paperShadeAt(image, { x: column * CELL, y: row * CELL, counts });
      shades[row * columns + column] = Math.max(DARKEST_PAPER, paper);
    }
  }
  return { columns, rows, shades };
}

/** Whether the paper is so dark or uneven that evening it improves recognition. */
export function isShaded({ shades }: Background): boolean {
  const sorted = shades.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 255;
  const [darkest, lightest] = [at(OUTLIERS), at(1 - OUTLIERS)];
  const isLit = lightest > DARKEST_PAPER;
  return isLit && (lightest - darkest > UNEVEN_SPAN || lightest < DARK_PAPER);
}

/** Divides every pixel by the local paper shade, so that the paper is white everywhere. */
export function evened(image: GreyImage, background: Background): GreyImage {
  const { width, height, data } = image;
  const even = new Uint8Array(data.length);
  const paper = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    paperOfRow(background, y, paper);
    for (let x = 0, at = y * width; x < width; x++, at++) {
      even[at] = Math.min(255, ((data[at] ?? 0) * EVEN_SHADE) / (paper[x] ?? 255));
    }
  }
  return { ...image, data: even };
}

/** A corner of a cell, and counts that are overwritten. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly counts: Uint16Array;
}

function paperShadeAt({ width, height, data }: GreyImage, { x, y, counts }: Corner): number {
  counts.fill(0);
  let left = 0;
  const endX = Math.min(width, x + CELL);
  const endY = Math.min(height, y + CELL);
  for (let row = Math.max(0, y - CELL); row < endY; row += STEP) {
    for (
      let column = Math.max(0, x - CELL), at = row * width + column;
      column < endX;
      column += STEP, at += STEP
    ) {
      const shade = data[at] ?? 0;
      counts[shade] = (counts[shade] ?? 0) + 1;
      left++;
    }
  }
  left *= PAPER_QUANTILE;
  for (let shade = 0; shade < 255; shade++) {
    left -= counts[shade] ?? 0;
    if (left <= 0) return shade;
  }
  return 255;
}

/** Writes the paper shades along a pixel row, interpolated bilinearly between the corners. */
function paperOfRow({ columns, shades }: Background, y: number, paper: Float32Array): void {
  const row = Math.floor(y / CELL);
  const down = y / CELL - row;
  const top = row * columns;
  for (let column = 0; column < columns - 1; column++) {
    const at = top + column;
    const left = (shades[at] ?? 0) * (1 - down) + (shades[at + columns] ?? 0) * down;
    const right = (shades[at + 1] ?? 0) * (1 - down) + (shades[at + columns + 1] ?? 0) * down;
    const end = Math.min(paper.length, (column + 1) * CELL);
    for (let x = column * CELL; x < end; x++) paper[x] = left + ((right - left) * (x - column * CELL)) / CELL;
  }
}
