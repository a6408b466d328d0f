import { expect, test } from "vitest";
import type { Rect } from "../../geometry/rect.ts";
import { rowsOnly } from "./rows-only.ts";

/** A picture of 4 by 200 pixels in which each row has a shade of its own. */
const PICTURE = {
  width: 4,
  height: 200,
  dpi: 200,
  data: Uint8Array.from({ length: 800 }, (_, at) => Math.floor(at / 4)),
};

const line = (y0: number, y1: number): Rect => ({ x0: 0, y0, x1: 4, y1 });

/** The rows of the picture that are kept, from top to bottom. */
function keptRows(lines: readonly Rect[]): readonly number[] {
  const { image } = rowsOnly(PICTURE, lines);
  const shades = Array.from({ length: image.height }, (_, y) => image.data[4 * y] ?? 255);
  return shades.filter((shade) => shade !== 255);
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

test("only the rows of the lines are kept, with some around that may have points and accents", () => {
  expect(keptRows([line(100, 110), line(20, 30)])).toEqual([...range(17, 33), ...range(97, 113)]);
});

test("rows of two lines are kept once", () => {
  expect(keptRows([line(20, 30), line(34, 44)])).toEqual(range(17, 47));
});

test("lines at the edge of the picture, and outside it", () => {
  expect(keptRows([line(0, 10), line(190, 200), line(400, 410)])).toEqual([
    ...range(0, 13),
    ...range(187, 200),
  ]);
});

test("words come back to their place in the picture", () => {
  const { image, toPicture } = rowsOnly(PICTURE, [line(20, 30), line(100, 110)]);
  const shadeOf = (y: number): number | undefined => image.data[4 * y];
  for (let y = 0; y < image.height; y++) {
    if (shadeOf(y) === 255) continue;
    const box = line(y, y + 1);
    const { box: moved, baseline } = toPicture({ text: "a", confidence: 1, line: 1, box, baseline: box });
    expect([moved.y0, baseline.y1 - 1]).toEqual([shadeOf(y), shadeOf(y)]);
  }
});
