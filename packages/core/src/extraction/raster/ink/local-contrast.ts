import type { GreyImage } from "../image/grey-image.ts";
import type { InkImage } from "../image/ink-image.ts";

/** Pixels that are darker and pixels that are lighter than their surroundings. */
export interface LocalContrast {
  readonly dark: InkImage;
  readonly light: InkImage;
}

/** Radius of the surroundings in inches: slightly more than the stroke width of a headline. */
const REACH = 0.1;

/** Smaller differences, in shades, are grain. */
const LEAST_DIFFERENCE = 12;

/** Smaller differences, in standard deviations of the surroundings, are soft edges of strokes. */
const LEAST_DEVIATIONS = 0.4;

/** Compares each pixel with the mean of the square around it, so that text is found on any background. */
export function localContrast({ width, height, data, dpi }: GreyImage): LocalContrast {
  const reach = Math.max(3, Math.round(REACH * dpi));
  const dark = new Uint8Array(data.length);
  const light = new Uint8Array(data.length);
  const columns = new ColumnSums(data, width, height);
  for (let y = 0; y < height; y++) {
    columns.moveTo(Math.max(0, y - reach), Math.min(height, y + reach + 1));
    markRow({ data, dark, light, columns, width, start: y * width, reach });
  }
  return { dark: { width, height, ink: dark }, light: { width, height, ink: light } };
}

/** Sums of shades and of squared shades over a band of rows, per column. */
class ColumnSums {
  readonly sums: Int32Array;
  readonly squares: Int32Array;
  rows = 0;
  readonly #data: Uint8Array;
  readonly #width: number;
  #y0 = 0;
  #y1 = 0;

  constructor(data: Uint8Array, width: number, height: number) {
    this.#data = data.subarray(0, width * height);
    this.#width = width;
    this.sums = new Int32Array(width);
    this.squares = new Int32Array(width);
  }

  /** Moves the band to rows `y0` (inclusive) to `y1` (exclusive); neither may decrease. */
  moveTo(y0: number, y1: number): void {
    for (; this.#y1 < y1; this.#y1++) this.#add(this.#y1, 1);
    for (; this.#y0 < y0; this.#y0++) this.#add(this.#y0, -1);
    this.rows = y1 - y0;
  }

  #add(y: number, sign: 1 | -1): void {
    for (let x = 0, at = y * this.#width; x < this.#width; x++, at++) {
      const shade = this.#data[at] ?? 0;
      this.sums[x] = (this.sums[x] ?? 0) + sign * shade;
      this.squares[x] = (this.squares[x] ?? 0) + sign * shade * shade;
    }
  }
}

interface Row {
  readonly data: Uint8Array;
  readonly dark: Uint8Array;
  readonly light: Uint8Array;
  readonly columns: ColumnSums;
  readonly width: number;
  readonly start: number;
  readonly reach: number;
}

function markRow({ data, dark, light, columns: { sums, squares, rows }, width, start, reach }: Row): void {
  let [sum, square, x0, x1] = [0, 0, 0, 0];
  for (let x = 0; x < width; x++) {
    for (const end = Math.min(width, x + reach + 1); x1 < end; x1++) {
      sum += sums[x1] ?? 0;
      square += squares[x1] ?? 0;
    }
    for (const first = Math.max(0, x - reach); x0 < first; x0++) {
      sum -= sums[x0] ?? 0;
      square -= squares[x0] ?? 0;
    }
    const count = rows * (x1 - x0);
    const mean = sum / count;
    const difference = (data[start + x] ?? 0) - mean;
    // Most pixels are ground and are done here, without their deviation.
    if (difference < LEAST_DIFFERENCE && difference > -LEAST_DIFFERENCE) continue;
    const variance = square / count - mean * mean;
    if (difference * difference < LEAST_DEVIATIONS * LEAST_DEVIATIONS * variance) continue;
    if (difference < 0) dark[start + x] = 1;
    else light[start + x] = 1;
  }
}
