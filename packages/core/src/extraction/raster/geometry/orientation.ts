import type { Rect } from "../../geometry/rect.ts";
import type { AnalysedImage } from "../ink/analysed-image.ts";
import { cropped } from "../image/crop.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { turned } from "./quarter-turn.ts";
import { unreadInk } from "../ink/unread-ink.ts";

/** What was read in one direction. */
export interface Legibility {
  /** Such as letters times confidence; 0 if nothing was read. */
  readonly score: number;
  /** Number of letters in words that are hardly ever wrong. */
  readonly certain: number;
}

export const NOTHING_READ: Legibility = { score: 0, certain: 0 };

/** Recognises an image of one line. */
export type ReadLine = (line: GreyImage) => Legibility | Promise<Legibility>;

/** What was read in a page's lines as they are and upside down. */
export interface Senses {
  readonly upright: Legibility;
  readonly upsideDown: Legibility;
}

/** So many certain letters, such as two short words, are hardly ever read in a wrong direction. */
const TELLING = 8;

/** In the right direction, at least this many times as many letters are certain. */
const TIMES_AS_CERTAIN = 2;

/** Whether the certain letters alone tell that `one` is the right direction. */
export function isTelling(one: Legibility, other: Legibility): boolean {
  return one.certain >= TELLING && one.certain >= TIMES_AS_CERTAIN * other.certain;
}

/** Whether `one` is more likely the right direction. Noise has a high score, too, if there are many letters. */
export function readsBetter(one: Legibility, other: Legibility): boolean {
  if (isTelling(one, other)) return true;
  return !isTelling(other, one) && one.score > other.score;
}

/** Returns what was read in several lines. */
export function totalOf(lines: readonly Legibility[]): Legibility {
  return lines.reduce(
    (sum, { score, certain }) => ({ score: sum.score + score, certain: sum.certain + certain }),
    NOTHING_READ,
  );
}

/** A few lines are enough to decide. */
const LINES_READ = 4;

/** In letter heights: shorter lines are skipped, if there are many letters; longer ones are cut. */
const SHORTEST_LINE = 4;
const LONGEST_LINE = 40;

/** Margin around a line, in pixels. */
const MARGIN = 6;

/** Reads the longest lines upright and upside down. */
export async function sensesOf(page: AnalysedImage, readLine: ReadLine): Promise<Senses> {
  const { height: certain, roughHeight: height } = page.letters;
  if (height === 0) return { upright: NOTHING_READ, upsideDown: NOTHING_READ };
  const shortest = certain === 0 ? height : SHORTEST_LINE * height;
  const lines = unreadInk(page.components, [], height)
    .lines.filter((line) => lengthOf(line) > shortest)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, LINES_READ)
    .map((line) => cropped(page.image, beginning(line, LONGEST_LINE * height), MARGIN));
  return {
    upright: totalOf(await Promise.all(lines.map(async (line) => readLine(line)))),
    upsideDown: totalOf(await Promise.all(lines.map(async (line) => readLine(turned(line, 2).image)))),
  };
}

function lengthOf({ x0, x1 }: Rect): number {
  return x1 - x0;
}

function beginning(line: Rect, length: number): Rect {
  return { ...line, x1: Math.min(line.x1, line.x0 + length) };
}
