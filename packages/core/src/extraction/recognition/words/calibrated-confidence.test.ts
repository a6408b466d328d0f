import { expect, test } from "vitest";
import { calibrated, withCalibratedConfidence } from "./calibrated-confidence.ts";

const words = [{ confidence: 0.91 }, { confidence: 0.97 }];

test("a higher confidence stays higher, between 0 and 1", () => {
  const steps = Array.from({ length: 101 }, (_, percent) => calibrated(percent / 100));
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect([steps[0], steps[100]]).toEqual([0, 1]);
});

test("the default threshold keeps the same words", () => {
  expect(calibrated(0.3)).toBe(0.3);
});

test.each(["wasm", "tesseract"] as const)("confidences of %s are calibrated", (engine) => {
  const [first, second] = withCalibratedConfidence(words, engine);
  expect(first?.confidence).toBeCloseTo(0.877, 2);
  expect(second?.confidence).toBeCloseTo(0.983, 2);
});

test.each(["onnx", "service"] as const)("confidences of %s are not changed", (engine) => {
  expect(withCalibratedConfidence(words, engine)).toBe(words);
});
