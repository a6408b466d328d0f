import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import type { ExtractOptionsInput } from "../options/extract-options.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import type { ExtractedPage } from "../result/extracted-document.ts";
import { photographs } from "./testing/photographs.ts";
import { photographed } from "./testing/photographed.ts";
import { asPng, linesOfType, scanned } from "./testing/printed.ts";

const RECEIPT = [
  "The quick brown fox jumps over",
  "the lazy dog near the river bank",
  "Invoice 4711 of 21 March 2026",
  "Please pay within thirty days",
  "to the account on the back",
  "With our kind regards",
];

let large: GreyImage;
let small: GreyImage;

beforeAll(async () => {
  const sheetAt = (dpi: number): Promise<GreyImage> => scanned(linesOfType(RECEIPT), dpi);
  large = photographed(await sheetAt(300), { width: 2400, height: 1800, grain: 20 });
  small = photographed(await sheetAt(200), { width: 1600, height: 1200, grain: 20 });
});

describe("a grainy photograph of a sheet on a carpet", () => {
  test.each(["low_cost", "form"] as const)("is read in %s", async (mode) => {
    const page = await firstPage(asPng(small), { mode });
    expect(page.text).toContain(RECEIPT[1]);
    expect(page.outcome).toMatchObject({ reason: expect.not.stringContaining("turned") });
  });

  test("is read at a larger size", async () => {
    expect((await firstPage(asPng(large), { mode: "high_quality" })).text).toContain(RECEIPT[1]);
  });

  test.each([1, 2, 3] as const)(
    "is read after %i quarter turns",
    async (turns) => {
      const page = await firstPage(asPng(turned(small, turns).image), { mode: "low_cost" });
      expect(page.text).toContain(RECEIPT[1]);
      expect(page.outcome).toMatchObject({
        reason: expect.stringContaining(`turned by ${360 - 90 * turns}°`),
      });
    },
    120_000,
  );

  test("is read in its EXIF orientation", async () => {
    const { image } = turned(small, 3);
    const raw = { width: image.width, height: image.height, channels: 1 } as const;
    const jpeg = await sharp(image.data, { raw }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const page = await firstPage(jpeg, { mode: "low_cost" });
    expect(page.text).toContain(RECEIPT[1]);
    expect(page.outcome).toMatchObject({ reason: expect.not.stringContaining("turned") });
  }, 120_000);
});

test("photographs without text are not turned and report it if no words were found", async () => {
  for (const { kind, image } of photographs(10)) {
    const page = await firstPage(asPng(image), { mode: "low_cost" });
    expect(page.outcome).toMatchObject({ reason: expect.not.stringContaining("turned") });
    const isSaid = page.message.includes("No words were recognised on this page");
    const hasWords = /[\p{L}\p{N}]\S*[\p{L}\p{N}]/u.test(page.text);
    expect({ kind, isSaid }).toEqual({ kind, isSaid: !hasWords });
  }
}, 120_000);

async function firstPage(document: Uint8Array, options: ExtractOptionsInput): Promise<ExtractedPage> {
  const { pages } = await extractText(document, options);
  const [page] = pages;
  if (!page) throw new Error("The document has no page.");
  return page;
}
