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
  const data = new Uint8Array(width * height).fill(PAPER);
  for (let y = 0; y < height; y++) {
    drawRow(source, data.subarray(y * width, (y + 1) * width), {
      x: a * 0.5 + c * (y + 0.5) + e - 0.5,
      y: b * 0.5 + d * (y + 0.5) + f - 0.5,
      stepX: a,
      stepY: b,
    });
  }
  return { ...size, data };
}

/** Start of a result row in the source, in pixel-centre coordinates, and the step per pixel. */
interface RowInSource {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

function drawRow(
  { width, height, data }: GreyImage,
  row: Uint8Array,
  { x, y, stepX, stepY }: RowInSource,
): void {
  for (let i = 0; i < row.length; i++) {
    const u = x + i * stepX;
    const v = y + i * stepY;
    const column = Math.floor(u);
    const line = Math.floor(v);
    const at = line * width + column;
    if (column >= 1 && line >= 1 && column + 2 < width && line + 2 < height) {
      row[i] = cubicAt(data, { at, width, right: u - column, down: v - line });
    } else if (column >= -1 && line >= -1 && column < width && line < height) {
      const nearX = Math.min(width - 1, Math.max(0, Math.round(u)));
      const nearY = Math.min(height - 1, Math.max(0, Math.round(v)));
      row[i] = data[nearY * width + nearX] ?? PAPER;
    }
  }
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
  const value =
    here +
    0.5 *
      down *
      (below -
        above +
        down * (2 * above - 5 * here + 4 * below - last + down * (3 * (here - below) + last - above)));
  return value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
}

function cubicInRow(data: Uint8Array, at: number, t: number): number {
  const a = data[at - 1] ?? 0;
  const b = data[at] ?? 0;
  const c = data[at + 1] ?? 0;
  const d = data[at + 2] ?? 0;
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
