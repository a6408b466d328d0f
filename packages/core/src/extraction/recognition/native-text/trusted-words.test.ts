import { expect, test } from "vitest";
import type { PlacedWord } from "../words/placed-word.ts";
import { trustedWords } from "./trusted-words.ts";

const word = (text: string, line: number, y: number): PlacedWord => ({
  text,
  confidence: 0.9,
  x: 0,
  y,
  advance: 20,
  angle: 0,
  size: 10,
  box: { x0: 0, y0: y - 8, x1: 20, y1: y },
  line,
});

const textsOf = (words: readonly PlacedWord[]): readonly string[] =>
  trustedWords(words, 0.3).map(({ text }) => text);

test("an isolated dash is dropped as part of a drawing", () => {
  expect(textsOf([word("Baiona", 1, 40), word("-", 2, 80), word("~", 3, 120)])).toEqual(["Baiona"]);
});

test("a dash beside text is kept as an empty table cell", () => {
  expect(textsOf([word("Discount", 1, 40), word("-", 2, 41)])).toEqual(["Discount", "-"]);
});

test("an isolated number is kept as the page number", () => {
  expect(textsOf([word("Baiona", 1, 40), word("4", 2, 700)])).toEqual(["Baiona", "4"]);
});
