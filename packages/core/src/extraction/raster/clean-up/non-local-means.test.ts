import { describe, expect, test } from "vitest";
import type { GreyImage } from "../image/grey-image.ts";
import { grainOf } from "../image/grain.ts";
import { withoutCoarseGrain, withoutGrain } from "./non-local-means.ts";
import { faded, grainy } from "../testing/degrade.ts";
import { Sheet } from "../testing/drawing.ts";

const page = (): GreyImage =>
  faded(new Sheet(400, 400).lines({ x0: 40, y0: 40, x1: 360, y1: 360 }, 20), 40, 210);

/** Root mean square of the differences. */
const apart = (one: GreyImage, other: GreyImage): number =>
  Math.sqrt(
    one.data.reduce((sum, shade, at) => sum + (shade - (other.data[at] ?? 0)) ** 2, 0) / one.data.length,
  );

describe("coarse grain", () => {
  test("is removed from paper and strokes, and edges are preserved", () => {
    const clean = page();
    const noisy = grainy(clean, 22, 1);
    const calm = withoutCoarseGrain(noisy);
    expect(grainOf(calm)).toBeLessThan(6);
    expect(apart(calm, clean)).toBeLessThan(0.45 * apart(noisy, clean));
  });

  test("an image with fine grain is returned unchanged", () => {
    const noisy = grainy(page(), 10, 1);
    expect(withoutCoarseGrain(noisy)).toBe(noisy);
  });

  test("an image without grain hardly changes", () => {
    const image = page();
    expect(apart(withoutGrain(image, 1), image)).toBeLessThan(0.5);
  });

  test.each([
    [1, 1],
    [2, 7],
    [9, 1],
    [3, 3],
  ])("an image of %i by %i pixels has too few neighbours and keeps its shade", (width, height) => {
    const image = new Sheet(width, height, { paper: 100 });
    expect(withoutGrain(image, 20).data).toEqual(image.data);
  });
});
