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

/** Threads that keep all cores busy, each for half of the time. */
const BUSY = 2;
const BUSY_BY_TURNS = `
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const end = performance.now() + 20;
    while (performance.now() < end);
    Atomics.wait(sleep, 0, 0, 20);
  }`;

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
    const alone = await extractText(all, { mode });
    expect(alone.text.match(/brown fox|Coffee/gu)).toHaveLength(6);
    load = Array.from({ length: BUSY }, () => new Worker(BUSY_BY_TURNS, { eval: true }));
    await using extractor = createExtractor({ threads: 3 });
    const [second, first] = await Promise.all([
      extractor.extract(all, { mode }),
      extractor.extract(one, { mode }),
    ]);
    expect(second.text).toBe(alone.text);
    expect(first.pages[0]?.text).toBe(alone.pages[0]?.text);
  },
);
