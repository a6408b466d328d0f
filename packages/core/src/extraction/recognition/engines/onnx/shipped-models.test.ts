import { modelsPath } from "@galley/ocr";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../../../create-extractor.ts";
import { createOnnxEngine } from "../../../pool/engines/onnx-engine.ts";
import { asPng, linesOfType, scanned } from "../../testing/printed.ts";

/** Small words, amounts, dates, signs and blanks: what the models lose first. */
const RECEIPT = [
  "GUANG MING STATIONERY SDN BHD",
  "33, JALAN RAYA, SELANGOR",
  "TAX INVOICE No. 0042-17",
  "Date: 03/02/2018 18:24:07",
  "2 x Milk 1L @ 4.20 8.40 SR",
  "Total Excl. of GST 1,234.50",
];

const PAGE = [
  "The tenant pays the rent in advance, on the first",
  "day of each month. If a payment is late by more",
  "than ten days, the owner may ask for interest of",
  "4.5 % a year (see No. 12, clause b); a reminder is",
  "not needed. Keys: 3 for the door, 1 for the cellar.",
];

const parts = new AsyncDisposableStack();
let text: (lines: readonly string[], dpi: number) => Promise<readonly string[]>;

beforeAll(async () => {
  const onnx = parts.use(await createOnnxEngine({ models: modelsPath, threads: 1 }));
  const extractor = parts.use(createExtractor({ threads: 1, engines: { onnx }, ocrEngine: "onnx" }));
  text = async (lines, dpi) => {
    const picture = asPng(await scanned(linesOfType(lines.map(escaped)), dpi));
    const { pages } = await extractor.extract(picture, { mode: "low_cost" });
    return pages.flatMap((page) =>
      page.text
        .trim()
        .replaceAll(/ +/gu, " ")
        .split(/\s*\n\s*/u),
    );
  };
});
afterAll(() => parts.disposeAsync());

test.each([120, 150, 300])("a receipt at %d dpi is read with its blanks and signs", async (dpi) => {
  expect(await text(RECEIPT, dpi)).toEqual(RECEIPT);
});

test.each([150, 300])("lines of a page at %d dpi are read with their blanks and signs", async (dpi) => {
  expect(await text(PAGE, dpi)).toEqual(PAGE);
});

function escaped(line: string): string {
  return line.replaceAll(/[()]/gu, String.raw`\$&`);
}
