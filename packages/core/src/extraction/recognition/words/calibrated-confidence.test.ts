import { expect, test } from "vitest";
import type { PageRecogniser } from "../recognisers/engines.ts";
import { calibrated, withCalibratedConfidence } from "./calibrated-confidence.ts";

const by = (engine: PageRecogniser["engine"]): PageRecogniser => ({ engine, model: "eng", words: 2 });
const words = [{ confidence: 0.91 }, { confidence: 0.97 }];

test("a higher confidence stays higher, between 0 and 1", () => {
  const steps = Array.from({ length: 101 }, (_, percent) => calibrated(percent / 100));
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect([steps[0], steps[100]]).toEqual([0, 1]);
});

test("the default threshold keeps the same words", () => {
  expect(calibrated(0.3)).toBe(0.3);
});

test("words below the threshold after calibration are dropped", () => {
  const kept = withCalibratedConfidence(words, [by("wasm")], 0.9);
  expect(kept).toEqual([{ confidence: expect.closeTo(0.983, 2) }]);
});

test("confidences of other engines are not changed", () => {
  expect(withCalibratedConfidence(words, [by("wasm"), by("service")], 0.9)).toBe(words);
});
