import { type Affine, boundsOf, concatenated } from "../../engines/native/graphics/affine.ts";
import { areaOf, type Rect } from "../../page/rect.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { cropped } from "../image/crop.ts";
import { enlargement, translation } from "../image/transforms.ts";
import { inverted } from "../clean-up/invert.ts";
import { type WrittenLine, writtenLines } from "../ink/written-lines.ts";
import type { ReadLine } from "./orientation.ts";
import { type QuarterTurns, turned } from "./quarter-turn.ts";
import { reduced } from "../image/reduce.ts";
import type { Redrawn } from "./straighten.ts";

/** The part of a picture that holds its lines of text, upright. */
export interface WrittenPart extends Redrawn {
  readonly turns: QuarterTurns;
  /** How much of the picture it is, 0 to 1. */
  readonly share: number;
}

/** Lines are looked for in a reduction to this many pixels, so grain averages out and size sets no limit. */
const LOOK_PIXELS = 2_500_000;

/** The resolution that `writtenLines` is to take it for: photographs rarely know theirs. */
const LOOK_DPI = 150;

/** Several lines outvote one piece of texture that happens to read. */
const LINES_READ = 6;

/** Fewer letters are rarely a line. */
const FEWEST_LETTERS = 4;

/** In letters times their confidence, over all lines that are read. */
const LEAST_READ = 20;

/** In heights of a line: how far a line may be from the others of its part. */
const APART = 8;

/** In heights of a line: ink around the lines that may be text. */
const AROUND = 3;

/** Lines of twice this height, in pixels, are halved, and so on: they read as well, and their grain averages out. */
const LINE_HEIGHT = 28;

/** White around a line, in pixels. */
const MARGIN = 10;

/**
 * Finds the part of a picture that can be read, such as the sheet in a photograph, and which way up it reads. Each
 * direction is tried by reading its longest lines; undefined if none reads.
 */
export function writtenPart(
  picture: GreyImage,
  readLine: ReadLine,
  directions: readonly QuarterTurns[],
): WrittenPart | undefined {
  const factor = Math.ceil(Math.sqrt((picture.width * picture.height) / LOOK_PIXELS));
  const look = { picture, factor, small: { ...reduced(picture, factor), dpi: LOOK_DPI }, readLine };
  const best = directions
    .map((turns) => tryDirection(look, turns))
    .reduce((one, other) => (other.score > one.score ? other : one));
  return best.score < LEAST_READ ? undefined : partAround(look, best);
}

interface LookAtPicture {
  readonly picture: GreyImage;
  readonly small: GreyImage;
  /** How many pixels of the picture are one of `small`, along a side. */
  readonly factor: number;
  readonly readLine: ReadLine;
}

interface Direction {
  readonly turns: QuarterTurns;
  readonly score: number;
  /** Around the lines, in pixels of the picture. */
  readonly box: Rect;
  /** Median height of the lines, in pixels of the picture. */
  readonly lineHeight: number;
}

function tryDirection({ picture, small, factor, readLine }: LookAtPicture, turns: QuarterTurns): Direction {
  const standing = turned(small, turns);
  const toPicture = concatenated(standing.toSource, enlargement(factor));
  const lines = writtenLines(standing.image).filter(({ letters }) => letters >= FEWEST_LETTERS);
  const read = lines
    .toSorted((one, other) => other.letters - one.letters)
    .slice(0, LINES_READ)
    .map((line) => {
      const part = { box: inPicture(line.box, toPicture), lineHeight: heightOf(line) * factor, turns };
      const cut = partAs(picture, part, MARGIN).image;
      return { line, score: readLine(line.isLightOnDark ? inverted(cut) : cut) };
    });
  const legible = read.filter(({ score }) => score > 0).map(({ line }) => line);
  return {
    turns,
    score: read.reduce((sum, { score }) => sum + score, 0),
    box: inPicture(boxAround(legible, lines), toPicture),
    lineHeight: median(legible.map(heightOf)) * factor,
  };
}

function heightOf({ box }: WrittenLine): number {
  return box.y1 - box.y0;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function inPicture({ x0, y0, x1, y1 }: Rect, toPicture: Affine): Rect {
  return boundsOf(toPicture, [x0, y0, x1, y1]);
}

/** Around the lines that were read and those near to them: texture further away may look like lines as well. */
function boxAround(legible: readonly WrittenLine[], lines: readonly WrittenLine[]): Rect {
  const apart = APART * median(legible.map(heightOf));
  const part = legible.map(({ box }) => box);
  let others = lines.map(({ box }) => box);
  // The loop goes on over what it adds.
  for (const reached of part) {
    part.push(...others.filter((box) => areNear(reached, box, apart)));
    others = others.filter((box) => !areNear(reached, box, apart));
  }
  return {
    x0: Math.min(...part.map(({ x0 }) => x0)),
    y0: Math.min(...part.map(({ y0 }) => y0)),
    x1: Math.max(...part.map(({ x1 }) => x1)),
    y1: Math.max(...part.map(({ y1 }) => y1)),
  };
}

function areNear(one: Rect, other: Rect, apart: number): boolean {
  return (
    one.x0 - apart <= other.x1 &&
    other.x0 - apart <= one.x1 &&
    one.y0 - apart <= other.y1 &&
    other.y0 - apart <= one.y1
  );
}

function partAround({ picture }: LookAtPicture, best: Direction): WrittenPart {
  const { image, toSource } = partAs(picture, best, AROUND * best.lineHeight);
  const { turns, box } = best;
  return { image, toSource, turns, share: Math.min(1, areaOf(box) / (picture.width * picture.height)) };
}

/** A part of the picture, with `margin` pixels around it, turned, and reduced if its lines are high. */
function partAs(
  picture: GreyImage,
  { box, lineHeight, turns }: Omit<Direction, "score">,
  margin: number,
): Redrawn {
  const cut = cropped(picture, box, margin);
  const factor = Math.max(1, Math.floor(lineHeight / LINE_HEIGHT));
  const standing = turned(reduced(cut, factor), turns);
  const [left, top] = [Math.max(0, Math.floor(box.x0 - margin)), Math.max(0, Math.floor(box.y0 - margin))];
  const toPicture = concatenated(enlargement(factor), translation(left, top));
  return { image: standing.image, toSource: concatenated(standing.toSource, toPicture) };
}
