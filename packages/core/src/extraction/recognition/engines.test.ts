import { expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { extractText } from "../extract-text.ts";
import { engineContract } from "./testing/engine-contract.ts";
import { asPdf, linesOfType, scanned } from "./testing/printed.ts";

engineContract("wasm", () => Promise.resolve({ engine: undefined, model: /^eng$/ }));

test("an engine that is not set up is refused, with those that are", async () => {
  const scan = asPdf([await scanned(linesOfType(["Invoice 4711"]))]);
  const message = 'ocrEngine: "tesseract" is not set up here; available: wasm';
  await expect(extractText(scan, { ocrEngine: "tesseract" })).rejects.toThrow(message);
  await using extractor = createExtractor({ threads: 1 });
  await expect(extractor.extract(scan, { ocrEngine: "tesseract" })).rejects.toThrow(message);
});

test("an unknown engine is refused, with the valid ones", async () => {
  const extracting = extractText(new Uint8Array(), JSON.parse('{"ocrEngine":"abbyy"}'));
  await expect(extracting).rejects.toThrow(/ocrEngine: .*default.*wasm.*tesseract.*onnx.*service/);
});

test("an extractor cannot have a default engine that is not set up", () => {
  expect(() => createExtractor({ ocrEngine: "onnx" })).toThrow('ocrEngine: "onnx" is not set up here');
});

test("handwriting cannot be sent to a service that is not set up", async () => {
  const scan = asPdf([await scanned(linesOfType(["Invoice 4711"]))]);
  await expect(extractText(scan, { handwriting: "service" })).rejects.toThrow(
    'handwriting: "service" needs an OCR service',
  );
});
