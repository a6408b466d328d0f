import type { Affine } from "../../geometry/affine.ts";

/** Scales by `factor`. */
export function enlargement(factor: number): Affine {
  return [factor, 0, 0, factor, 0, 0];
}

export function translation(dx: number, dy: number): Affine {
  return [1, 0, 0, 1, dx, dy];
}

/** Rotates about a point, clockwise because y increases downwards. */
export function turnAbout(degrees: number, [x, y]: readonly [x: number, y: number]): Affine {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}
