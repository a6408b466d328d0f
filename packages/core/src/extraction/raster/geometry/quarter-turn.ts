import { type Affine, IDENTITY } from "../../engines/native/graphics/affine.ts";
import type { GreyImage } from "../image/grey-image.ts";
import type { Redrawn } from "./straighten.ts";

/** Clockwise turns by 90 degrees. */
export type QuarterTurns = 0 | 1 | 2 | 3;

type Size = Pick<GreyImage, "width" | "height">;

/** Turns a picture clockwise; no pixel changes its shade. */
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

/** The index in the new picture of the old one's first pixel, and by how much it changes with x and with y. */
type Path = readonly [start: number, alongX: number, alongY: number];

/** By the number of turns. */
const PATHS: readonly [PathOf, PathOf, PathOf, PathOf] = [
  ({ width }) => [0, 1, width],
  ({ height }) => [height - 1, height, -1],
  ({ width, height }) => [width * height - 1, -1, -width],
  ({ width, height }) => [(width - 1) * height, -height, 1],
];
type PathOf = (size: Size) => Path;

/** By the number of turns: where a point of the new picture is in the old one. */
const BEFORE_TURN: readonly [BeforeTurn, BeforeTurn, BeforeTurn, BeforeTurn] = [
  () => IDENTITY,
  ({ height }) => [0, -1, 1, 0, 0, height],
  ({ width, height }) => [-1, 0, 0, -1, width, height],
  ({ width }) => [0, 1, -1, 0, width, 0],
];
type BeforeTurn = (size: Size) => Affine;
