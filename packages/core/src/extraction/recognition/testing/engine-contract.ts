import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExtractor } from "../../create-extractor.ts";
import type { Extractor } from "../../extractor/extractor.ts";
import type { CustomEngine } from "../../options/ocr-engines.ts";
import { turned } from "../../raster/geometry/quarter-turn.ts";
import type { ExtractedPage } from "../../result/extracted-document.ts";
import type { RecognitionEngine } from "../engines/engines.ts";
import { asPdf, linesOfType, scanned } from "./printed.ts";

const LETTER = [
  "The quick brown fox jumps over",
  "the lazy dog near the river bank",
  "Invoice 4711 of 21 March 2026",
];

/** An engine to test, or undefined for the built-in one. */
export interface EngineUnderTest {
  readonly engine: RecognitionEngine | undefined;
  /** Expected in the record of each page. */
  readonly model: RegExp;
}

/** What every engine of recognition does. */
export function engineContract(name: CustomEngine | "wasm", start: () => Promise<EngineUnderTest>): void {
  describe(`the engine ${name}`, { timeout: 60_000 }, () => {
    let extractor: Extractor;
    let model: RegExp;
    let scan: Uint8Array;
    let page: ExtractedPage | undefined;

    beforeAll(async () => {
      const { engine, model: expected } = await start();
      model = expected;
      extractor = createExtractor({ threads: 1, engines: engine === undefined ? {} : { [name]: engine } });
      scan = asPdf([await scanned(linesOfType(LETTER), 300)]);
      page = await firstPage(scan);
    });
    afterAll(() => extractor[Symbol.asyncDispose]());

    const firstPage = async (document: Uint8Array): Promise<ExtractedPage | undefined> =>
      (await extractor.extract(document, { ocrEngine: name })).pages[0];

    test("reads the lines of a page", () => {
      expect(linesIn(page)).toEqual(LETTER);
      expect(page?.outcome).toMatchObject({ textSource: "ocr", message: "" });
    });

    test("gives words their places", () => {
      const [the, quick] = page?.lines.find(({ words }) => words.length > 0)?.words ?? [];
      expect(the?.text).toBe("The");
      expect(Math.abs((the?.box.x0 ?? 0) - 24)).toBeLessThan(3);
      expect(Math.abs((the?.box.y1 ?? 0) - 30)).toBeLessThan(4);
      expect(quick?.box.x0).toBeGreaterThan(the?.box.x1 ?? Infinity);
    });

    test("gives words a confidence below that of native text", () => {
      const words = page?.lines.flatMap((line) => line.words) ?? [];
      expect(words.every(({ confidence }) => confidence > 0.3 && confidence < 1)).toBe(true);
    });

    test("is named in the page's record", () => {
      expect(page?.outcome).toMatchObject({
        recognisers: [{ engine: name, model: expect.stringMatching(model), words: 19 }],
        confidence: expect.closeTo(0.9, 0),
      });
    });

    test("reads a page that lies on its side", async () => {
      const image = turned(await scanned(linesOfType([...LETTER, ...LETTER]), 300), 3).image;
      expect(linesIn(await firstPage(asPdf([image]))).slice(0, 3)).toEqual(LETTER);
    });

    test("returns the same text twice", async () => {
      expect((await firstPage(scan))?.text).toBe(page?.text);
    });

    test("ends when the document is cancelled", async () => {
      const controller = new AbortController();
      const running = extractor.extract(scan, { ocrEngine: name }, { signal: controller.signal });
      running.catch(() => undefined);
      await delay(1);
      controller.abort();
      await expect(running).rejects.toMatchObject({ name: "AbortError" });
    });
  });
}

function linesIn(page: ExtractedPage | undefined): readonly string[] {
  const lines = page?.lines.map(({ words }) => words.map(({ text }) => text).join(" ")) ?? [];
  return lines.filter((line) => line !== "");
}
