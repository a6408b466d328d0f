import { type Affine, IDENTITY } from "../../geometry/affine.ts";
import type { GreyImage } from "../image/grey-image.ts";
import type { Redrawn } from "./straighten.ts";

/** Number of clockwise rotations by 90 degrees. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Returns a number of clockwise quarter turns, which may be 4 or more, as 0 to 3. */
export function quarterTurns(turns: number): QuarterTurns {
  return ([0, 1, 2, 3] as const)[((turns % 4) + 4) % 4] ?? 0;
}

/** Returns the quarter turns of an image whose points `toSource` maps to its source; a small skew does not count. */
export function turnsFrom([alongX, alongY]: Affine): QuarterTurns {
  return quarterTurns(Math.round((-2 * Math.atan2(alongY, alongX)) / Math.PI));
}

type Size = Pick<GreyImage, "width" | "height">;

/** Rotates an image clockwise without changing pixel values. */
export function turned(source: GreyImage, turns: QuarterTurns): Redrawn {
  const { width, height } = source;
  const sideways = turns % 2 === 1;
  const data = new Uint8Array(source.data.length);
  const [start, alongX, alongY] = PATHS[turns](source);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = start + y * alongY; x < width; x++, from++, to += alongX) {
      data[to] = source.data[from] ?? 0;
    }
  }
  const size = sideways ? { width: height, height: width } : { width, height };
  return { image: { ...source, ...size, data }, toSource: BEFORE_TURN[turns](source) };
}

/** Index in the result of the source's first pixel, and its change per step in x and y. */
type Path = readonly [start: number, alongX: number, alongY: number];

/** By number of turns. */
const PATHS: readonly [PathOf, PathOf, PathOf, PathOf] = [
  ({ width }) => [0, 1, width],
  ({ height }) => [height - 1, height, -1],
  ({ width, height }) => [width * height - 1, -1, -width],
  ({ width, height }) => [(width - 1) * height, -height, 1],
];
type PathOf = (size: Size) => Path;

/** Maps points of the result to the source, by number of turns. */
const BEFORE_TURN: readonly [BeforeTurn, BeforeTurn, BeforeTurn, BeforeTurn] = [
  () => IDENTITY,
  ({ height }) => [0, -1, 1, 0, 0, height],
  ({ width, height }) => [-1, 0, 0, -1, width, height],
  ({ width }) => [0, 1, -1, 0, width, 0],
];
type BeforeTurn = (size: Size) => Affine;
