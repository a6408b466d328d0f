import { describe, expect, test } from "vitest";
import { boundsOf } from "../geometry/affine.ts";
import type { Rect } from "../geometry/rect.ts";
import { AnalysedImage } from "./ink/analysed-image.ts";
import { blurred } from "./clean-up/gaussian-blur.ts";
import type { GreyImage } from "./image/grey-image.ts";
import { inverted } from "./clean-up/invert.ts";
import { withoutCoarseGrain } from "./clean-up/non-local-means.ts";
import type { Legibility } from "./geometry/orientation.ts";
import { type PreparationPlan, preparePage } from "./prepare-page.ts";
import { turned } from "./geometry/quarter-turn.ts";
import { straightened } from "./geometry/straighten.ts";
import { faded, faxed, grainy, shadowed, strewn } from "./testing/degrade.ts";
import { Sheet } from "./testing/drawing.ts";

/** A mark in the upper left corner that shows the position and orientation of the page. */
const MARK: Rect = { x0: 40, y0: 30, x1: 140, y1: 60 };

const page = (letterHeight = 22): Sheet =>
  new Sheet(900, 1200).lines({ x0: 80, y0: 100, x1: 820, y1: 1120 }, letterHeight).ink(MARK);
const skewed = (image: GreyImage, degrees: number): GreyImage =>
  straightened(image, { skew: -degrees, scale: 1 }).image;
const table = (lines: number): Sheet => {
  const sheet = page();
  for (let row = 0; row < lines; row++)
    sheet.ink({ x0: 60, y0: 148 + 88 * row, x1: 840, y1: 151 + 88 * row });
  return sheet;
};

/** Returns a high score if the darkest row is in the upper half: the drawn letters have bars on top. */
const readLine = ({ width, height, data }: GreyImage): Legibility => {
  const darkness = Array.from({ length: height }, (_, y) =>
    data.subarray(y * width, (y + 1) * width).reduce((sum, shade) => sum + 255 - shade, 0),
  );
  return scoring(darkness.indexOf(Math.max(...darkness)) < height / 2 ? 100 : 10);
};

const scoring = (score: number): Legibility => ({ score, certain: 0 });

const PLAN: PreparationPlan = {
  medianFilterSize: 0,
  gaussianBlurRadius: 0,
  isCalmed: false,
  upsideDown: "in-doubt",
  columns: "as-pages",
  readLine,
};
const appliedTo = async (image: GreyImage, plan = PLAN): Promise<string> =>
  (await preparePage(image, plan)).applied.join("; ");

describe("preparation steps run only if needed", () => {
  test("a clean page is not changed", async () => {
    const image = page();
    const prepared = await preparePage(image, PLAN);
    expect(prepared).toMatchObject({ applied: [], toSource: [1, 0, 0, 1, 0, 0] });
    expect(prepared.image).toBe(image);
  });

  test.each([
    ["a negative", () => inverted(page()), "inverted"],
    ["a deep shadow", () => shadowed(page(), 0.6), "background evened"],
    ["a light shadow", () => shadowed(page(), 0.08), ""],
    ["a skew of 3 degrees", () => skewed(page(), 3), "straightened by 3.0°"],
    ["a skew of half a degree", () => skewed(page(), 0.5), ""],
    ["small letters", () => page(13), "enlarged 2.0 times"],
    ["small letters with skew", () => skewed(page(13), -2), "straightened by -2.0° and enlarged 2.0 times"],
    ["specks", () => strewn(blurred(page(), 0.6), 0.03, 1), "median filter of 3 pixels"],
    ["specks on a fax", () => faxed(strewn(page(), 0.03, 1), 128), ""],
    ["coarse grain", () => grainy(faded(page(), 20, 230), 22, 1), "blurred by 0.8 pixels; grain made white"],
    ["fine grain", () => grainy(faded(page(), 20, 240), 8, 1), ""],
    ["ruling lines", () => table(8), "ruling lines erased"],
    ["a few underlines", () => table(3), ""],
    ["a page rotated clockwise", () => turned(page(), 1).image, "turned by 270°"],
    ["a page rotated counterclockwise", () => turned(page(), 3).image, "turned by 90°"],
    ["a white page", () => new Sheet(600, 800), ""],
    ["a black page", () => new Sheet(600, 800, { paper: 0 }), ""],
    ["a single pixel", () => new Sheet(1, 1), ""],
  ])(
    "%s",
    async (_, image, applied) => {
      expect(await appliedTo(image())).toBe(applied);
    },
    20_000,
  );

  test("an upside-down page is rotated only with upsideDown: always", async () => {
    const { image } = turned(page(), 2);
    expect(await appliedTo(image)).toBe("");
    expect(await appliedTo(image, { ...PLAN, upsideDown: "always" })).toBe("turned by 180°");
    expect(await appliedTo(page(), { ...PLAN, upsideDown: "always" })).toBe("");
  });

  test("grain that much grey print lets pass for ink is made white", async () => {
    const grey = new Sheet(1400, 1900).ink({ x0: 200, y0: 1510, x1: 1200, y1: 1700 }, 150);
    const sheet = grey.lines({ x0: 300, y0: 300, x1: 700, y1: 420 }, 14);
    const scan = grainy(shadowed(faded(blurred(sheet, 0.8), 70, 215), 0.25), 15, 77);
    const prepared = await preparePage(scan, { ...PLAN, upsideDown: "never" });
    expect(prepared.applied).toContain("grain made white");
    expect(prepared.bare.components.count).toBeLessThan(20_000);
  }, 30_000);

  test("the remaining grain of a denoised page is blurred", async () => {
    const calm = withoutCoarseGrain(grainy(faded(page(), 20, 230), 22, 1));
    expect(await appliedTo(calm, { ...PLAN, isCalmed: true })).toBe("grain taken off; blurred by 0.6 pixels");
  });

  test("a page of vertically aligned words is rotated only if it reads better", async () => {
    const sheet = new Sheet(900, 1200);
    for (let y = 100; y < 1100; y += 37) {
      for (const [index, x] of [100, 185, 270, 355, 440].entries()) {
        const top = y + ((index * y) % 7);
        sheet.ink({ x0: x, y0: top, x1: x + 60, y1: top + 20 });
      }
    }
    const readLow = ({ height }: GreyImage): Legibility => scoring(height < 50 ? 50 : 1);
    const readHigh = ({ height }: GreyImage): Legibility => scoring(height < 50 ? 1 : 50);
    const readHardly = ({ height }: GreyImage): Legibility => scoring(height < 50 ? 4 : 6);
    expect(await appliedTo(sheet, { ...PLAN, readLine: readLow })).toBe("");
    expect(await appliedTo(sheet, { ...PLAN, readLine: readHardly })).toBe("");
    expect(await appliedTo(sheet, { ...PLAN, readLine: readHigh })).toContain("turned by 90°");
    // Noise may have the higher score, but words are certain in the right direction only.
    const readSurely = ({ height }: GreyImage): Legibility =>
      height < 50 ? scoring(50) : { score: 40, certain: 10 };
    expect(await appliedTo(sheet, { ...PLAN, readLine: readSurely })).toContain("turned by 90°");
  });

  test("requested filters are applied to a clean page", async () => {
    const plan = { ...PLAN, medianFilterSize: 5, gaussianBlurRadius: 1.5 };
    expect(await appliedTo(page(), plan)).toBe("median filter of 5 pixels; blurred by 1.5 pixels");
  });
});

describe("the prepared image", () => {
  test.each([
    ["turned", () => turned(page(), 1)],
    ["skewed", () => straightened(page(), { skew: -3, scale: 1 })],
    [
      "turned and skewed",
      () => {
        const side = turned(page(), 3);
        return { ...side, image: skewed(side.image, 2), skewed: true };
      },
    ],
  ])("of a %s page maps back to positions in the source", async (_, degrade) => {
    const { image } = degrade();
    const prepared = await preparePage(image, PLAN);
    const mark = markIn(prepared.image);
    const inSource = boundsOf(prepared.toSource, [mark.x0, mark.y0, mark.x1, mark.y1]);
    const expected = markIn(image);
    expect(Math.abs((inSource.x0 + inSource.x1 - expected.x0 - expected.x1) / 2)).toBeLessThan(6);
    expect(Math.abs((inSource.y0 + inSource.y1 - expected.y0 - expected.y1) / 2)).toBeLessThan(6);
  });

  test("has ruling lines for check box detection and none for the recogniser", async () => {
    const { image, drawn, bare, rulings } = await preparePage(table(8), PLAN);
    expect(rulings.horizontal).toHaveLength(8);
    expect(drawn.image.data[149 * 900 + 450]).toBe(0);
    expect(image.data[149 * 900 + 450]).toBe(255);
    expect(bare.image).toBe(image);
  });
});

/** The bounding box of the largest component. */
function markIn(image: GreyImage): Rect {
  const { area, x0, y0, x1, y1 } = new AnalysedImage(image).components;
  const largest = area.indexOf(Math.max(...area));
  return { x0: x0[largest] ?? 0, y0: y0[largest] ?? 0, x1: x1[largest] ?? 0, y1: y1[largest] ?? 0 };
}
