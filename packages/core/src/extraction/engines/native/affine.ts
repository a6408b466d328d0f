/** A PDF transformation: x' = ax + cy + e, y' = bx + dy + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];

/** The transformation that applies `inner` first and `outer` to its result. */
export function concatenated(inner: Affine, outer: Affine): Affine {
  // By index: taking tuples apart goes through their iterators, which is felt at ten thousand calls a page.
  const a = outer[0];
  const b = outer[1];
  const c = outer[2];
  const d = outer[3];
  return [
    inner[0] * a + inner[1] * c,
    inner[0] * b + inner[1] * d,
    inner[2] * a + inner[3] * c,
    inner[2] * b + inner[3] * d,
    inner[4] * a + inner[5] * c + outer[4],
    inner[4] * b + inner[5] * d + outer[5],
  ];
}

export type Corners = readonly [x0: number, y0: number, x1: number, y1: number];

/** The matrix that an array of a document holds; undefined when it is no array of six numbers. */
export function affineFrom(value: unknown): Affine | undefined {
  if (!Array.isArray(value)) return undefined;
  const [a, b, c, d, e, f]: readonly unknown[] = value;
  const linear = cornersFrom([a, b, c, d]);
  if (!linear || typeof e !== "number" || typeof f !== "number") return undefined;
  return [...linear, e, f];
}

/** The rectangle that an array of a document holds; undefined when it is no array of four numbers. */
export function cornersFrom(value: unknown): Corners | undefined {
  if (!Array.isArray(value)) return undefined;
  const [x0, y0, x1, y1]: readonly unknown[] = value;
  if (typeof x0 !== "number" || typeof y0 !== "number" || typeof x1 !== "number" || typeof y1 !== "number") {
    return undefined;
  }
  return [x0, y0, x1, y1];
}

/** The smallest upright box around the image of the rectangle between two corners. */
export function boundsOf(
  [a, b, c, d, e, f]: Affine,
  [x0, y0, x1, y1]: Corners,
): { x0: number; y0: number; x1: number; y1: number } {
  const xs = [a * x0 + c * y0 + e, a * x1 + c * y0 + e, a * x0 + c * y1 + e, a * x1 + c * y1 + e];
  const ys = [b * x0 + d * y0 + f, b * x1 + d * y0 + f, b * x0 + d * y1 + f, b * x1 + d * y1 + f];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** Where an image falls: it fills the unit square of user space. */
export function unitSquareOf(matrix: Affine): { x0: number; y0: number; x1: number; y1: number } {
  return boundsOf(matrix, [0, 0, 1, 1]);
}

/** By how much areas grow, as a length: the side of the image of a unit square. */
export function scaleOf(matrix: Affine): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
}
