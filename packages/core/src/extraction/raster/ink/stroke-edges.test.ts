import { expect, test } from "vitest";
import { blurred } from "../clean-up/gaussian-blur.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { faded, grainy } from "../testing/degrade.ts";
import { strokeEdgesOf } from "./stroke-edges.ts";

const PAPER: GreyImage = { width: 400, height: 400, dpi: 200, data: new Uint8Array(160_000).fill(255) };

/** Upright strokes, 4 pixels wide, in lines of 20 pixels. */
const STROKES: GreyImage = {
  ...PAPER,
  data: PAPER.data.map((shade, at) =>
    Math.floor(at / 400) % 40 < 20 && (at % 400) % 24 < 4 && at % 400 > 10 ? 0 : shade,
  ),
};

test("sharp strokes have narrow edges and full contrast, in lines", () => {
  const { contrast, width, perRow, dispersion } = strokeEdgesOf(STROKES);
  expect(contrast).toBe(255);
  expect(width).toBe(1);
  expect(perRow).toBeGreaterThan(5);
  expect(dispersion).toBeGreaterThan(4);
});

test("edges get wider with blur", () => {
  const widths = [1, 2, 3].map((radius) => strokeEdgesOf(blurred(STROKES, radius)).width);
  expect(widths).toEqual(widths.toSorted((one, other) => one - other));
  expect(widths[1]).toBeGreaterThan(2.5);
});

test("faint strokes in grain keep their contrast", () => {
  const { contrast, dispersion } = strokeEdgesOf(grainy(faded(STROKES, 200, 240), 3, 1));
  expect(contrast).toBeGreaterThan(35);
  expect(contrast).toBeLessThan(60);
  expect(dispersion).toBeGreaterThan(4);
});

test.each([0, 3, 10])("blank paper with grain %i has no lines", (grain) => {
  const { perRow, dispersion } = strokeEdgesOf(grainy(faded(PAPER, 0, 240), grain, 1));
  expect(perRow < 1 || dispersion < 4).toBe(true);
});
