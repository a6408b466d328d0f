import { afterAll, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import type { ExtractedPage } from "../result/extracted-document.ts";
import type { Extractor } from "../extractor/extractor.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { photographs } from "./testing/photographs.ts";
import { asPdf, linesOfType, scanned } from "./testing/printed.ts";

const LINE = "A line of text to be read";

let extractor: Extractor;
beforeAll(() => {
  extractor = createExtractor({ threads: 1, pageTimeoutSeconds: 60 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

test.each<[string, GreyImage]>([
  ["all black", plain(() => 0)],
  ["all white", plain(() => 255)],
])("a page that is %s has no text, and the next page is read correctly", async (_, picture) => {
  const pages = await pagesOf(picture);
  expect(pages.map((page) => page.text.trim())).toEqual(["", LINE]);
  expect(pages[0]?.outcome).toMatchObject({ ok: true, textSource: "none" });
});

test("a soft photograph yields almost no characters, and the next page is read correctly", async () => {
  const pages = await pagesOf(
    plain((x, y) => 128 + 60 * Math.sin(x / 90) + 50 * Math.cos((x + 2 * y) / 130)),
  );
  expect(pages[0]?.outcome.ok).toBe(true);
  expect(pages[0]?.text.replaceAll(/\s/gu, "").length).toBeLessThan(8);
  expect(pages[1]?.text.trim()).toBe(LINE);
});

test.each(
  photographs(10).flatMap(({ kind, image }, index) =>
    ["softNoise", "brick", "crowd"].includes(kind) ? [[kind, index, image] as const] : [],
  ),
)("a page of %s (%d) has no words in low_cost, and the next page is read correctly", async (_, __, image) => {
  const text = await scanned(linesOfType([LINE]));
  const { pages } = await extractor.extract(asPdf([image, text]), { mode: "low_cost" });
  expect(pages.map((page) => page.text.trim())).toEqual(["", LINE]);
});

async function pagesOf(picture: GreyImage): Promise<readonly ExtractedPage[]> {
  const text = await scanned(linesOfType([LINE]));
  const { pages } = await extractor.extract(asPdf([picture, text]), { mode: "form" });
  return pages;
}

function plain(shadeAt: (x: number, y: number) => number): GreyImage {
  const [width, height] = [600, 400];
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    shadeAt(at % width, Math.floor(at / width)),
  );
  return { width, height, data, dpi: 150 };
}
