import type { GreyImage } from "../image/grey-image.ts";

/** Shades of an image per square cell, row by row. */
export interface Shades {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell in pixels. */
  readonly side: number;
  /** 5 %, 50 % and 95 % quantiles of the shades of each cell. */
  readonly darkest: Uint8Array;
  readonly middle: Uint8Array;
  readonly lightest: Uint8Array;
}

/** Number of cells along the longer side of an image. */
const CELLS = 100;
const SMALLEST_CELL = 12;

/** Pixels sampled per row and per column of a cell, at least. */
const SAMPLES = 8;

const OUTLIERS = 0.05;

export function shadesOfCells(image: GreyImage): Shades {
  const side = Math.max(SMALLEST_CELL, Math.ceil(Math.max(image.width, image.height) / CELLS));
  const columns = Math.ceil(image.width / side);
  const rows = Math.ceil(image.height / side);
  const darkest = new Uint8Array(columns * rows);
  const middle = new Uint8Array(columns * rows);
  const lightest = new Uint8Array(columns * rows);
  for (let cell = 0; cell < middle.length; cell++) {
    const shades = sorted(image, { x: (cell % columns) * side, y: Math.floor(cell / columns) * side, side });
    const at = (share: number): number => shades[Math.floor(share * (shades.length - 1))] ?? 0;
    darkest[cell] = at(OUTLIERS);
    middle[cell] = at(1 / 2);
    lightest[cell] = at(1 - OUTLIERS);
  }
  return { columns, rows, side, darkest, middle, lightest };
}

function sorted(
  { width, height, data }: GreyImage,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): Uint8Array {
  const step = Math.max(1, Math.floor(side / SAMPLES));
  const shades = new Uint8Array(Math.ceil(side / step) ** 2);
  let count = 0;
  for (let row = y; row < Math.min(height, y + side); row += step) {
    for (let column = x; column < Math.min(width, x + side); column += step) {
      shades[count++] = data[row * width + column] ?? 0;
    }
  }
  return shades.subarray(0, count).toSorted();
}
