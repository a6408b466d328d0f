import { Worker } from "node:worker_threads";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { extractText } from "../extract-text.ts";
import type { EXTRACTION_MODES } from "../options/extract-options.ts";
import { grainy, shadowed } from "../raster/testing/degrade.ts";
import { asPdf, linesOfType, scanned } from "./testing/printed.ts";

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
let two: Uint8Array;
let load: readonly Worker[] = [];

beforeAll(async () => {
  const picture = await scanned(linesOfType(LINES), 150);
  const pictures = [grainy(picture, 14, 1), shadowed(picture, 0.5)];
  one = asPdf(pictures.slice(0, 1));
  two = asPdf(pictures);
});
afterEach(async () => {
  await Promise.all(load.map((worker) => worker.terminate()));
});

test.each<[(typeof EXTRACTION_MODES)[number]]>([["low_cost"], ["high_quality"]])(
  "in %s, the text is the same under load, with other threads and in another order",
  { timeout: 120_000 },
  async (mode) => {
    const alone = [(await extractText(one, { mode })).text, (await extractText(two, { mode })).text];
    load = Array.from({ length: BUSY }, () => new Worker("for (;;);", { eval: true }));
    await using extractor = createExtractor({ threads: 3 });
    const [second, first] = await Promise.all([
      extractor.extract(two, { mode }),
      extractor.extract(one, { mode }),
    ]);
    expect([first.text, second.text]).toEqual(alone);
  },
);
