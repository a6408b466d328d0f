import type { Affine } from "../../engines/native/graphics/affine.ts";

/** Everything `factor` times as large. */
export function enlargement(factor: number): Affine {
  return [factor, 0, 0, factor, 0, 0];
}

export function translation(dx: number, dy: number): Affine {
  return [1, 0, 0, 1, dx, dy];
}

/** A turn about a point, clockwise because y grows downwards. */
export function turnAbout(degrees: number, [x, y]: readonly [x: number, y: number]): Affine {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}
