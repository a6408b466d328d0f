import type { GreyImage } from "../../../raster/image/grey-image.ts";
import type { Point, Quad } from "./quad.ts";

/** A projective map of the plane: eight numbers of a 3 × 3 matrix whose last is 1. */
export type Projection = readonly [number, number, number, number, number, number, number, number];

/**
 * The projection of a rectangle from the origin, `width` by `height`, onto a quadrilateral. Exact for any quadrilateral
 * with straight sides (Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989).
 */
export function projectionOnto([p0, p1, p2, p3]: Quad, { width, height }: Size): Projection {
  const [dx1, dx2, dx3] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [dy1, dy2, dy3] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / area;
  const h = (dx1 * dy3 - dx3 * dy1) / area;
  return [
    (p1.x - p0.x + g * p1.x) / width,
    (p3.x - p0.x + h * p3.x) / height,
    p0.x,
    (p1.y - p0.y + g * p1.y) / width,
    (p3.y - p0.y + h * p3.y) / height,
    p0.y,
    g / width,
    h / height,
  ];
}

export function projected([a, b, c, d, e, f, g, h]: Projection, { x, y }: Point): Point {
  const w = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws what a projection shows of an image, with bilinear interpolation; the edge continues outside the image. */
export function drawnThrough(
  image: GreyImage,
  [a, b, c, d, e, f, g, h]: Projection,
  { width, height }: Size,
): Float32Array {
  const shades = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // As `projected`, without a point for each pixel.
      const w = g * (x + 0.5) + h * (y + 0.5) + 1;
      const u = (a * (x + 0.5) + b * (y + 0.5) + c) / w - 0.5;
      const v = (d * (x + 0.5) + e * (y + 0.5) + f) / w - 0.5;
      shades[y * width + x] = shadeAt(image, u, v);
    }
  }
  return shades;
}

function shadeAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const u = Math.min(width - 1, Math.max(0, x));
  const v = Math.min(height - 1, Math.max(0, y));
  const x0 = Math.floor(u);
  const y0 = Math.floor(v);
  const upper = y0 * width + x0;
  const lower = y0 + 1 < height ? upper + width : upper;
  const next = x0 + 1 < width ? 1 : 0;
  const right = u - x0;
  const above = (data[upper] ?? 0) * (1 - right) + (data[upper + next] ?? 0) * right;
  const below = (data[lower] ?? 0) * (1 - right) + (data[lower + next] ?? 0) * right;
  return above + (below - above) * (v - y0);
}
