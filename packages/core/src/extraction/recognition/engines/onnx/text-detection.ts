import type { Numbers, OnnxModel } from "../../../engines/onnx/onnx-runtime.ts";
import type { GreyImage } from "../../../raster/image/grey-image.ts";
import { drawnThrough, projectionOnto, type Size } from "./perspective.ts";
import { cornersOf, grown, leastBox, type Point, type Quad, type TiltedBox, wholeOf } from "./quad.ts";

/** PaddleOCR's mean and standard deviation of each channel, of shades from 0 to 1. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** Sides are multiples of this, because the model halves them five times. */
const MULTIPLE = 32;

/** PaddleOCR's parameters of the post-processing of DB (Liao et al., 2020). */
const TEXT_PIXEL = 0.3;
const TEXT_BOX = 0.6;
const UNCLIP_RATIO = 1.5;
const MOST_BOXES = 1000;
const LEAST_SIDE = 3;
const LEAST_GROWN_SIDE = LEAST_SIDE + 2;

/**
 * What boxes are larger on each side, as a share of their height: the models lose accents, descenders and signs at the
 * ends of lines that are cut tight (`docs/evidence/recognition.md`).
 */
const MARGIN = 0.1;

/** Returns the lines of text in an image, from top to bottom; its longer side is reduced to `longest`. */
export async function detectLines(
  model: OnnxModel,
  image: GreyImage,
  longest: number,
): Promise<readonly Quad[]> {
  const size = detectionSize(image, longest);
  const output = await model.run(detectionInput(image, size));
  const [scaleX, scaleY] = [image.width / size.width, image.height / size.height];
  const quads = boxesIn(mapOf(output, size)).map((box) => cornersOf(withMargin(box)));
  return quads.map((quad) => scaled(quad, scaleX, scaleY));
}

/** The size at which an image is searched for text. */
export function detectionSize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  const side = (length: number): number =>
    Math.max(MULTIPLE, Math.round((length * scale) / MULTIPLE) * MULTIPLE);
  return { width: side(width), height: side(height) };
}

/** An image as the detection model takes it: three equal channels, normalised, channels first. */
export function detectionInput(image: GreyImage, size: Size): Numbers {
  const shades = drawnThrough(image, projectionOnto(wholeOf(image), size), size);
  const data = new Float32Array(3 * shades.length);
  for (const [channel, mean] of MEAN.entries()) {
    const deviation = DEVIATION[channel] ?? 1;
    const start = channel * shades.length;
    for (let i = 0; i < shades.length; i++) data[start + i] = ((shades[i] ?? 0) / 255 - mean) / deviation;
  }
  return { data, shape: [1, 3, size.height, size.width] };
}

/** For each pixel, the probability that it is text. */
export interface ProbabilityMap extends Size {
  readonly data: Float32Array;
}

function mapOf({ data, shape }: Numbers, { width, height }: Size): ProbabilityMap {
  if (data.length === width * height) return { width, height, data };
  throw new Error(
    `The detection model returned ${shape.join(" × ")} numbers instead of ${height} × ${width}.`,
  );
}

/** Returns the boxes of text in a map, as DB post-processing finds them: grown by their area and perimeter. */
export function boxesIn(map: ProbabilityMap): readonly TiltedBox[] {
  const boxes: TiltedBox[] = [];
  for (const pixels of areasOf(map)) {
    const box = leastBox(outlineOf(pixels, map));
    if (!box || Math.min(box.length, box.height) < LEAST_SIDE) continue;
    if (meanOf(pixels, map) < TEXT_BOX) continue;
    const by = (box.length * box.height * UNCLIP_RATIO) / (2 * (box.length + box.height));
    const whole = grown(box, by);
    if (Math.min(whole.length, whole.height) >= LEAST_GROWN_SIDE) boxes.push(whole);
    if (boxes.length === MOST_BOXES) break;
  }
  return boxes.toSorted((one, other) => one.middle.y - other.middle.y);
}

function withMargin(box: TiltedBox): TiltedBox {
  return grown(box, MARGIN * Math.min(box.length, box.height));
}

/** The connected areas of text pixels, as indexes of pixels. */
function* areasOf({ width, data }: ProbabilityMap): Generator<readonly number[]> {
  const isNew = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) isNew[at] = (data[at] ?? 0) > TEXT_PIXEL ? 1 : 0;
  for (let start = isNew.indexOf(1); start !== -1; start = isNew.indexOf(1, start)) {
    yield areaFrom(start, isNew, width);
  }
}

/** The new pixels that are connected with one of them; they are no longer new. */
function areaFrom(start: number, isNew: Uint8Array, width: number): readonly number[] {
  const area: number[] = [];
  const take = (at: number): void => {
    if (isNew[at] === 1) area.push(at);
    isNew[at] = 0;
  };
  take(start);
  for (const at of area) {
    const x = at % width;
    const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
    // Rows above and below the map have no pixels.
    for (let row = at - x - width; row <= at - x + width; row += width) {
      for (let next = row + left; next <= row + right; next++) take(next);
    }
  }
  return area;
}

/** The outer corners of the first and last pixel of each row: the hull of an area is theirs. */
function outlineOf(pixels: readonly number[], { width }: Size): readonly Point[] {
  const rows = new Map<number, [number, number]>();
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [x0, x1] = rows.get(y) ?? [x, x];
    rows.set(y, [Math.min(x0, x), Math.max(x1, x)]);
  }
  return [...rows].flatMap(([y, [x0, x1]]) => [
    { x: x0, y },
    { x: x0, y: y + 1 },
    { x: x1 + 1, y },
    { x: x1 + 1, y: y + 1 },
  ]);
}

function meanOf(pixels: readonly number[], { data }: ProbabilityMap): number {
  return pixels.reduce((sum, at) => sum + (data[at] ?? 0), 0) / pixels.length;
}

function scaled([a, b, c, d]: Quad, x: number, y: number): Quad {
  const point = (given: Point): Point => ({ x: given.x * x, y: given.y * y });
  return [point(a), point(b), point(c), point(d)];
}
