import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
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
const BUSY = 4;

let one: Uint8Array;
let three: Uint8Array;
let load: readonly Worker[] = [];

beforeAll(async () => {
  const picture = await scanned(linesOfType(LINES), 150);
  const pictures = [grainy(picture, 14, 1), shadowed(picture, 0.5), grainy(shadowed(picture, 0.3), 10, 2)];
  one = asPdf(pictures.slice(0, 1));
  three = asPdf(pictures);
});
afterAll(async () => {
  await Promise.all(load.map((worker) => worker.terminate()));
});

test.each<[(typeof EXTRACTION_MODES)[number]]>([["low_cost"], ["high_quality"]])(
  "in %s, the text is the same under load, with other threads and in another order",
  { timeout: 120_000 },
  async (mode) => {
    const alone = [(await extractText(one, { mode })).text, (await extractText(three, { mode })).text];
    load = Array.from({ length: BUSY }, () => new Worker("for (;;);", { eval: true }));
    for (const threads of [1, 3]) {
      await using extractor = createExtractor({ threads });
      const [second, first] = await Promise.all([
        extractor.extract(three, { mode }),
        extractor.extract(one, { mode }),
      ]);
      expect([first?.text, second?.text]).toEqual(alone);
    }
    await Promise.all(load.map((worker) => worker.terminate()));
  },
);
