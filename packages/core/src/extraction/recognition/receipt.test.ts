import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { extractText } from "../extract-text.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import { asPng, ITEMS_OF_RECEIPT, printedReceipt } from "./testing/printed.ts";

test.each([
  ["low_cost", 0],
  ["high_quality", 0],
  ["high_quality", 1],
  ["high_quality", 2],
] as const)("in %s, every amount of a receipt turned by %d quarters is read", async (mode, turns) => {
  const { image } = turned(await printedReceipt(150), turns);
  const { pages } = await extractText(asPng(image), { mode });
  const text = pages.map((page) => page.text).join("\n");
  for (const item of ITEMS_OF_RECEIPT) expect(text.replaceAll(/ +/gu, " ").split(item)).toHaveLength(4);
});

test.each(["low_cost", "high_quality"] as const)(
  "in %s, an amount whose decimal point did not print gets none",
  async (mode) => {
    const items = ["Item 12.90", "Item 41.15", "Item 80 91", "Item 63.75", "Room 80 91 B", "Item 26.05"];
    const { pages } = await extractText(asPng(await printedReceipt(150, items)), { mode });
    const text = pages.map((page) => page.text).join("\n");
    expect(text).toMatch(/Item +12\.90/u);
    expect(text).not.toContain("80.91");
  },
);

test("an extractor reads a receipt with the models that ship, in a process that abandoned documents do not harm", async () => {
  const receipt = asPng(await printedReceipt(150));
  await using extractor = createExtractor({ threads: 1 });
  const { pages } = await extractor.extract(receipt, { mode: "low_cost" });
  const recognisers = [{ engine: "onnx", model: "en_PP-OCRv4", words: expect.any(Number) }];
  expect(pages[0]?.outcome).toMatchObject({ recognisers });
  // Abandoned at different moments, also while the models run.
  for (let ms = 50; ms <= 800; ms += 250) {
    const abandoning = new AbortController();
    const reading = extractor.extract(receipt, { mode: "low_cost" }, { signal: abandoning.signal });
    await Promise.race([delay(ms), reading]);
    abandoning.abort();
    await reading.catch(() => undefined);
  }
  const again = await extractor.extract(receipt, { mode: "low_cost" });
  expect(again.pages[0]?.text).toBe(pages[0]?.text);
});

test("in low_cost, a receipt that the models read does not start Tesseract, whose data is damaged here", async () => {
  const receipt = asPng(await printedReceipt(150));
  const tessdata = await mkdtemp(join(tmpdir(), "galley-tessdata-"));
  try {
    await writeFile(join(tessdata, "eng.traineddata"), "damaged");
    await using extractor = createExtractor({ threads: 1, tessdata });
    const { pages } = await extractor.extract(receipt, { mode: "low_cost" });
    expect(pages[0]?.text).toContain(ITEMS_OF_RECEIPT[0].split(" ")[0]);
  } finally {
    await rm(tessdata, { recursive: true });
  }
});
