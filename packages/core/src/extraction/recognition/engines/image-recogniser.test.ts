import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { createExtractor, createIsolatedExtractor } from "../../create-extractor.ts";
import { extractText } from "../../extract-text.ts";
import type { ImageToRecognise, WordInImage } from "./image-recogniser.ts";
import { asPdf, linesOfType, scanned } from "../testing/printed.ts";

let scan: Uint8Array;

beforeAll(async () => {
  scan = asPdf([await scanned(linesOfType(["Invoice 4711"]))]);
});

/** Recogniser that returns two words at the top of every picture. */
function read({ dpi }: ImageToRecognise): Promise<readonly WordInImage[]> {
  const inch = (x0: number, x1: number): WordInImage["box"] => ({
    x0: x0 * dpi,
    y0: 0.25 * dpi,
    x1: x1 * dpi,
    y1: 0.4 * dpi,
  });
  return Promise.resolve([
    { text: "Dear", confidence: 0.8, box: inch(0.5, 1), line: 1 },
    { text: "Hand", confidence: 5, box: inch(1.1, 1.6), line: 1 },
  ]);
}

test.each([
  ["one document", (): Promise<unknown> => extractText(scan, {}, { recognise: read })],
  ["an extractor", (): Promise<unknown> => extracted(createExtractor({ threads: 1, recognise: read }))],
  [
    "an isolated extractor",
    (): Promise<unknown> => extracted(createIsolatedExtractor({ threads: 1, recognise: read })),
  ],
])("the recogniser passed to %s replaces the built-in one", async (_, extract) => {
  expect(await extract()).toMatchObject({
    text: expect.stringMatching(/^ *Dear Hand *$/m),
    pages: [
      {
        message: "",
        outcome: { textSource: "ocr" },
        lines: [
          {
            words: [
              {
                text: "Dear",
                confidence: expect.closeTo(0.8, 3),
                box: { x0: expect.closeTo(36, 0), y1: expect.closeTo(28.8, 0) },
              },
              { text: "Hand", confidence: expect.closeTo(0.99, 3) },
            ],
          },
        ],
      },
    ],
  });
});

test("it receives the page image, its resolution and the languages", async () => {
  const asked: ImageToRecognise[] = [];
  const recognise = (image: ImageToRecognise): Promise<readonly WordInImage[]> => {
    asked.push(image);
    return Promise.resolve([]);
  };
  // Unknown languages are accepted, because a custom recogniser may support them.
  await extractText(scan, { lang: "tlh" }, { recognise });
  expect(asked).toMatchObject([{ width: 800, height: 400, dpi: 200, lang: "tlh" }]);
  expect(Buffer.from(asked[0]?.png ?? []).toString("latin1", 1, 4)).toBe("PNG");
});

test("if it fails, the built-in one reads the page and the message has the error", async () => {
  const recognise = (): Promise<never> => Promise.reject(new Error("It is on holiday."));
  await using extractor = createExtractor({ threads: 1, recognise });
  const { pages } = await extractor.extract(scan);
  expect(pages[0]).toMatchObject({
    text: expect.stringContaining("Invoice 4711"),
    message:
      "The OCR service could not be used: It is on holiday. The page was read by the built-in recogniser.",
  });
});

test.each([
  ["an extractor", createExtractor],
  ["an isolated extractor", createIsolatedExtractor],
])("cancelling a document of %s cancels its recogniser calls", async (_, create) => {
  const asked = Promise.withResolvers<AbortSignal>();
  await using extractor = create({
    threads: 1,
    recognise: async (_image, signal) => {
      asked.resolve(signal);
      await delay(60_000, undefined, { signal });
      return [];
    },
  });
  const controller = new AbortController();
  const running = extractor.extract(scan, {}, { signal: controller.signal });
  running.catch(() => undefined);
  const signal = await asked.promise;
  const cancelled = new Promise((resolve) => {
    signal.addEventListener("abort", resolve);
  });
  controller.abort();
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  await cancelled;
});

test("words outside the picture and invalid words are dropped", async () => {
  const box = { x0: 10, y0: 10, x1: 100, y1: 40 };
  const recognise = (): Promise<readonly WordInImage[]> =>
    Promise.resolve([
      { text: "good", confidence: 0.9, box },
      { text: "\u0000", confidence: 0.9, box },
      { text: "flat", confidence: 0.9, box: { ...box, y1: 10 } },
      { text: "beyond", confidence: 0.9, box: { x0: 9000, y0: 10, x1: 9100, y1: 40 } },
      { text: "nowhere", confidence: 0.9, box: { ...box, x0: Number.NaN } },
    ]);
  expect((await extractText(scan, {}, { recognise })).pages[0]?.text.trim()).toBe("good");
});

async function extracted(extractor: ReturnType<typeof createExtractor>): Promise<unknown> {
  await using open = extractor;
  return await open.extract(scan);
}
