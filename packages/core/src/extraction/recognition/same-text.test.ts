import { Worker } from "node:worker_threads";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { extractText } from "../extract-text.ts";
import type { EXTRACTION_MODES } from "../options/extract-options.ts";
import { grainy, shadowed } from "../raster/testing/degrade.ts";
import { photographed } from "./testing/photographed.ts";
import { asPdf, linesOfType, printedReceipt, scanned } from "./testing/printed.ts";

const LINES = [
  "The quick brown fox jumps over",
  "the lazy dog near the river bank",
  "Invoice 4711 of 21 March 2026",
  "Amount due 1,204.50 and -3.75",
  "to the account on the back",
  "With our kind regards",
];

/** Threads that keep all cores busy. */
const BUSY = 2;

let one: Uint8Array;
/** Two scans, a photograph and a receipt. */
let all: Uint8Array;
let load: readonly Worker[] = [];

beforeAll(async () => {
  const picture = await scanned(linesOfType(LINES), 150);
  const size = { width: Math.round(1.25 * picture.width), height: Math.round(1.5 * picture.height) };
  const scans = [grainy(picture, 14, 1), shadowed(picture, 0.5)];
  one = asPdf(scans.slice(0, 1));
  all = asPdf([...scans, photographed(picture, { ...size, grain: 8 }), await printedReceipt(150)]);
});
afterEach(async () => {
  await Promise.all(load.map((worker) => worker.terminate()));
});

test.each<[(typeof EXTRACTION_MODES)[number]]>([["low_cost"], ["high_quality"]])(
  "in %s, the text is the same twice, under load, with other threads and in another order",
  { timeout: 240_000 },
  async (mode) => {
    const alone = [(await extractText(one, { mode })).text, (await extractText(all, { mode })).text];
    expect(alone[1]?.match(/brown fox|Coffee/gu)).toHaveLength(6);
    load = Array.from({ length: BUSY }, () => new Worker("for (;;);", { eval: true }));
    await using extractor = createExtractor({ threads: 3 });
    const [second, first] = await Promise.all([
      extractor.extract(all, { mode }),
      extractor.extract(one, { mode }),
    ]);
    expect([first.text, second.text]).toEqual(alone);
  },
);
