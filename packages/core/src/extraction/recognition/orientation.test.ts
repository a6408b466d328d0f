import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { faded, grainy } from "../raster/testing/degrade.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import { asPng, linesOfType, scanned } from "./testing/printed.ts";

const LINES = ["The quick brown fox jumps over", "the lazy dog near the river bank"];

describe.each(["harbour", "ledger of copper"])("a page with nothing but %j", (words) => {
  test.each([0, 1, 2, 3] as const)("is read after %i quarter turns", async (turns) => {
    const { image } = turned(await scanned(linesOfType([words])), turns);
    expect(await textOf(asPng(image))).toBe(words);
  });
});

test.each([0, 1, 2, 3] as const)(
  "a grainy scan of a page with one word is read after %i quarter turns",
  async (turns) => {
    const sheet = await scanned(linesOfType(["harbour"]));
    const page = {
      ...sheet,
      height: 2 * sheet.height,
      data: new Uint8Array(2 * sheet.data.length).fill(255),
    };
    page.data.set(sheet.data);
    const { image } = turned(grainy(faded(page, 25, 225), 12, 1), turns);
    expect(await textOf(asPng(image))).toBe("harbour");
  },
);

test.each(["0", "noon", "- - - - - -", "..........", "IIIIIIII"])(
  "a page with nothing but %j is not turned",
  async (mark) => {
    const { pages } = await extractText(asPng(await scanned(linesOfType([mark]))), { mode: "low_cost" });
    expect(pages[0]?.outcome).toMatchObject({ reason: expect.not.stringContaining("turned") });
  },
);

/** Quarter turns that undo others. */
const BACK = [0, 3, 2, 1] as const;

/** The values of EXIF, with the turn that they ask for. */
const EXIF = [
  [1, 0],
  [6, 1],
  [3, 2],
  [8, 3],
] as const;

describe("the orientation in a photograph's EXIF data", () => {
  test.each(EXIF)("%i is respected", async (orientation, asked) => {
    const { image } = turned(await scanned(linesOfType(LINES)), BACK[asked]);
    expect(await textOf(await jpegOf(image, orientation))).toBe(LINES.join("\n"));
  });

  test.each(EXIF)("%i is corrected if the text is upright without it", async (orientation) => {
    const image = await scanned(linesOfType(LINES));
    expect(await textOf(await jpegOf(image, orientation))).toBe(LINES.join("\n"));
  });
});

function jpegOf({ width, height, data }: GreyImage, orientation: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

async function textOf(picture: Uint8Array): Promise<string> {
  const { pages } = await extractText(picture, { mode: "low_cost", outputMode: "text" });
  return (pages[0]?.text ?? "").trim();
}
