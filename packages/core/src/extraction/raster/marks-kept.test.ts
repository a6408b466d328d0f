import { expect, test } from "vitest";
import type { Rect } from "../geometry/rect.ts";
import { backgroundOf, evened } from "./clean-up/background.ts";
import { withoutRulings } from "./clean-up/erase-rulings.ts";
import { blurred } from "./clean-up/gaussian-blur.ts";
import { medianFiltered } from "./clean-up/median-filter.ts";
import { withoutCoarseGrain } from "./clean-up/non-local-means.ts";
import { whitened } from "./clean-up/whiten.ts";
import { straightened } from "./geometry/straighten.ts";
import type { GreyImage } from "./image/grey-image.ts";
import { histogramOf } from "./image/histogram.ts";
import { inkLevelOf, inkOf } from "./image/ink-image.ts";
import { AnalysedImage } from "./ink/analysed-image.ts";
import { rulingLinesOf } from "./ink/ruling-lines.ts";
import { Sheet } from "./testing/drawing.ts";

/** Height of the letters, in pixels, as on a receipt photographed at full size. */
const LETTERS = 20;

/** Marks between digits on one baseline. */
const MARKS: Readonly<Record<string, readonly Rect[]>> = {
  point: [{ x0: 70, y0: 217, x1: 73, y1: 220 }],
  comma: [{ x0: 150, y0: 217, x1: 153, y1: 224 }],
  colon: [
    { x0: 230, y0: 207, x1: 233, y1: 210 },
    { x0: 230, y0: 217, x1: 233, y1: 220 },
  ],
  minus: [{ x0: 310, y0: 209, x1: 319, y1: 212 }],
};

function receipt(): Sheet {
  const sheet = new Sheet(400, 300, { paper: 235 }).lines({ x0: 20, y0: 10, x1: 380, y1: 180 }, LETTERS);
  for (const box of Object.values(MARKS).flat()) sheet.ink(box);
  return sheet;
}

const withoutLines = (image: GreyImage): GreyImage => {
  const { ink } = new AnalysedImage(image);
  return withoutRulings(image, ink, rulingLinesOf(ink, LETTERS));
};

/** Every step that changes pixels, and how much it enlarges. */
const STEPS: readonly (readonly [name: string, step: (image: GreyImage) => GreyImage, scale: number])[] = [
  ["evened background", (image) => evened(image, backgroundOf(image)), 1],
  ["median filter", (image) => medianFiltered(image, 3), 1],
  ["blur of grain", (image) => blurred(image, 0.8), 1],
  ["blur of doubtful lines", (image) => blurred(image, LETTERS / 28), 1],
  ["blur of broken print", (image) => blurred(image, LETTERS / 16), 1],
  ["whitened grain", (image) => whitened(image, 20), 1],
  ["grain taken off", withoutCoarseGrain, 1],
  ["ruling lines erased", withoutLines, 1],
  ["enlarged", (image) => straightened(image, { skew: 0, scale: 2 }).image, 2],
];

test.each(STEPS)("points, commas, colons and minus signs are kept: %s", (_, step, scale) => {
  const before = receipt();
  const after = step(before);
  for (const [mark, boxes] of Object.entries(MARKS)) {
    expect([mark, ...boxes.map((box) => isInk(before, box, 1))]).not.toContain(false);
    expect([mark, ...boxes.map((box) => isInk(after, box, scale))]).not.toContain(false);
  }
});

/** Whether the middle of a box is ink. */
function isInk(image: GreyImage, { x0, y0, x1, y1 }: Rect, scale: number): boolean {
  const [x, y] = [Math.floor((scale * (x0 + x1)) / 2), Math.floor((scale * (y0 + y1)) / 2)];
  return inkOf(image, inkLevelOf(histogramOf(image.data))).ink[y * image.width + x] === 1;
}
