import { expect, test } from "vitest";
import type { PlacedWord } from "../words/placed-word.ts";
import { calibratedWords } from "./calibrated-words.ts";

const word = (confidence: number): PlacedWord => ({
  text: "harbour",
  confidence,
  x: 0,
  y: 10,
  advance: 40,
  angle: 0,
  size: 10,
  box: { x0: 0, y0: 0, x1: 40, y1: 12 },
  line: 1,
});

test("beside words from the OCR service, the others are still calibrated", () => {
  const [own, served] = [word(0.91), word(0.91)];
  const reading = { engine: "wasm", fromService: new Set([served]) } as const;
  const [first, second] = calibratedWords([own, served], reading, 0);
  expect(first?.confidence).toBeCloseTo(0.877, 2);
  expect(second).toBe(served);
});

test("words below the threshold after calibration are dropped", () => {
  const reading = { engine: "wasm", fromService: new Set<PlacedWord>() } as const;
  expect(calibratedWords([word(0.91), word(0.97)], reading, 0.9)).toHaveLength(1);
});
