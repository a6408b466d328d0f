import { expect, test } from "vitest";
import { openDocument } from "../engines/open-document.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { type ExtractOptionsInput, parseExtractOptions } from "../options/extract-options.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import { readPage } from "./read-page.ts";

/** Returns the words of the first page, or its error message. */
async function wordsOf(pdf: Uint8Array, options: ExtractOptionsInput): Promise<readonly string[]> {
  await using document = await openDocument(pdf, { password: "" });
  const page = await readPage(document, 1, {
    options: parseExtractOptions({ mode: "native_text", ...options }),
    places: { tessdata: [] },
  });
  return page.ok ? page.text.split(/\s+/u) : [page.message];
}

test("hidden text is kept by default and can be dropped", async () => {
  const pdf = onePagePdf(`
    BT /F1 10 Tf 10 50 Td (seen) Tj ET
    q 0 0 5 5 re W n BT /F1 10 Tf 45 50 Td (clipped) Tj ET Q
    q 1 g BT /F1 10 Tf 90 50 Td (white) Tj ET Q
    q 0.1 g 125 45 30 15 re f 1 g BT /F1 10 Tf 128 50 Td (head) Tj ET Q
    q 3 Tr BT /F1 10 Tf 165 50 Td (layer) Tj ET Q`);
  expect(await wordsOf(pdf, {})).toEqual(["seen", "clipped", "white", "head", "layer"]);
  expect(await wordsOf(pdf, { hiddenText: "drop" })).toEqual(["seen", "head", "layer"]);
});

test("annotation text is kept by default and can be dropped", async () => {
  const pdf = onePagePdf("BT /F1 10 Tf 20 52 Td (page) Tj ET", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R]",
    objects: ["<< /Subtype /FreeText /Rect [100 40 140 60] /DA (/Helv 8 Tf) /Contents (box) >>"],
  });
  expect(await wordsOf(pdf, {})).toEqual(["page", "box"]);
  expect(await wordsOf(pdf, { annotationText: "drop" })).toEqual(["page"]);
});

test("remarks are dropped by default; if kept, they follow the page text", async () => {
  const pdf = onePagePdf("BT /F1 10 Tf 20 52 Td (page) Tj ET", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R 11 0 R 12 0 R 13 0 R]",
    objects: [
      "<< /Subtype /Highlight /Rect [20 50 40 60] /Contents (second) >>",
      "<< /Subtype /Text /Rect [100 80 120 99] /T (Ann) /Contents (first\\nof two) >>",
      "<< /Subtype /Popup /Rect [100 80 120 99] /Parent 11 0 R /Contents (first) >>",
      "<< /Subtype /Text /F 2 /Rect [100 10 120 20] /Contents (hidden) >>",
    ],
  });
  expect(await wordsOf(pdf, {})).toEqual(["page"]);
  expect(await wordsOf(pdf, { remarkText: "keep" })).toEqual([
    "page",
    "Ann:",
    "first",
    "of",
    "two",
    "second",
  ]);
});

test.each([
  [new Error("its font is odd"), "Page 1 could not be read: its font is odd"],
  [new ExtractionError("DAMAGED_DOCUMENT", "Page 1 is damaged."), "Page 1 is damaged."],
])("the error message of a failed page names the page once", async (fault, message) => {
  const broken = {
    pageCount: 1,
    readPage: () => Promise.reject(fault),
    drawPage: () => Promise.reject(fault),
    drawParts: () => Promise.reject(fault),
    lostImages: () => Promise.reject(fault),
    smallPictures: () => Promise.reject(fault),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const places = { tessdata: [] };
  const options = parseExtractOptions({ mode: "native_text" });
  expect(await readPage(broken, 1, { options, places })).toMatchObject({ ok: false, message });
});

test("garbled text is kept if nothing is recognised", async () => {
  const pdf = onePagePdf("BT /F1 10 Tf 10 50 Td (grb ldt xtq) Tj ET");
  await using document = await openDocument(pdf, { password: "" });
  const blank = { width: 200, height: 100, data: new Uint8Array(20_000).fill(255), dpi: 72 };
  const garbled = {
    ...document,
    readPage: async (number: number) => ({
      ...(await document.readPage(number)),
      fault: "It has no vowels.",
    }),
    drawPage: () => Promise.resolve({ image: blank, note: "" }),
  };
  const options = parseExtractOptions({ mode: "high_quality" });
  expect(await readPage(garbled, 1, { options, places: { tessdata: [] } })).toMatchObject({
    text: expect.stringContaining("grb ldt xtq"),
    textSource: "native",
    garbled: true,
    message: expect.stringContaining("its own text stands"),
  });
});
