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

test("a dash that stands alone on the page is a mark of a drawing", () => {
  expect(textsOf([word("Baiona", 1, 40), word("-", 2, 80), word("~", 3, 120)])).toEqual(["Baiona"]);
});

test("a dash beside text is the empty cell of a table", () => {
  expect(textsOf([word("Discount", 1, 40), word("-", 2, 41)])).toEqual(["Discount", "-"]);
});

test("a number that stands alone is that of the page", () => {
  expect(textsOf([word("Baiona", 1, 40), word("4", 2, 700)])).toEqual(["Baiona", "4"]);
});
