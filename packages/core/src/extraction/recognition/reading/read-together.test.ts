import { afterAll, beforeAll, expect, test } from "vitest";
import { findLanguageData, type LanguageData } from "../../engines/ocr/language-data.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type LinesRead, Recogniser } from "../../engines/ocr/recogniser.ts";
import { AnalysedImage } from "../../raster/ink/analysed-image.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { NOTHING_READ } from "../../raster/geometry/orientation.ts";
import { type PreparedPage, preparePage } from "../../raster/prepare-page.ts";
import type { FreeThreads } from "../recognisers/free-threads.ts";
import { readAsPage } from "../recognisers/read-as-page.ts";
import type { ModelReader, TextReader } from "../recognisers/text-reader.ts";
import { readTogether } from "./read-together.ts";
import { cutPicture } from "../pictures/cut-picture.ts";
import { stripsOf } from "../pictures/strips.ts";
import { linesOfType, scanned } from "../testing/printed.ts";

const LINES = [
  "The quick brown fox jumps over",
  "the lazy dog near the river bank",
  "Invoice 4711 of 21 March 2026",
  "Please pay within thirty days",
  "to the account on the back",
  "With our kind regards",
];

let recogniser: Recogniser;
let languages: readonly LanguageData[];
let page: PreparedPage;

beforeAll(async () => {
  const english = findLanguageData("eng", { folders: [], prefer: "package" });
  languages = english ? [english] : [];
  recogniser = await Recogniser.start(languages);
  page = await preparePage(await scanned(linesOfType(LINES), 300), {
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    isCalmed: false,
    upsideDown: "in-doubt",
    columns: "as-pages",
    readLine: () => NOTHING_READ,
  });
});
afterAll(() => recogniser[Symbol.dispose]());

test("a second thread reads the lower half of a page, and its words keep their positions", async () => {
  const given: GreyImage[] = [];
  const { words: alone } = await readTogether(
    page,
    { recogniser: () => Promise.resolve(recogniser), reader: recogniser, languages, freeThreads: undefined },
    1000,
  );
  const freeThreads: FreeThreads = {
    parts: 2,
    read: (strip) => {
      given.push(strip.image);
      return readAsPage(strip);
    },
  };
  const { words } = await readTogether(
    page,
    { recogniser: () => Promise.resolve(recogniser), reader: recogniser, languages, freeThreads },
    1000,
  );
  expect(given).toHaveLength(1);
  expect(given[0]?.height).toBeLessThan(0.7 * page.image.height);
  expect(linesIn(words)).toEqual(LINES);
  expect(words.map(({ box }) => Math.round(box.y1 / 10))).toEqual(
    alone.map(({ box }) => Math.round(box.y1 / 10)),
  );
});

test("empty paper is not sent to the recogniser, and words keep their places", async () => {
  const { image } = page;
  const margin = 600;
  const sheet = cutPicture(image, { x0: 0, y0: 0, x1: image.width, y1: image.height }, margin);
  const shown: GreyImage[] = [];
  const reader: TextReader = {
    read(part, segmentation, mostLines) {
      shown.push(part);
      return recogniser.read(part, segmentation, mostLines);
    },
  };
  const readers = {
    recogniser: () => Promise.resolve(recogniser),
    reader,
    languages,
    freeThreads: undefined,
  };
  const wide = { ...page, image: sheet, bare: new AnalysedImage(sheet) };
  const [{ words }, { words: alone }] = [
    await readTogether(wide, readers, 1000),
    await readTogether(page, readers, 1000),
  ];
  expect(linesIn(words)).toEqual(LINES);
  expect(shown[0]).toEqual(shown[1]);
  expect(words.map(({ box, baseline }) => [box.x0 - margin, box.y1 - margin, baseline.y0 - margin])).toEqual(
    alone.map(({ box, baseline }) => [box.x0, box.y1, baseline.y0]),
  );
});

test("a page without writing is read whole", async () => {
  const blank = { ...page.image, data: page.image.data.map(() => 255) };
  const { words, isWhole } = await readTogether(
    { ...page, image: blank, bare: new AnalysedImage(blank) },
    { recogniser: () => Promise.resolve(recogniser), reader: recogniser, languages, freeThreads: undefined },
    1000,
  );
  expect({ words, isWhole }).toEqual({ words: [], isWhole: true });
});

test("a strip that no other thread takes is read by the page's own thread", async () => {
  const freeThreads: FreeThreads = { parts: 2, read: () => Promise.resolve(undefined) };
  expect(
    linesIn(
      (
        await readTogether(
          page,
          { recogniser: () => Promise.resolve(recogniser), reader: recogniser, languages, freeThreads },
          1000,
        )
      ).words,
    ),
  ).toEqual(LINES);
});

test("lines beyond the limit are skipped, in other threads too", async () => {
  const freeThreads: FreeThreads = { parts: 2, read: readAsPage };
  for (const threads of [undefined, freeThreads]) {
    const { words } = await readTogether(
      page,
      { recogniser: () => Promise.resolve(recogniser), reader: recogniser, languages, freeThreads: threads },
      0,
    );
    expect(linesIn(words).length).toBeLessThan(LINES.length);
  }
});

test("a page is cut between lines into strips with about the same number of letters", () => {
  const [upper, lower] = stripsOf(page.bare, 2);
  expect(upper?.y1).toBe(lower?.y0);
  const { ink, width } = page.bare.ink;
  expect(ink.subarray((upper?.y1 ?? 0) * width, ((upper?.y1 ?? 0) + 1) * width).includes(1)).toBe(false);
  // Between the third and the fourth line, in pixels at 300 dpi.
  expect(upper?.y1).toBeGreaterThan((300 * (30 + 2 * 18)) / 72);
  expect(upper?.y1).toBeLessThan((300 * (30 + 3 * 18)) / 72);
});

test("a page without an empty row is not cut", () => {
  const { width, height, dpi, data } = page.image;
  const barred = data.map((shade, at) => (at % width < 20 ? 0 : shade));
  expect(stripsOf(new AnalysedImage({ width, height, dpi, data: barred }), 2)).toEqual([
    { y0: 0, y1: height },
  ]);
});

test.each([
  ["everything", false, "models"],
  ["columns", false, "Tesseract"],
  ["columns", true, "models"],
] as const)("models that replace %s, of a column: %s: %s reads", async (replaces, isColumn, by) => {
  expect(await readBy({ replaces, isColumn, fails: false })).toBe(by);
});

test("if models that replace everything fail, Tesseract reads", async () => {
  expect(await readBy({ replaces: "everything", isColumn: false, fails: true })).toBe("Tesseract");
});

/** Which reader's text comes out, of models and a recogniser that each read their own name. */
async function readBy({
  replaces,
  isColumn,
  fails,
}: Pick<ModelReader, "replaces"> & { readonly isColumn: boolean; readonly fails: boolean }): Promise<string> {
  const box = { x0: 0, y0: 0, x1: 90, y1: 20 };
  const reads = (text: string): LinesRead => ({
    words: [{ text, confidence: 0.9, box, baseline: box, line: 1 }],
    lines: 1,
    isWhole: true,
  });
  const models: ModelReader = {
    replaces,
    read: () => (fails ? Promise.reject(new Error("The models are damaged.")) : reads("models")),
  };
  const { words } = await readTogether(
    { ...page, isColumn },
    {
      recogniser: () => Promise.resolve(recogniser),
      reader: { read: () => reads("Tesseract") },
      modelReader: () => Promise.resolve(models),
      languages,
      freeThreads: undefined,
    },
    1000,
  );
  return words.map(({ text }) => text).join(" ");
}

function linesIn(words: readonly RecognisedWord[]): readonly string[] {
  const lines = new Map<number, string[]>();
  for (const { line, text } of words) lines.set(line, [...(lines.get(line) ?? []), text]);
  return [...lines.values()].map((texts) => texts.join(" "));
}
