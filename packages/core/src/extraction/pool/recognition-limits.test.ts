import { beforeAll, expect, test } from "vitest";
import { createExtractor, createIsolatedExtractor } from "../create-extractor.ts";
import { renderPage } from "../engines/render/page-renderer.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { asPdf, linesOfType, scanned } from "../recognition/testing/printed.ts";

/** A page of some 15,000 letters, which takes many seconds. */
let long: Uint8Array;
let short: Uint8Array;

beforeAll(async () => {
  const line =
    "(The quick brown fox jumps over the lazy dog near the river bank and back over all the fields again) Tj";
  const content = `BT /F1 5 Tf 20 780 Td ${`${line} 0 -5.4 Td `.repeat(140)} ET`;
  const pdf = onePagePdf(content, { page: "/MediaBox [0 0 270 792]" });
  const drawn = await renderPage(pdf, 1, { dpi: 300, maxPixels: 24_000_000, grey: true, password: "" });
  const blank = { width: 300, height: 300, data: new Uint8Array(90_000).fill(255), dpi: 100 };
  long = asPdf([{ ...drawn, data: drawn.pixels }, blank]);
  short = asPdf([await scanned(linesOfType(["A line of text to be read"]))]);
});

test("a page whose recognition takes too long fails alone", async () => {
  await using extractor = createExtractor({ threads: 1, pageTimeoutSeconds: 4 });
  const { pages } = await extractor.extract(long);
  expect(pages[0]?.outcome).toMatchObject({ ok: false, reason: "timeout" });
  expect(pages[1]?.outcome).toMatchObject({ ok: true, textSource: "none" });
});

test("cancelling ends a running recognition, and its thread is free for the next document", async () => {
  await using extractor = createExtractor({ threads: 1 });
  await extractor.extract(short);
  const controller = new AbortController();
  const running = extractor.extract(long, {}, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("no longer wanted")), 1000);
  await expect(running).rejects.toThrow("no longer wanted");
  expect((await extractor.extract(short)).text).toContain("A line of text to be read");
});

test("a page that is alone is read by both threads as it is by one", async () => {
  const lines = [
    "The quick brown fox jumps over",
    "the lazy dog near the river bank",
    "Invoice 4711 of 21 March 2026",
  ];
  const scan = asPdf([await scanned(linesOfType([...lines, ...lines]), 300)]);
  await using extractor = createExtractor({ threads: 2 });
  const { text } = await extractor.extract(scan, { mode: "low_cost" });
  expect(text.split("\n").filter((line) => line.trim() !== "")).toHaveLength(6 + 1);
  for (const line of lines) expect(text.split(line)).toHaveLength(3);
});

test("an isolated extractor recognises within its usual memory", async () => {
  await using extractor = createIsolatedExtractor({ threads: 2 });
  const scan = await scanned(linesOfType(["A line of text to be read"]), 300);
  const { pages } = await extractor.extract(asPdf([scan, scan, scan, scan]));
  expect(pages.map(({ text }) => text.trim())).toEqual(
    Array.from({ length: 4 }, () => "A line of text to be read"),
  );
});

test("the languages that a document asks for are missed before it is read", async () => {
  await using extractor = createExtractor({ threads: 1 });
  await expect(extractor.extract(short, { lang: "tlh" })).rejects.toMatchObject({ code: "BAD_OPTION" });
});
