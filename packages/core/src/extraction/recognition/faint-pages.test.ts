import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import type { ExtractedPage } from "../result/extracted-document.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { faded, grainy } from "../raster/testing/degrade.ts";
import { asPng, linesOfType, scanned } from "./testing/printed.ts";

const FAINT = /^No words were recognised.*Probable cause: the print is faint/;

test.each(["harbour", "harbour master of the town"])(
  "a page on which %j is too faint to be read says so",
  async (words) => {
    const page = await pageOf(faded(onSheet(await scanned(linesOfType([words]))), 213, 225));
    expect(page).toMatchObject({ text: "", message: expect.stringMatching(FAINT) });
    expect(page?.outcome).toMatchObject({ doubtful: true });
  },
);

test.each([0, 3, 6, 12])("an empty sheet with a grain of %i shades has no message", async (grain) => {
  const sheet = faded(
    onSheet({ width: 800, height: 100, dpi: 150, data: new Uint8Array(80_000).fill(255) }),
    0,
    225,
  );
  const page = await pageOf(grain === 0 ? sheet : grainy(sheet, grain, 1));
  expect(page).toMatchObject({ text: "", message: "" });
});

const SHEET_HEIGHT = 1100;

/** Returns a picture at the top of a white sheet. */
function onSheet({ width, data, dpi }: GreyImage): GreyImage {
  const sheet = new Uint8Array(width * SHEET_HEIGHT).fill(255);
  sheet.set(data);
  return { width, height: SHEET_HEIGHT, data: sheet, dpi };
}

async function pageOf(picture: GreyImage): Promise<ExtractedPage | undefined> {
  const { pages } = await extractText(asPng(picture), { mode: "low_cost", outputMode: "text" });
  return pages.map((page) => ({ ...page, text: page.text.trim() }))[0];
}
