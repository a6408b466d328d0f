import { describe, expect, test } from "vitest";
import { boundsOf } from "../geometry/affine.ts";
import { AnalysedImage } from "./ink/analysed-image.ts";
import { textAxisOf } from "./geometry/axis.ts";
import type { GreyImage } from "./image/grey-image.ts";
import { inkOf } from "./image/ink-image.ts";
import { type QuarterTurns, turned } from "./geometry/quarter-turn.ts";
import { scaleFor } from "./geometry/scale.ts";
import { skewOf } from "./geometry/skew.ts";
import { type Redrawn, straightened } from "./geometry/straighten.ts";
import { strewn } from "./testing/degrade.ts";
import { Sheet } from "./testing/drawing.ts";

const page = (): Sheet => new Sheet(900, 1200).lines({ x0: 80, y0: 80, x1: 820, y1: 1120 }, 22);
const skewed = (image: GreyImage, degrees: number): GreyImage =>
  straightened(image, { skew: -degrees, scale: 1 }).image;

/** The bounding box of the ink, mapped back to the source. */
function inkBoxInSource({ image, toSource }: Redrawn): readonly number[] {
  const { x0, y0, x1, y1 } = new AnalysedImage(image).components;
  const box = [Math.min(...x0), Math.min(...y0), Math.max(...x1), Math.max(...y1)] as const;
  const bounds = boundsOf(toSource, box);
  return [bounds.x0, bounds.y0, bounds.x1, bounds.y1];
}

describe("skew", () => {
  test.each([-9, -3, -0.8, 0, 0.5, 1.5, 3, 7])("a skew of %s degrees is measured", (degrees) => {
    expect(skewOf(inkOf(skewed(page(), degrees), 128))).toBeCloseTo(degrees, 0.5);
    expect(Math.abs(skewOf(inkOf(skewed(page(), degrees), 128)) - degrees)).toBeLessThan(0.15);
  });

  test.each([
    ["an empty page", new Sheet(600, 600)],
    ["specks", strewn(new Sheet(600, 600), 0.02, 1)],
    ["a black square", new Sheet(600, 600).ink({ x0: 200, y0: 200, x1: 400, y1: 400 })],
  ])("%s has no skew", (_, image) => {
    expect(skewOf(inkOf(image, 128))).toBe(0);
  });

  test("a deskewed page has no skew and keeps its corners", () => {
    const sheet = page().ink({ x0: 0, y0: 0, x1: 12, y1: 12 }).ink({ x0: 888, y0: 1188, x1: 900, y1: 1200 });
    const straight = straightened(skewed(sheet, 3), { skew: 3, scale: 1 });
    expect(Math.abs(skewOf(inkOf(straight.image, 128)))).toBeLessThan(0.15);
    const count = (image: GreyImage): number => new AnalysedImage(image).components.count;
    expect(count(straight.image)).toBe(count(sheet));
  });
});

describe("resampling", () => {
  const box = { x0: 100, y0: 40, x1: 160, y1: 60 };
  const sheet = (): Sheet => new Sheet(400, 300).ink(box);

  test.each([0, 1, 2, 3] as const)(
    "after %i quarter turns, points map back to the source",
    (turns: QuarterTurns) => {
      const redrawn = turned(sheet(), turns);
      expect(redrawn.image.width).toBe(turns % 2 === 0 ? 400 : 300);
      expect(inkBoxInSource(redrawn)).toEqual([100, 40, 160, 60]);
    },
  );

  test("quarter turns are clockwise", () => {
    const corner = new Sheet(40, 30).ink({ x0: 0, y0: 0, x1: 5, y1: 5 });
    const { image } = turned(corner, 1);
    expect(image.data[image.width - 1]).toBe(0);
    expect(image.data[0]).toBe(255);
  });

  test("after enlarging, points map back to the source and the resolution is higher", () => {
    const redrawn = straightened(sheet(), { skew: 0, scale: 2.5 });
    expect(redrawn.image).toMatchObject({ width: 1000, height: 750, dpi: 500 });
    for (const [index, edge] of inkBoxInSource(redrawn).entries()) {
      expect(Math.abs(edge - ([100, 40, 160, 60][index] ?? 0))).toBeLessThan(0.7);
    }
  });

  test("after deskewing, points map back to the source", () => {
    const small = new Sheet(400, 300).ink({ x0: 300, y0: 200, x1: 304, y1: 204 });
    const redrawn = straightened(small, { skew: 5, scale: 1.5 });
    for (const [index, edge] of inkBoxInSource(redrawn).entries()) {
      expect(Math.abs(edge - ([300, 200, 304, 204][index] ?? 0))).toBeLessThan(1.5);
    }
  });

  test.each([0.8, 2])(
    "enlarged %s times, a page without skew has the shades of one with hardly any",
    (scale) => {
      const image = strewn(sheet(), 0.2, 3);
      const level = straightened(image, { skew: 0, scale }).image;
      const skew = straightened(image, { skew: 1e-7, scale }).image;
      expect(level).toMatchObject({ width: skew.width, height: skew.height });
      const isOther = (shade: number, at: number): boolean => Math.abs(shade - (skew.data[at] ?? 0)) > 1;
      expect(level.data.findIndex(isOther)).toBe(-1);
    },
  );

  test("edges stay sharp: a step from white to black spans at most two pixels", () => {
    const { image } = straightened(new Sheet(60, 60).ink({ x0: 30, y0: 0, x1: 60, y1: 60 }), {
      skew: 0,
      scale: 2,
    });
    const row = image.data.subarray(60 * 120 + 40, 60 * 120 + 80);
    expect(row.filter((shade) => shade > 25 && shade < 230).length).toBeLessThanOrEqual(2);
  });
});

describe("letter height", () => {
  test.each([
    [0, 1],
    [10, 2.6],
    [15.9, 26 / 15.9],
    [16, 1],
    [40, 1],
    [4, 3],
  ])("letters %s pixels high are enlarged %s times", (height, scale) => {
    expect(scaleFor(height, { width: 1000, height: 1000 })).toBeCloseTo(scale, 5);
  });

  test("enlarged images have at most 24 megapixels", () => {
    expect(scaleFor(8, { width: 3000, height: 4000 })).toBeCloseTo(Math.sqrt(2), 5);
    expect(scaleFor(8, { width: 4000, height: 5000 })).toBe(1);
  });

  test("dots, frames and pictures do not affect the letter height", () => {
    const sheet = page()
      .frame({ x0: 20, y0: 20, x1: 880, y1: 1180 }, 3)
      .ink({ x0: 700, y0: 900, x1: 860, y1: 1100 });
    const { height } = new AnalysedImage(strewn(sheet, 0.002, 1)).letters;
    expect(height).toBeGreaterThanOrEqual(21);
    expect(height).toBeLessThanOrEqual(24);
  });

  test("a page with few letters has no letter height", () => {
    expect(
      new AnalysedImage(new Sheet(400, 400).lines({ x0: 20, y0: 20, x1: 300, y1: 100 }, 20)).letters.height,
    ).toBe(0);
  });
});

describe("text axis", () => {
  const axisOf = (image: GreyImage, slopes = { horizontal: 0, vertical: 0 }): string => {
    const { components, letters } = new AnalysedImage(image);
    return textAxisOf(components, letters, slopes);
  };

  test.each([
    [0, "horizontal"],
    [1, "vertical"],
    [2, "horizontal"],
    [3, "vertical"],
  ] as const)("after %i quarter turns, lines are %s", (turns, axis) => {
    expect(axisOf(turned(page(), turns).image)).toBe(axis);
  });

  test.each([
    [0, "horizontal"],
    [1, "vertical"],
  ] as const)("if the skew is known, a skewed page after %i quarter turns is %s too", (turns, axis) => {
    const sloping = skewed(turned(page(), turns).image, 4);
    expect(axisOf(sloping, { horizontal: 4, vertical: 4 })).toBe(axis);
    expect(axisOf(sloping)).not.toBe(axis);
  });

  test("randomly placed letters have no axis", () => {
    const sheet = new Sheet(900, 900);
    for (let i = 0; i < 200; i++) {
      const [x, y] = [(i * 397) % 870, (i * 541) % 870];
      sheet.ink({ x0: x, y0: y, x1: x + 14, y1: y + 14 });
    }
    expect(axisOf(sheet)).toBe("unclear");
  });
});
