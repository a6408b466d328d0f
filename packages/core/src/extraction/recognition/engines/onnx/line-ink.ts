import { histogramOf, quantileOf } from "../../../raster/image/histogram.ts";
import type { LineImage } from "./line-image.ts";

/** Quantiles of the shades of a line: the darkest and lightest pixels, without accidents, and its paper. */
const ACCIDENTS = 0.03;
const PAPER = 0.5;

/** Least difference from the paper, as a share of that of the strongest ink. */
const INK = 0.4;

/** Share of the height, above and below, where neighbouring lines and ruling lines may reach into a line. */
const MARGIN = 0.15;

/** Columns with fewer pixels of ink are empty: specks. */
const FEWEST_PIXELS = 2;

/** Rows with less ink, as a share of that of full rows, end a line; the baseline is below the last row with `BODY`. */
const EDGE = 0.12;
const BODY = 0.5;

/** Share of the rows that are full. */
const FULL_ROWS = 1 / 8;

/** Fewer rows, as a share of all, are no letters. */
const LOWEST = 0.2;

/** The pixels of a line that are ink, dark or light. */
export class LineInk {
  readonly #isInk: Uint8Array;
  readonly #width: number;
  readonly #height: number;
  readonly #columns: Uint8Array;

  constructor({ width, height, shades }: LineImage) {
    const data = new Uint8Array(shades);
    const histogram = histogramOf(data);
    const paper = quantileOf(histogram, PAPER);
    const darker = paper - quantileOf(histogram, ACCIDENTS);
    const lighter = quantileOf(histogram, 1 - ACCIDENTS) - paper;
    const least = INK * Math.max(darker, lighter, 1);
    this.#isInk = data.map((shade) => (Math.abs(shade - paper) > least ? 1 : 0));
    this.#width = width;
    this.#height = height;
    this.#columns = this.#columnsWithInk();
  }

  /** The widest gap between two columns; of width 0, in their middle, if there is ink everywhere. */
  widestGap(from: number, to: number): Gap {
    const middle = (from + to) / 2;
    let widest: Gap = { x0: middle, x1: middle };
    let start = Math.max(0, Math.round(from));
    const end = Math.min(this.#width, Math.round(to));
    for (let x = start; x <= end; x++) {
      if (x < end && this.#columns[x] === 0) continue;
      if (x - start > widest.x1 - widest.x0) widest = { x0: start, x1: x };
      start = x + 1;
    }
    return widest;
  }

  /** The first and the last column with ink of a range, which is returned if there is none. */
  extent(from: number, to: number): Gap {
    let [x0, x1] = [Math.max(0, Math.round(from)), Math.min(this.#width, Math.round(to))];
    while (x0 < x1 && this.#columns[x0] === 0) x0++;
    while (x1 > x0 && this.#columns[x1 - 1] === 0) x1--;
    return x0 < x1 ? { x0, x1 } : { x0: from, x1: to };
  }

  /** The rows of the line's letters around its middle; all rows if there is no ink. */
  rows(): InkRows {
    const counts = Array.from({ length: this.#height }, (_, y) => this.#inkOfRow(y));
    const full = counts.toSorted((one, other) => other - one)[Math.floor(FULL_ROWS * this.#height)] ?? 0;
    const has = (y: number, share: number): boolean => (counts[y] ?? 0) >= Math.max(1, share * full);
    let [top, bottom] = [Math.floor(this.#height / 2), Math.floor(this.#height / 2)];
    while (top > 0 && has(top - 1, EDGE)) top--;
    while (bottom < this.#height && has(bottom, EDGE)) bottom++;
    if (bottom - top < LOWEST * this.#height) return { top: 0, baseline: this.#height, bottom: this.#height };
    let baseline = bottom;
    while (baseline > top && !has(baseline - 1, BODY)) baseline--;
    return { top, baseline, bottom };
  }

  #columnsWithInk(): Uint8Array {
    const pixels = new Uint8Array(this.#width);
    for (let y = Math.floor(MARGIN * this.#height); y < (1 - MARGIN) * this.#height; y++) {
      const row = this.#row(y);
      for (let x = 0; x < pixels.length; x++) pixels[x] = (pixels[x] ?? 0) + (row[x] ?? 0);
    }
    return pixels.map((count) => (count >= FEWEST_PIXELS ? 1 : 0));
  }

  #inkOfRow(y: number): number {
    let pixels = 0;
    for (const ink of this.#row(y)) pixels += ink;
    return pixels;
  }

  #row(y: number): Uint8Array {
    return this.#isInk.subarray(y * this.#width, (y + 1) * this.#width);
  }
}

/** Upper edges of rows: the first of the tallest letters, the first below the baseline and below the descenders. */
export interface InkRows {
  readonly top: number;
  readonly baseline: number;
  readonly bottom: number;
}

/** A range of columns of a line's image. */
export interface Gap {
  readonly x0: number;
  readonly x1: number;
}
