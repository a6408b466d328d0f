import { expect, test } from "vitest";
import { AnalysedImage } from "../../raster/ink/analysed-image.ts";
import { blurred } from "../../raster/clean-up/gaussian-blur.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type Legibility, NOTHING_READ } from "../../raster/geometry/orientation.ts";
import { type PreparedPage, preparePage } from "../../raster/prepare-page.ts";
import { randomFrom } from "../../raster/testing/random.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import { isTexture } from "./texture.ts";

const WORD = { text: "letters", confidence: 0.9, box: { x0: 0, y0: 0, x1: 9, y1: 9 }, line: 1 };
const cloth = await prepared(blotches(900));

test("many blotches without legible lines are texture, which takes at most eight lines to detect", async () => {
  let lines = 0;
  const readLine = (): Legibility => {
    lines++;
    return { score: 2, certain: 0 };
  };
  expect(await isTexture({ ...cloth, words: [] }, readLine)).toBe(true);
  expect(lines).toBeLessThanOrEqual(8);
});

test("they are text if one of their lines is legible", async () => {
  expect(await isTexture({ ...cloth, words: [] }, () => ({ score: 9, certain: 0 }))).toBe(false);
});

test("they are text if some words were read", async () => {
  const words = Array.from({ length: cloth.letters / 50 }, () => ({ ...WORD, baseline: WORD.box }));
  expect(await isTexture({ ...cloth, words }, () => ({ score: 0, certain: 0 }))).toBe(false);
});

test("a few blotches are never texture", async () => {
  expect(
    await isTexture({ ...(await prepared(blotches(200))), words: [] }, () => ({ score: 0, certain: 0 })),
  ).toBe(false);
});

async function prepared(
  image: GreyImage,
): Promise<{ readonly page: PreparedPage; readonly letters: number }> {
  const plan = {
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    isCalmed: false,
    upsideDown: "in-doubt",
    columns: "as-pages",
    readLine: () => NOTHING_READ,
  } as const;
  const bare = new AnalysedImage(image);
  const page = { ...(await preparePage(image, plan)), image, bare };
  return { page, letters: unreadInk(bare.components, [], 8).letters };
}

/** Grain with components the size of letters. */
function blotches(side: number): GreyImage {
  const random = randomFrom(7);
  const grain = Uint8Array.from({ length: side * side }, () => random() * 256);
  const soft = blurred({ width: side, height: side, dpi: 100, data: grain }, 2);
  return { ...soft, data: soft.data.map((shade) => (shade < 122 ? 0 : 255)) };
}
