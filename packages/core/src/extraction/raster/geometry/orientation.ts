import type { Rect } from "../../page/rect.ts";
import type { AnalysedImage } from "../ink/analysed-image.ts";
import { cropped } from "../image/crop.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { turned } from "./quarter-turn.ts";
import { unreadInk } from "../ink/unread-ink.ts";

/** Recognises an image of one line and returns a score, such as letters times confidence; 0 if nothing is read. */
export type ReadLine = (line: GreyImage) => number;

/** Scores of a page's lines as they are and upside down. */
export interface Senses {
  readonly upright: number;
  readonly upsideDown: number;
}

/** A few lines are enough to decide. */
const LINES_READ = 4;

/** In letter heights: shorter lines are skipped, if there are many letters; longer ones are cut. */
const SHORTEST_LINE = 4;
const LONGEST_LINE = 40;

/** Margin around a line, in pixels. */
const MARGIN = 6;

/** Reads the longest lines upright and upside down, and returns the total scores. */
export function sensesOf(page: AnalysedImage, readLine: ReadLine): Senses {
  const { height: certain, roughHeight: height } = page.letters;
  if (height === 0) return { upright: 0, upsideDown: 0 };
  const shortest = certain === 0 ? height : SHORTEST_LINE * height;
  const lines = unreadInk(page.components, [], height)
    .lines.filter((line) => lengthOf(line) > shortest)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, LINES_READ)
    .map((line) => cropped(page.image, beginning(line, LONGEST_LINE * height), MARGIN));
  const total = (score: (line: GreyImage) => number): number =>
    lines.reduce((sum, line) => sum + score(line), 0);
  return { upright: total(readLine), upsideDown: total((line) => readLine(turned(line, 2).image)) };
}

function lengthOf({ x0, x1 }: Rect): number {
  return x1 - x0;
}

function beginning(line: Rect, length: number): Rect {
  return { ...line, x1: Math.min(line.x1, line.x0 + length) };
}
