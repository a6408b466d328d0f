import { describe, expect, test } from "vitest";
import { backgroundOf, evened, isShaded } from "./clean-up/background.ts";
import { blurred } from "./clean-up/gaussian-blur.ts";
import type { GreyImage } from "./image/grey-image.ts";
import { histogramOf, otsuLevel } from "./image/histogram.ts";
import { inverted, isLightOnDark } from "./clean-up/invert.ts";
import { medianFiltered } from "./clean-up/median-filter.ts";
import { grainOf, isBlackAndWhite } from "./image/grain.ts";
import { isSpeckled } from "./ink/specks.ts";
import { componentsOf } from "./ink/components.ts";
import { inkLevelOf, inkOf } from "./image/ink-image.ts";
import { faded, faxed, grainy, shadowed, strewn } from "./testing/degrade.ts";
import { Sheet } from "./testing/drawing.ts";
import { whitened } from "./clean-up/whiten.ts";

const page = (): Sheet => new Sheet(800, 800).lines({ x0: 60, y0: 60, x1: 740, y1: 740 }, 20);
const inkIn = (image: GreyImage): number =>
  inkOf(image, inkLevelOf(histogramOf(image.data))).ink.reduce((sum, ink) => sum + ink, 0);

describe("ink and paper", () => {
  test("the threshold lies between two groups of shades", () => {
    const sheet = new Sheet(100, 100, { paper: 200 }).ink({ x0: 0, y0: 0, x1: 30, y1: 100 }, 60);
    const level = otsuLevel(histogramOf(sheet.data));
    expect(level).toBeGreaterThanOrEqual(60);
    expect(level).toBeLessThan(200);
  });

  test("on a page with faint print, paper is not ink", () => {
    const faint = grainy(faded(new Sheet(400, 400), 0, 250), 3, 1);
    expect(inkIn({ ...faint, data: faint.data.fill(0, 0, 100) })).toBeLessThan(400);
  });
});

describe("uneven lighting", () => {
  test.each([
    [0.1, false],
    [0.35, true],
    [0.65, true],
  ])("a shadow that removes %s of the light is detected: %s", (depth, shaded) => {
    expect(isShaded(backgroundOf(shadowed(page(), depth)))).toBe(shaded);
  });

  test.each([
    [240, false],
    [215, true],
  ])("paper of shade %i is dark: %s", (white, dark) => {
    expect(isShaded(backgroundOf(faded(page(), 0, white)))).toBe(dark);
  });

  test("a black picture on a white page is not a shadow", () => {
    const sheet = page().ink({ x0: 500, y0: 500, x1: 740, y1: 740 }, 30);
    expect(isShaded(backgroundOf(sheet))).toBe(false);
  });

  test("evening the background makes the paper white and keeps the letters", () => {
    const shaded = shadowed(page(), 0.65);
    const even = evened(shaded, backgroundOf(shaded));
    expect(Math.min(...backgroundOf(even).shades)).toBeGreaterThan(225);
    const [before, after] = [inkIn(page()), inkIn(even)];
    expect(Math.abs(after - before)).toBeLessThan(0.05 * before);
    expect(inkIn(shaded)).toBeGreaterThan(1.5 * before);
  });
});

describe("noise", () => {
  test.each([
    [5, 8],
    [20, 25],
  ])("grain between %i and %i shades is measured in that range", (least, most) => {
    const deviation = (least + most) / 2;
    const grain = grainOf(grainy(faded(page(), 20, 180), deviation, 1));
    expect(grain).toBeGreaterThan(least);
    expect(grain).toBeLessThan(most);
  });

  test("specks are not grain", () => {
    expect(grainOf(strewn(page(), 0.03, 1))).toBe(0);
  });

  test.each([
    [0.0005, false],
    [0.03, true],
  ])("a page with %s of its pixels wrong is speckled: %s", (share, speckled) => {
    const image = strewn(page(), share, 1);
    expect(isSpeckled(componentsOf(inkOf(image, 128)))).toBe(speckled);
  });

  test("a fax is black and white; print with soft edges is not", () => {
    const soft = blurred(page(), 0.7);
    expect(isBlackAndWhite(histogramOf(soft.data))).toBe(false);
    expect(isBlackAndWhite(histogramOf(faxed(soft, 140).data))).toBe(true);
  });

  test("the median filter removes specks and keeps letters", () => {
    const pieces = (image: GreyImage): number => componentsOf(inkOf(image, 128)).count;
    const strewnPage = strewn(page(), 0.02, 1);
    expect(pieces(strewnPage)).toBeGreaterThan(5 * pieces(page()));
    expect(Math.abs(pieces(medianFiltered(strewnPage, 3)) - pieces(page()))).toBeLessThan(
      0.1 * pieces(page()),
    );
  });

  test("whitening grain gives white paper and black letters", () => {
    const grain = 25;
    const white = whitened(grainy(faded(page(), 20, 200), grain, 1), grain);
    const histogram = histogramOf(white.data);
    expect(histogram[255]).toBeGreaterThan(0.75 * white.data.length);
    expect(Math.abs(inkIn(white) - inkIn(page()))).toBeLessThan(0.05 * inkIn(page()));
  });

  test.each([3, 5, 9])(
    "a median filter of %i pixels returns the median of the square, also at the edges",
    (size) => {
      const image = grainy(new Sheet(23, 17, { paper: 128 }), 40, size);
      const filtered = medianFiltered(image, size);
      const medianAt = (x: number, y: number): number => {
        const reach = size >> 1;
        const shades: number[] = [];
        for (let dy = -reach; dy <= reach; dy++) {
          for (let dx = -reach; dx <= reach; dx++) {
            const row = Math.min(16, Math.max(0, y + dy));
            shades.push(image.data[row * 23 + Math.min(22, Math.max(0, x + dx))] ?? 0);
          }
        }
        return shades.toSorted((one, other) => one - other)[shades.length >> 1] ?? 0;
      };
      for (const [x, y] of [
        [0, 0],
        [22, 16],
        [11, 8],
        [1, 15],
        [21, 0],
      ] as const) {
        expect(filtered.data[y * 23 + x]).toBe(medianAt(x, y));
      }
    },
  );

  test("a blur keeps the mean and spreads a point over its radius", () => {
    const sheet = new Sheet(41, 41, { paper: 0 }).ink({ x0: 20, y0: 20, x1: 21, y1: 21 }, 255);
    const soft = blurred(sheet, 2);
    const at = (x: number, y: number): number => soft.data[y * 41 + x] ?? 0;
    expect(at(20, 20)).toBeGreaterThan(at(22, 20));
    expect(at(22, 20)).toBeGreaterThan(at(24, 20));
    expect(at(22, 20)).toBe(at(20, 18));
    expect(blurred(new Sheet(9, 9, { paper: 77 }), 3).data.every((shade) => shade === 77)).toBe(true);
  });
});

describe("light on dark", () => {
  test("a negative is distinguished from a normal page and from one with large black areas", () => {
    const isNegative = (image: GreyImage): boolean => isLightOnDark(histogramOf(image.data));
    expect(isNegative(page())).toBe(false);
    expect(isNegative(inverted(page()))).toBe(true);
    expect(isNegative(page().ink({ x0: 0, y0: 0, x1: 800, y1: 400 }))).toBe(false);
    const dim = new Sheet(400, 400, { paper: 40 }).ink({ x0: 50, y0: 50, x1: 350, y1: 60 }, 140);
    expect(isNegative(dim)).toBe(true);
    expect(isNegative(new Sheet(100, 100, { paper: 0 }))).toBe(false);
  });

  test("inverting twice restores the image", () => {
    const image = grainy(page(), 20, 1);
    expect(inverted(inverted(image)).data).toEqual(image.data);
  });
});
