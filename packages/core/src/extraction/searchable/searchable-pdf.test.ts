import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { writeSearchable } from "./write-searchable.ts";
import { encryptedPdf } from "../engines/testing/encrypted-pdf.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { extractText } from "../extract-text.ts";
import type { ExtractedWord, PageRead } from "../result/extracted-document.ts";
import { drawnCharacters } from "../page/visual-order.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import { asPdf, asPng, linesOfType, scanned } from "../recognition/testing/printed.ts";
import { searchablePdf } from "./searchable-pdf.ts";

const LETTER = [
  "The quick brown fox jumps over",
  "the lazy dog near the river bank",
  "Invoice 4711 of 21 March 2026",
];

test("what was recognised in a scan can be read from the PDF without recognition, at its place", async () => {
  const source = asPdf([await scanned(linesOfType(LETTER))]);
  const recognised = await extractText(source);
  const native = await extractText(await searchablePdf(source, recognised), { mode: "native_text" });
  expect(native.text).toBe(recognised.text);
  const [before, after] = [wordsOf(recognised), wordsOf(native)];
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  for (const [index, { box }] of after.entries()) {
    expect(box.x0).toBeCloseTo(before[index]?.box.x0 ?? 0, 0);
    expect(box.x1).toBeCloseTo(before[index]?.box.x1 ?? 0, 0);
  }
});

test("the page looks unchanged", async () => {
  const source = asPdf([await scanned(linesOfType(LETTER))]);
  const written = await searchablePdf(source, await extractText(source));
  await using extractor = createExtractor({ threads: 1 });
  const [before, after] = [await extractor.renderPage(source, 1), await extractor.renderPage(written, 1)];
  expect(Buffer.compare(before.png, after.png)).toBe(0);
});

test.each([
  [0, 0],
  [90, 3],
  [180, 2],
  [270, 1],
] as const)(
  "on a page rotated by %i degrees the words are where they are visible",
  async (rotation, turns) => {
    const picture = await scanned(linesOfType(LETTER));
    const source = asPdf([turns === 0 ? picture : turned(picture, turns).image], "", `/Rotate ${rotation}`);
    const written = await searchablePdf(source, await extractText(source));
    const [first] = wordsOf(await extractText(written, { mode: "native_text" }));
    expect(first?.text).toBe("The");
    expect(first?.box.x0).toBeCloseTo(24, 0);
    expect(first?.box.y1).toBeGreaterThan(28);
    expect(first?.box.y1).toBeLessThan(33);
  },
);

test("a page with text of its own gets no second one", async () => {
  const source = onePagePdf("BT /F1 12 Tf 20 30 Td (native words) Tj ET");
  const extracted = await extractText(source);
  const written = await extractText(await searchablePdf(source, extracted), { mode: "native_text" });
  expect(wordsOf(written)).toEqual(wordsOf(extracted));
});

test("an image becomes a page of its size", async () => {
  const source = asPng(await scanned(linesOfType(LETTER), 300));
  const written = await searchablePdf(source, await extractText(source));
  const { pages, pageCount } = await extractText(written, { mode: "native_text" });
  expect(pageCount).toBe(1);
  expect(pages[0]?.outcome).toMatchObject({ width: 288, height: 144, textSource: "native" });
  expect(pages[0]?.text).toContain("Invoice 4711 of 21 March 2026");
});

test("an encrypted document is refused, and so is one that cannot be written again", async () => {
  const source = encryptedPdf({ user: "", owner: "owner" });
  await expect(searchablePdf(source, { pages: [] })).rejects.toMatchObject({
    code: "UNSUPPORTED_DOCUMENT",
    message: expect.stringContaining("encrypted"),
  });
  const damaged = Buffer.from("%PDF-1.7\nnothing else");
  await expect(searchablePdf(damaged, { pages: [] })).rejects.toMatchObject({ code: "DAMAGED_DOCUMENT" });
});

const hasPoppler = spawnSync("pdftotext", ["-v"]).status === 0;

describe.runIf(hasPoppler)("Poppler", () => {
  test.each(["Straße", "Ελληνικά", "Жизнь", "日本語", "한국어", "हिन्दी", "ภาษาไทย", "שלום", "مرحبا"])(
    "finds %s at its place",
    async (text) => {
      const written = await writeSearchable(onePagePdf(""), [pageWith(text)]);
      const run = spawnSync("pdftotext", ["-bbox", "-", "-"], { input: written, encoding: "utf8" });
      const [, x0, y0, x1, y1, found] =
        /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)<\/word>/.exec(
          run.stdout,
        ) ?? [];
      // It gives words as they are drawn; a person sees them read from the right.
      expect(found?.normalize()).toBe(drawnCharacters(text).join("").normalize());
      expect([x0, y0, x1, y1].map((value) => Math.round(Number(value)))).toEqual([20, 30, 80, 42]);
    },
  );

  test.each(["שלום", "مرحبا"])("reads %s from the right", async (text) => {
    const written = await writeSearchable(onePagePdf(""), [pageWith(text)]);
    const { stdout } = spawnSync("pdftotext", ["-", "-"], { input: written, encoding: "utf8" });
    expect(stdout).toContain(text);
  });
});

function wordsOf(document: {
  readonly pages: readonly { readonly lines: readonly { readonly words: readonly ExtractedWord[] }[] }[];
}): readonly ExtractedWord[] {
  return document.pages.flatMap((page) => page.lines).flatMap((line) => line.words);
}

/** A page of 200 by 100 points with one recognised word. */
function pageWith(text: string): PageRead {
  return {
    ok: true,
    number: 1,
    engine: "native",
    textSource: "ocr",
    reason: "",
    garbled: false,
    message: "",
    seconds: 0,
    width: 200,
    height: 100,
    rotation: 0,
    fields: [],
    checkMarks: [],
    rules: [],
    images: [],
    text,
    lines: Float32Array.of(20, 80, 42, 12, 0.9),
    words: Float64Array.of(0, text.length, 20, 30, 80, 42, 0.9),
  };
}
