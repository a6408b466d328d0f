import type { Affine } from "../../geometry/affine.ts";
import type { GreyImage } from "./grey-image.ts";

/** Shade of pixels outside the source image. */
const PAPER = 255;

/**
 * Resamples an image with Catmull-Rom cubic interpolation; the transformation maps points of the result to the source.
 * Bilinear interpolation blurs strokes and causes more recognition errors than a skew of one degree.
 */
export function resampled(
  source: GreyImage,
  [a, b, c, d, e, f]: Affine,
  size: Pick<GreyImage, "width" | "height" | "dpi">,
): GreyImage {
  const { width, height } = size;
  const data = new Uint8Array(width * height);
  const level = b === 0 && c === 0 ? new LevelRows(source, placesOf(width, a, e)) : undefined;
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const inSource = {
      x: a * 0.5 + c * (y + 0.5) + e - 0.5,
      y: b * 0.5 + d * (y + 0.5) + f - 0.5,
      stepX: a,
      stepY: b,
    };
    if (!level?.draw(row, inSource.y)) drawRow(source, row, inSource);
  }
  return { ...size, data };
}

/** Returns where the pixels of a row are in a source that is `step` times as large and begins at `start`. */
function placesOf(width: number, step: number, start: number): Float64Array {
  const first = step * 0.5 + start - 0.5;
  return Float64Array.from({ length: width }, (_, i) => first + i * step);
}

/** Start of a result row in the source, in pixel-centre coordinates, and the step per pixel. */
interface RowInSource {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

function drawRow(source: GreyImage, row: Uint8Array, { x, y, stepX, stepY }: RowInSource): void {
  const { width, height, data } = source;
  for (let i = 0; i < row.length; i++) {
    const u = x + i * stepX;
    const v = y + i * stepY;
    const column = Math.floor(u);
    const line = Math.floor(v);
    const at = line * width + column;
    if (column >= 1 && line >= 1 && column + 2 < width && line + 2 < height) {
      row[i] = cubicAt(data, { at, width, right: u - column, down: v - line });
    } else row[i] = nearestTo(source, u, v);
  }
}

/** Returns the shade of the nearest pixel of the edge; that of the paper beyond it. */
function nearestTo({ width, height, data }: GreyImage, u: number, v: number): number {
  if (u < -1 || v < -1 || u >= width || v >= height) return PAPER;
  const x = Math.min(width - 1, Math.max(0, Math.round(u)));
  const y = Math.min(height - 1, Math.max(0, Math.round(v)));
  return data[y * width + x] ?? PAPER;
}

interface Between {
  readonly at: number;
  readonly width: number;
  readonly right: number;
  readonly down: number;
}

function cubicAt(data: Uint8Array, { at, width, right, down }: Between): number {
  const above = cubicInRow(data, at - width, right);
  const here = cubicInRow(data, at, right);
  const below = cubicInRow(data, at + width, right);
  const last = cubicInRow(data, at + 2 * width, right);
  return shadeOf(cubic(above, here, below, last, down));
}

/** Returns the shade that a pixel of bytes rounds down to. */
function shadeOf(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
}

/** Interpolates between `b` and `c`, which lie between `a` and `d`. */
// oxlint-disable-next-line max-params -- an object of the neighbours for each pixel takes longer
function cubic(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

function cubicInRow(data: Uint8Array, at: number, t: number): number {
  return cubic(data[at - 1] ?? 0, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, t);
}

/** Number of lines that a cubic interpolation needs. */
const SUPPORT = 4;

/**
 * Draws the rows of a result that is not rotated. Several of them lie between the same lines of the source, so each line
 * is interpolated once, and only the lines of one row at a time are kept.
 */
class LevelRows {
  readonly #source: GreyImage;
  /** Where the pixels of a row are in the source. */
  readonly #places: Float64Array;
  /** The first and the last pixel of a row that are far enough from the ends of a line to be interpolated. */
  readonly #first: number;
  readonly #last: number;
  /** The interpolated lines, each at its number modulo `SUPPORT`. */
  readonly #lines: readonly Float64Array[];
  readonly #numbers = Array.from({ length: SUPPORT }, () => -1);

  constructor(source: GreyImage, places: Float64Array) {
    this.#source = source;
    this.#places = places;
    this.#first = places.findIndex((place) => isInside(place, source.width));
    this.#last = places.findLastIndex((place) => isInside(place, source.width));
    this.#lines = Array.from({ length: SUPPORT }, () => new Float64Array(places.length));
  }

  /** Draws the row at `y` in the source; returns whether all lines it needs exist. */
  draw(row: Uint8Array, y: number): boolean {
    if (this.#first === -1 || !isInside(y, this.#source.height)) return false;
    const line = Math.floor(y);
    const t = y - line;
    const above = this.#interpolated(line - 1);
    const here = this.#interpolated(line);
    const below = this.#interpolated(line + 1);
    const last = this.#interpolated(line + 2);
    for (let i = 0; i < this.#first; i++) row[i] = nearestTo(this.#source, this.#places[i] ?? 0, y);
    for (let i = this.#last + 1; i < row.length; i++)
      row[i] = nearestTo(this.#source, this.#places[i] ?? 0, y);
    for (let i = this.#first; i <= this.#last; i++)
      row[i] = shadeOf(cubic(above[i] ?? 0, here[i] ?? 0, below[i] ?? 0, last[i] ?? 0, t));
    return true;
  }

  #interpolated(number: number): Float64Array {
    const slot = number % SUPPORT;
    const line = this.#lines[slot] ?? new Float64Array();
    if (this.#numbers[slot] === number) return line;
    this.#numbers[slot] = number;
    const { width, data } = this.#source;
    for (let i = this.#first; i <= this.#last; i++) {
      const place = this.#places[i] ?? 0;
      const column = Math.floor(place);
      line[i] = cubicInRow(data, number * width + column, place - column);
    }
    return line;
  }
}

/** Whether both neighbours on each side exist. */
function isInside(place: number, length: number): boolean {
  return place >= 1 && Math.floor(place) + 2 < length;
}
