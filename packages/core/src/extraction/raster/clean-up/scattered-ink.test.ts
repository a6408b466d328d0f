import { expect, test } from "vitest";
import { AnalysedImage } from "../ink/analysed-image.ts";
import { isStrewn } from "./scattered-ink.ts";
import { Sheet } from "../testing/drawing.ts";
import { randomFrom } from "../testing/random.ts";

test("specks all over an image are scattered ink; letters in lines are not", () => {
  const random = randomFrom(3);
  const leaves = new Sheet(2000, 2000);
  for (let speck = 0; speck < 3000; speck++) {
    const [x0, y0] = [Math.floor(random() * 1980), Math.floor(random() * 1980)];
    leaves.ink({ x0, y0, x1: x0 + 5 + Math.floor(random() * 5), y1: y0 + 5 + Math.floor(random() * 9) });
  }
  expect(isStrewn(new AnalysedImage(leaves))).toBe(true);
  const print = new Sheet(2000, 2000).lines({ x0: 50, y0: 50, x1: 1950, y1: 1950 }, 14);
  expect(isStrewn(new AnalysedImage(print))).toBe(false);
});
