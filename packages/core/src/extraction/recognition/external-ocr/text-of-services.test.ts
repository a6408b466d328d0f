import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExtractor } from "../../create-extractor.ts";
import type { Extractor } from "../../extractor/extractor.ts";
import type { ExtractOptionsInput } from "../../options/extract-options.ts";
import type { ExtractedPage, ExtractedWord } from "../../result/extracted-document.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { ImageToRecognise } from "../engines/image-recogniser.ts";
import { engineContract } from "../testing/engine-contract.ts";
import { asPdf, linesOfType, scanned } from "../testing/printed.ts";
import { scribbled } from "../testing/scribbled.ts";

const PRINTED = ["The quick brown fox jumps over", "the lazy dog near the river bank"];

engineContract("service", () =>
  Promise.resolve({
    engine: {
      takes: "drawn",
      recognise: () =>
        Promise.resolve({ text: [...PRINTED, "Invoice 4711 of 21 March 2026"].join("\n"), model: "seer" }),
    },
    model: /^seer$/,
  }),
);

describe("text without places from a service", () => {
  let extractor: Extractor;
  let print: GreyImage;
  /** Print, a handwritten line at 66 points, and print. */
  let note: GreyImage;
  let answer: (image: ImageToRecognise) => string;
  let asked = 0;

  beforeAll(async () => {
    print = await scanned(linesOfType([...PRINTED, "Invoice 4711 of 21 March 2026"]), 300);
    const both = `${linesOfType(PRINTED)} ${linesOfType(["With our kind regards from the harbour"], 90)}`;
    note = scribbled(await scanned(both, 300), { x0: 24, x1: 200, baseline: 70, words: 4 });
    extractor = createExtractor({
      threads: 1,
      engines: {
        service: {
          takes: "drawn",
          recognise: (image) => {
            asked++;
            return Promise.resolve({ text: answer(image), model: "seer" });
          },
        },
      },
    });
  });
  afterAll(() => extractor[Symbol.asyncDispose]());

  const read = async (
    image: GreyImage,
    text: string,
    options: ExtractOptionsInput = {},
  ): Promise<ExtractedPage> => {
    answer = () => text;
    const { pages } = await extractor.extract(asPdf([image]), { ocrEngine: "service", ...options });
    const [page] = pages;
    if (!page) throw new Error("The document has no page.");
    return page;
  };

  test("words that the service parts stay parted, and those that it joins stay joined", async () => {
    const tight = await scanned(
      linesOfType(["The pier is seen onlyby a model", "TAXINVOICE of the har bour"]),
      300,
    );
    const parted = ["The pier is seen only by a model", "TAX INVOICE of the harbour"];
    const { text } = await read(tight, parted.join("\n"));
    const rows = text.split("\n").map((row) => row.trim().replaceAll(/ +/g, " "));
    expect(rows).toEqual(expect.arrayContaining(parted));
  });

  test("has the places of the same words, although the recogniser misreads some", async () => {
    const page = await read(print, "The quick brovvn fox jumps over\nthe lazy dog near the river bank");
    const [the, , brown] = wordsOf(page);
    expect(the?.box).toMatchObject({ x0: expect.closeTo(24, 0), y1: expect.closeTo(30, -1) });
    expect(brown?.text).toBe("brovvn");
    expect(brown?.box.x0).toBeGreaterThan(75);
    expect(page.text).toContain("The quick brovvn fox jumps over");
  });

  test("has places in any order of its lines", async () => {
    const page = await read(print, `Invoice 4711 of 21 March 2026\n${PRINTED.join("\n")}`);
    expect(linesOf(page)).toEqual([...PRINTED, "Invoice 4711 of 21 March 2026"]);
  });

  test("in handwriting has the place of its line of ink, and a message says so", async () => {
    const text = `${PRINTED.join("\n")}\nMeet me at noon\nWith our kind regards from the harbour`;
    const page = await read(note, text);
    expect(linesOf(page)).toEqual([...PRINTED, "Meet me at noon", "With our kind regards from the harbour"]);
    const written = wordsOf(page).filter((word) => ["Meet", "me", "at", "noon"].includes(word.text));
    for (const { box, confidence } of written) {
      expect(box.y0).toBeGreaterThan(50);
      expect(box.y1).toBeLessThan(80);
      expect(confidence).toBeCloseTo(0.6, 2);
    }
    expect(written.at(-1)?.box.x1).toBeLessThan(210);
    expect(page.message).toContain(
      "4 of 24 words of the OCR service have the place of their line or region.",
    );
  });

  test("loses its Markdown and HTML, which is neither followed nor executed", async () => {
    const page = await read(
      print,
      "<think>It is a letter.</think>```markdown\n# The **quick** brown [fox](http://127.0.0.1:1/x) jumps over\n" +
        "| the lazy dog | near the <b>river</b> bank |\n|---|---|\n<script>alert(1)</script>" +
        "![logo](http://127.0.0.1:1/y.png)\nInvoice 4711 of 21 March 2026<br>\n```",
    );
    expect(linesOf(page)).toEqual([...PRINTED, "Invoice 4711 of 21 March 2026"]);
  });

  test.each([
    ["of 10,000 words", "word ".repeat(10_000), /It returned 10000 words, more than the page can have\./],
    [
      "in another language",
      "Der schnelle braune Fuchs springt\nüber den faulen Hund am Flussufer\nRechnung vom Frühling",
      /Its text is not that of the page: it has 0 of \d+ words that are certainly on it\./,
    ],
    ["of no words", "```\n```", /It returned no text\./],
  ])("%s is not used, and the built-in recogniser reads the page", async (_, text, message) => {
    const page = await read(print, text);
    expect(linesOf(page)).toEqual([...PRINTED, "Invoice 4711 of 21 March 2026"]);
    expect(page.message).toMatch(message);
    expect(page.outcome).toMatchObject({ recognisers: [{ engine: "wasm" }] });
  });

  test("is asked only for what looks handwritten with handwriting: service", async () => {
    asked = 0;
    const sizes: number[] = [];
    answer = ({ height }) => {
      sizes.push(height);
      return "Meet me at noon";
    };
    const options = { ocrEngine: "wasm", handwriting: "service" } as const;
    const { pages } = await extractor.extract(asPdf([note]), options);
    expect(linesOf(pages[0])).toEqual([
      ...PRINTED,
      "Meet me at noon",
      "With our kind regards from the harbour",
    ]);
    expect(pages[0]?.outcome).toMatchObject({
      recognisers: expect.arrayContaining([
        expect.objectContaining({ engine: "wasm" }),
        { engine: "service", model: "seer", words: 4 },
      ]),
    });
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(note.height / 3);
  });

  test("is not asked for a page of print with handwriting: service", async () => {
    asked = 0;
    await extractor.extract(asPdf([print]), { ocrEngine: "wasm", handwriting: "service" });
    expect(asked).toBe(0);
  });
});

function wordsOf(page: ExtractedPage): readonly ExtractedWord[] {
  return page.lines.flatMap(({ words }) => words);
}

function linesOf(page: ExtractedPage | undefined): readonly string[] {
  const lines = page?.lines.map(({ words }) => words.map(({ text }) => text).join(" ")) ?? [];
  return lines.filter((line) => line !== "");
}
