/** A PDF transformation: x' = ax + cy + e, y' = bx + dy + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];

/** The transformation that applies `inner` first and `outer` to its result. */
export function concatenated(inner: Affine, outer: Affine): Affine {
  // Accessed by index, because destructuring uses iterators, which is noticeable at ten thousand calls a page.
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

/** The transformation that reverses another. */
export function inverse([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Affine {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

export type Corners = readonly [x0: number, y0: number, x1: number, y1: number];

/** The matrix in an array of a document; undefined unless it has six numbers. */
export function affineFrom(value: unknown): Affine | undefined {
  if (!Array.isArray(value)) return undefined;
  // Accessed by index here and below, because drawings with a thousand forms call this a thousand times.
  const entries: readonly unknown[] = value;
  const linear = cornersFrom(entries);
  const e = entries[4];
  const f = entries[5];
  if (!linear || typeof e !== "number" || typeof f !== "number") return undefined;
  return [linear[0], linear[1], linear[2], linear[3], e, f];
}

/** The rectangle in an array of a document; undefined unless it has four numbers. */
export function cornersFrom(value: unknown): Corners | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries: readonly unknown[] = value;
  const x0 = entries[0];
  const y0 = entries[1];
  const x1 = entries[2];
  const y1 = entries[3];
  if (typeof x0 !== "number" || typeof y0 !== "number" || typeof x1 !== "number" || typeof y1 !== "number") {
    return undefined;
  }
  return [x0, y0, x1, y1];
}

/** The bounding box of a transformed rectangle. */
export function boundsOf(
  matrix: Affine,
  corners: Corners,
): { x0: number; y0: number; x1: number; y1: number } {
  const x0 = corners[0];
  const y0 = corners[1];
  const x1 = corners[2];
  const y1 = corners[3];
  const leftTop = matrix[0] * x0 + matrix[2] * y0 + matrix[4];
  const rightTop = matrix[0] * x1 + matrix[2] * y0 + matrix[4];
  const leftBottom = matrix[0] * x0 + matrix[2] * y1 + matrix[4];
  const rightBottom = matrix[0] * x1 + matrix[2] * y1 + matrix[4];
  const topLeft = matrix[1] * x0 + matrix[3] * y0 + matrix[5];
  const topRight = matrix[1] * x1 + matrix[3] * y0 + matrix[5];
  const bottomLeft = matrix[1] * x0 + matrix[3] * y1 + matrix[5];
  const bottomRight = matrix[1] * x1 + matrix[3] * y1 + matrix[5];
  return {
    x0: Math.min(leftTop, rightTop, leftBottom, rightBottom),
    y0: Math.min(topLeft, topRight, bottomLeft, bottomRight),
    x1: Math.max(leftTop, rightTop, leftBottom, rightBottom),
    y1: Math.max(topLeft, topRight, bottomLeft, bottomRight),
  };
}

/** The bounding box of an image, which fills the unit square of user space. */
export function unitSquareOf(matrix: Affine): { x0: number; y0: number; x1: number; y1: number } {
  return boundsOf(matrix, [0, 0, 1, 1]);
}

/** The scale factor: the square root of the determinant's absolute value. */
export function scaleOf(matrix: Affine): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
}
