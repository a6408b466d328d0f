import { median } from "../../geometry/median.ts";
import { type Affine, boundsOf, concatenated } from "../../geometry/affine.ts";
import { areaOf, areNear, boxAround, type Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { cropped } from "../image/crop.ts";
import { enlargement, translation } from "../image/transforms.ts";
import { inverted } from "../clean-up/invert.ts";
import { type WrittenLine, writtenLines } from "../ink/written-lines.ts";
import {
  isTelling,
  NOTHING_READ,
  type ReadLine,
  type Legibility,
  readsBetter,
  totalOf,
} from "./orientation.ts";
import { type QuarterTurns, turned } from "./quarter-turn.ts";
import { reduced } from "../image/reduce.ts";
import type { Redrawn } from "./straighten.ts";

/** The part of an image that contains its lines of text, upright. */
export interface WrittenPart extends Redrawn {
  readonly turns: QuarterTurns;
  /** Its share of the image area, 0 to 1. */
  readonly share: number;
}

/** Lines are searched for in an image reduced to this many pixels, which averages out grain and bounds the time. */
const LOOK_PIXELS = 2_500_000;

/** Resolution passed to `writtenLines`: photographs rarely have a correct one. */
const LOOK_DPI = 150;

/** Several lines outweigh a piece of texture that happens to be read as text. */
const LINES_READ = 6;

/** Fewer letters are rarely a line of text. */
const FEWEST_LETTERS = 4;

/** Minimum score (letters times confidence) over all lines read, unless certain words tell the direction. */
const LEAST_READ = 20;

/** Maximum distance of a line from the others of its part, in line heights. */
const APART = 8;

/** Margin around the lines that may contain more text, in line heights. */
const AROUND = 3;

/** Lines at least twice this high, in pixels, are reduced towards it: they read as well, and grain averages out. */
const LINE_HEIGHT = 28;

/** Margin around a line, in pixels. */
const MARGIN = 10;

/**
 * Finds the legible part of an image, such as the sheet in a photograph, and its orientation. Tests each direction by
 * reading its longest lines; returns undefined if none is legible.
 */
export async function writtenPart(
  picture: GreyImage,
  readLine: ReadLine,
  directions: readonly QuarterTurns[],
): Promise<WrittenPart | undefined> {
  const factor = Math.ceil(Math.sqrt((picture.width * picture.height) / LOOK_PIXELS));
  const look = { picture, factor, small: { ...reduced(picture, factor), dpi: LOOK_DPI }, readLine };
  const tried = await Promise.all(directions.map((turns) => tryDirection(look, turns)));
  const best = tried.reduce((one, other) => (readsBetter(other.read, one.read) ? other : one));
  return best.read.score < LEAST_READ && !isTelling(best.read, NOTHING_READ)
    ? undefined
    : partAround(look, best);
}

interface LookAtPicture {
  readonly picture: GreyImage;
  readonly small: GreyImage;
  /** Scale factor from `small` to `picture`. */
  readonly factor: number;
  readonly readLine: ReadLine;
}

interface Direction {
  readonly turns: QuarterTurns;
  readonly read: Legibility;
  /** Bounding box of the lines, in pixels of the picture; undefined if none is legible. */
  readonly box: Rect | undefined;
  /** Median height of the lines, in pixels of the picture. */
  readonly lineHeight: number;
}

async function tryDirection(
  { picture, small, factor, readLine }: LookAtPicture,
  turns: QuarterTurns,
): Promise<Direction> {
  const standing = turned(small, turns);
  const toPicture = concatenated(standing.toSource, enlargement(factor));
  const lines = writtenLines(standing.image).filter(({ letters }) => letters >= FEWEST_LETTERS);
  const longest = lines.toSorted((one, other) => other.letters - one.letters).slice(0, LINES_READ);
  const tried = await Promise.all(
    longest.map(async (line) => {
      const part = { box: inPicture(line.box, toPicture), lineHeight: heightOf(line) * factor, turns };
      const cut = partAs(picture, part, MARGIN).image;
      return { line, read: await readLine(line.isLightOnDark ? inverted(cut) : cut) };
    }),
  );
  const legible = tried.filter(({ read }) => read.score > 0).map(({ line }) => line);
  const box = boxWithNear(legible, lines);
  return {
    turns,
    read: totalOf(tried.map(({ read }) => read)),
    box: box && inPicture(box, toPicture),
    lineHeight: (median(legible.map(heightOf)) ?? 0) * factor,
  };
}

function heightOf({ box }: WrittenLine): number {
  return box.y1 - box.y0;
}

function inPicture({ x0, y0, x1, y1 }: Rect, toPicture: Affine): Rect {
  return boundsOf(toPicture, [x0, y0, x1, y1]);
}

/** Returns the box around the legible lines and lines near them; lines further away may be texture. */
function boxWithNear(legible: readonly WrittenLine[], lines: readonly WrittenLine[]): Rect | undefined {
  const apart = APART * (median(legible.map(heightOf)) ?? 0);
  const part = legible.map(({ box }) => box);
  let others = lines.map(({ box }) => box);
  // The loop also visits the boxes that it adds.
  for (const reached of part) {
    part.push(...others.filter((box) => areNear(reached, box, apart)));
    others = others.filter((box) => !areNear(reached, box, apart));
  }
  return boxAround(part);
}

function partAround({ picture }: LookAtPicture, best: Direction): WrittenPart | undefined {
  const { turns, box, lineHeight } = best;
  if (box === undefined) return undefined;
  const { image, toSource } = partAs(picture, { turns, box, lineHeight }, AROUND * lineHeight);
  return { image, toSource, turns, share: Math.min(1, areaOf(box) / (picture.width * picture.height)) };
}

/** Crops a part of the picture plus `margin` pixels, rotates it, and reduces it if its lines are large. */
function partAs(
  picture: GreyImage,
  { box, lineHeight, turns }: Pick<Direction, "turns" | "lineHeight"> & { readonly box: Rect },
  margin: number,
): Redrawn {
  const cut = cropped(picture, box, margin);
  const factor = Math.max(1, Math.floor(lineHeight / LINE_HEIGHT));
  const standing = turned(reduced(cut, factor), turns);
  const [left, top] = [Math.max(0, Math.floor(box.x0 - margin)), Math.max(0, Math.floor(box.y0 - margin))];
  const toPicture = concatenated(enlargement(factor), translation(left, top));
  return { image: standing.image, toSource: concatenated(standing.toSource, toPicture) };
}
