import { median } from "../../geometry/median.ts";
import { boxAround, type Rect } from "../../geometry/rect.ts";
import { type Components, componentsOf } from "./components.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { type InkImage, inkShare } from "../image/ink-image.ts";
import { chainsOf, type Piece } from "./letter-chains.ts";
import { localContrast } from "./local-contrast.ts";

/** A candidate line of text. */
export interface WrittenLine {
  readonly box: Rect;
  /** Number of components, which is about the number of letters. */
  readonly letters: number;
  readonly isLightOnDark: boolean;
}

/**
 * Finds candidate lines of text in a reduced image: components of similar height and varying width on a common
 * baseline, made of strokes, on a plain background that continues above and below. Finds dark and light text, but no
 * vertical text.
 */
export function writtenLines(image: GreyImage): readonly WrittenLine[] {
  const { dark, light } = localContrast(image);
  return [
    ...linesIn(image, dark).map((line) => ({ ...line, isLightOnDark: false })),
    ...linesIn(image, light).map((line) => ({ ...line, isLightOnDark: true })),
  ];
}

/** Minimum component height in pixels: smaller ones could be anything. */
const LOWEST = 5;

/** Maximum letter height in inches. */
const HIGHEST = 0.6;

/** Maximum ratio of width to height of letters that touch. */
const WIDEST = 8;

/** Minimum ratio of width to height, for a letter as narrow as l. */
const SLIMMEST = 0.08;

/** More components are a pattern: a page of print has fewer letters. */
const MOST_PIECES = 20_000;

function linesIn(image: GreyImage, ink: InkImage): readonly Omit<WrittenLine, "isLightOnDark">[] {
  const pieces = piecesOf(componentsOf(ink), HIGHEST * image.dpi);
  if (pieces.length > MOST_PIECES) return [];
  return chainsOf(pieces).flatMap((chain) => {
    const box = boxAround(chain);
    if (box === undefined || !areLetters(chain) || !isOfStrokes(box, heightOf(chain), ink)) return [];
    return isOnPlainGround(image, ink, { box, height: heightOf(chain) })
      ? [{ box, letters: chain.length }]
      : [];
  });
}

function piecesOf({ count, x0, y0, x1, y1, area }: Components, highest: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let i = 0; i < count; i++) {
    const piece = { x0: x0[i] ?? 0, y0: y0[i] ?? 0, x1: x1[i] ?? 0, y1: y1[i] ?? 0, area: area[i] ?? 0 };
    const [width, height] = [piece.x1 - piece.x0, piece.y1 - piece.y0];
    if (height < LOWEST || height > highest) continue;
    if (width <= WIDEST * height && width >= SLIMMEST * height) pieces.push(piece);
  }
  return pieces;
}

/** Returns the 75 % quantile of the letter heights of a line. */
function heightOf(chain: readonly Piece[]): number {
  const heights = chain.map(({ y0, y1 }) => y1 - y0).toSorted((one, other) => one - other);
  return heights[Math.floor(0.75 * (heights.length - 1))] ?? 0;
}

/** Minimum share of letters on the baseline; the others have descenders. */
const ON_BASELINE = 0.6;

/** Tolerance around the baseline, in letter heights. */
const BASELINE_STRIP = 0.14;

/** Minimum standard deviation of letter widths, as a share of the mean; dots, bricks and stitches vary less. */
const LEAST_VARIATION = 0.07;

function areLetters(chain: readonly Piece[]): boolean {
  const height = heightOf(chain);
  const strip = Math.max(1.1, BASELINE_STRIP * height);
  const feet = feetOf(chain);
  const middle = median(feet) ?? 0;
  const standing = feet.filter((foot) => Math.abs(foot - middle) <= strip).length;
  if (standing < ON_BASELINE * chain.length) return false;
  const widths = chain.map(({ x0, x1 }) => x1 - x0);
  const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length;
  const variance = widths.reduce((sum, width) => sum + (width - mean) ** 2, 0) / widths.length;
  return Math.sqrt(variance) >= LEAST_VARIATION * mean;
}

/** Returns the bottom edge of each component with the slope of the line removed. */
function feetOf(chain: readonly Piece[]): readonly number[] {
  const half = chain.length >> 1;
  const [left, right] = [chain.slice(0, half), chain.slice(half)];
  const middleOf = (part: readonly Piece[], edge: "x0" | "y1"): number =>
    median(part.map((piece) => piece[edge])) ?? 0;
  const rise = middleOf(right, "y1") - middleOf(left, "y1");
  const run = middleOf(right, "x0") - middleOf(left, "x0");
  const slope = run > 0 && Math.abs(rise) < STEEPEST * run ? rise / run : 0;
  return chain.map(({ x0, y1 }) => y1 - slope * x0);
}

/** Maximum slope of a line, about five degrees. */
const STEEPEST = 0.09;

/** Maximum mean stroke width over all rows, in line heights. */
const WIDEST_STROKE = 0.55;

/** Limits for the share of ink in a line's bounding box. */
const LEAST_INK = 0.1;
const MOST_INK = 0.62;

function isOfStrokes({ x0, y0, x1, y1 }: Rect, lineHeight: number, { width, ink }: InkImage): boolean {
  let [marked, runs] = [0, 0];
  for (let y = y0; y < y1; y++) {
    let before = 0;
    for (let at = y * width + x0, end = y * width + x1; at < end; at++) {
      const here = ink[at] ?? 0;
      marked += here;
      if (here > before) runs++;
      before = here;
    }
  }
  const share = marked / ((x1 - x0) * (y1 - y0));
  return share >= LEAST_INK && share <= MOST_INK && marked / Math.max(1, runs) <= WIDEST_STROKE * lineHeight;
}

/** How far the background is examined above and below a line, in line heights. */
const GROUND = 0.3;

/** Minimum contrast between ink and background, in shades. */
const LEAST_CONTRAST = 24;

/** Maximum standard deviation of the background, as a share of the contrast. */
const PLAIN = 0.22;

/** Maximum share of ink above and below a line; other lines may be near. */
const MOST_INK_BESIDE = 0.3;

function isOnPlainGround(
  image: GreyImage,
  ink: InkImage,
  { box, height: lineHeight }: { readonly box: Rect; readonly height: number },
): boolean {
  const reach = Math.max(2, Math.round(GROUND * lineHeight));
  const above = inkShare(ink, { ...box, y0: box.y0 - reach, y1: box.y0 });
  const below = inkShare(ink, { ...box, y0: box.y1, y1: box.y1 + reach });
  if ((above + below) / 2 > MOST_INK_BESIDE) return false;
  const shades = { ink: new Shades(), ground: new Shades() };
  const around = { ...box, y0: Math.max(1, box.y0 - reach), y1: Math.min(image.height - 1, box.y1 + reach) };
  for (let y = around.y0; y < around.y1; y++) {
    const [start, end] = [Math.max(1, box.x0 - 1), Math.min(image.width - 1, box.x1 + 1)];
    for (let at = y * image.width + start; at < y * image.width + end; at++) {
      if (ink.ink[at] === 1) shades.ink.add(image.data[at] ?? 0);
      // Soft edges are neither ink nor background.
      else if (!touchesInk(ink, at)) shades.ground.add(image.data[at] ?? 0);
    }
  }
  const contrast = Math.abs(shades.ground.mean - shades.ink.mean);
  return contrast >= LEAST_CONTRAST && shades.ground.deviation <= PLAIN * contrast;
}

function touchesInk({ ink, width }: InkImage, at: number): boolean {
  return ink[at - 1] === 1 || ink[at + 1] === 1 || ink[at - width] === 1 || ink[at + width] === 1;
}

/** Mean and standard deviation of shades. */
class Shades {
  #sum = 0;
  #squares = 0;
  #count = 0;

  get mean(): number {
    return this.#sum / Math.max(1, this.#count);
  }

  get deviation(): number {
    return Math.sqrt(Math.max(0, this.#squares / Math.max(1, this.#count) - this.mean ** 2));
  }

  add(shade: number): void {
    this.#sum += shade;
    this.#squares += shade * shade;
    this.#count++;
  }
}
