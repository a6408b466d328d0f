import { deflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { ExtractedPage } from "../result/extracted-document.ts";
import { extractText } from "../extract-text.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { writtenLines } from "../raster/ink/written-lines.ts";
import { type Photograph, photographs } from "./testing/photographs.ts";
import { smallLogo, type WrittenPicture, writtenPictures } from "./testing/written-pictures.ts";

const EACH = 100;

/** Reading one takes half a second. */
const READ = 30;

let written: readonly WrittenPicture[];
let photographed: readonly Photograph[];
beforeAll(async () => {
  written = await writtenPictures(EACH);
  photographed = photographs(EACH);
});

/** About three words; the same limit as in `writtenRegions`. */
const FEWEST_LETTERS = 6;

test("at most two of a hundred pictures with words are not detected as text", () => {
  const missed = written.filter(({ image }) => lettersIn(image) < FEWEST_LETTERS);
  expect(missed.length).toBeLessThanOrEqual(2);
});

test("at most a quarter of a hundred photographs and textures are detected as text", () => {
  const taken = photographed.filter(({ image }) => lettersIn(image) >= FEWEST_LETTERS);
  expect(taken.length).toBeLessThanOrEqual(25);
});

test(
  "thirty pictures with words are read on a page with text, and the text does not change",
  {
    timeout: 400_000,
  },
  async () => {
    const unread: number[] = [];
    for (const [seed, { image, words }] of written.slice(0, READ).entries()) {
      const page = await pageWith(image);
      if (words.filter((word) => page.text.includes(word)).length < 3) unread.push(seed);
      expect(page.text).toContain(OWN);
    }
    expect(unread).toEqual([]);
  },
);

test("a logo of half an inch with outlined words is read", async () => {
  const { image, words } = await smallLogo(["NORTHERN", "SERVICES"]);
  const page = await pageWith(image);
  for (const word of [...words, OWN]) expect(page.text).toContain(word);
});

test("thirty photographs on a page with text add nothing to it", { timeout: 400_000 }, async () => {
  for (const { kind, image } of photographed.slice(0, READ)) {
    const page = await pageWith(image);
    expect({ kind, text: page.text.trim() }).toEqual({ kind, text: OWN });
    expect(page.outcome).toMatchObject({ textSource: "native", message: "" });
  }
});

const OWN = "The report has one figure, which is shown above.";

async function pageWith({ width, height, data, dpi }: GreyImage): Promise<ExtractedPage> {
  const [across, down] = [(width * 72) / dpi, (height * 72) / dpi];
  const content = `q ${across} 0 0 ${down} 60 300 cm /Im Do Q BT /F1 11 Tf 60 200 Td (${OWN}) Tj ET`;
  const pdf = onePagePdf(content, {
    page: "/MediaBox [0 0 612 792]",
    resources: "/XObject << /Im 10 0 R >>",
    objects: [
      {
        entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        bytes: deflateSync(data),
      },
    ],
  });
  const { pages } = await extractText(pdf, { mode: "low_cost" });
  const [page] = pages;
  if (!page) throw new Error("The document has no page.");
  return page;
}

function lettersIn(image: GreyImage): number {
  return writtenLines(image).reduce((sum, { letters }) => sum + letters, 0);
}
