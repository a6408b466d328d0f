import type { Affine } from "../../../geometry/affine.ts";

export interface PageGeometry {
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Transformation from default user space to points on the upright page, with y downwards. */
  readonly toPage: Affine;
}

/** The visible box, /Rotate and /UserUnit of a page, as normalised by pdf.js. */
export interface PageFrame {
  readonly view: readonly [number, number, number, number];
  readonly rotate: number;
  readonly userUnit: number;
}

/** Larger units are invalid; the format's limit is 200 inches per side at unit 1. */
const MAX_USER_UNIT = 1000;

export function pageGeometry({ view: [x0, y0, x1, y1], rotate, userUnit }: PageFrame): PageGeometry {
  const unit = Math.min(userUnit, MAX_USER_UNIT);
  const width = (x1 - x0) * unit;
  const height = (y1 - y0) * unit;
  const [left, bottom, right, top] = [x0 * unit, y0 * unit, x1 * unit, y1 * unit];
  switch (rotate) {
    case 90:
      return { width: height, height: width, rotation: 90, toPage: [0, unit, unit, 0, -bottom, -left] };
    case 180:
      return { width, height, rotation: 180, toPage: [-unit, 0, 0, unit, right, -bottom] };
    case 270:
      return { width: height, height: width, rotation: 270, toPage: [0, -unit, -unit, 0, top, right] };
    default:
      return { width, height, rotation: 0, toPage: [unit, 0, 0, -unit, -left, top] };
  }
}
