import type { GreyImage } from "../../../raster/image/grey-image.ts";
import { drawnThrough, type Projection, projectionOnto, type Size } from "./perspective.ts";
import type { Point, Quad } from "./quad.ts";

/** Height of a line that the models read, in pixels. */
export const LINE_HEIGHT = 48;

/** A line with this ratio of height to width reads downwards and is turned. */
const TALL = 1.5;

/** Wider lines are compressed; the widest printed line has fewer pixels at this height. */
const WIDEST = 4096;

/** A line of text cut out of an image and straightened. */
export interface LineImage extends Size {
  /** Shades from 0 to 255. */
  readonly shades: Float32Array;
  /** From its pixels to those of the image. */
  readonly toImage: Projection;
}

/** Cuts a line out of an image: straight, `LINE_HEIGHT` high. Lines that are much taller than wide are turned. */
export function lineImage(image: GreyImage, quad: Quad): LineImage {
  const upright = heightOf(quad) >= TALL * widthOf(quad) ? turnedLeft(quad) : quad;
  const scale = LINE_HEIGHT / Math.max(1, heightOf(upright));
  const width = Math.min(WIDEST, Math.max(1, Math.round(widthOf(upright) * scale)));
  const size = { width, height: LINE_HEIGHT };
  const toImage = projectionOnto(upright, size);
  return { ...size, toImage, shades: drawnThrough(image, toImage, size) };
}

/** The same line upside down. */
export function upsideDown({
  width,
  height,
  shades,
  toImage: [a, b, c, d, e, f, g, h],
}: LineImage): LineImage {
  // (x, y) becomes (width - x, height - y); the last number of the matrix is made 1 again.
  const last = g * width + h * height + 1;
  const toImage: Projection = [
    -a / last,
    -b / last,
    (a * width + b * height + c) / last,
    -d / last,
    -e / last,
    (d * width + e * height + f) / last,
    -g / last,
    -h / last,
  ];
  return { width, height, shades: shades.toReversed(), toImage };
}

/** Lines are normalised to -1 to 1, three equal channels; narrower ones are padded with 0. */
export function linesInput(
  lines: readonly LineImage[],
  width: number,
): { readonly data: Float32Array; readonly shape: readonly number[] } {
  const channel = LINE_HEIGHT * width;
  const data = new Float32Array(lines.length * 3 * channel);
  for (const [index, line] of lines.entries()) {
    const start = index * 3 * channel;
    for (let y = 0; y < LINE_HEIGHT; y++) {
      for (let x = 0; x < Math.min(width, line.width); x++) {
        data[start + y * width + x] = (line.shades[y * line.width + x] ?? 0) / 127.5 - 1;
      }
    }
    data.copyWithin(start + channel, start, start + channel);
    data.copyWithin(start + 2 * channel, start, start + channel);
  }
  return { data, shape: [lines.length, 3, LINE_HEIGHT, width] };
}

function turnedLeft([a, b, c, d]: Quad): Quad {
  return [b, c, d, a];
}

function widthOf([a, b, c, d]: Quad): number {
  return Math.max(distance(a, b), distance(d, c));
}

function heightOf([a, b, c, d]: Quad): number {
  return Math.max(distance(a, d), distance(b, c));
}

function distance(one: Point, other: Point): number {
  return Math.hypot(other.x - one.x, other.y - one.y);
}
