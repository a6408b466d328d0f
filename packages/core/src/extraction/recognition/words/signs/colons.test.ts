import { expect, test } from "vitest";
import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../../geometry/rect.ts";
import { componentsOf } from "../../../raster/ink/components.ts";
import { withColons } from "./colons.ts";

const [WIDTH, HEIGHT] = [400, 100];

/** Letters are 20 pixels high, their baseline is at 50. */
const [TOP, BASE] = [30, 50];

/** A square of 4 pixels, with its lower edge at `bottom`. */
const dot = (x: number, bottom: number): Rect => ({ x0: x, y0: bottom - 4, x1: x + 4, y1: bottom });

const colon = (x: number): readonly Rect[] => [dot(x, BASE), dot(x, BASE - 10)];

function word(text: string, [x0, x1]: readonly [number, number], confidence = 0.9): RecognisedWord {
  const box = { x0, y0: TOP, x1, y1: BASE };
  return { text, confidence, line: 1, box, baseline: { ...box, y0: BASE } };
}

/** The words read in a picture with some marks, with the colons found in it. */
function read(words: readonly RecognisedWord[], marks: readonly Rect[]): readonly string[] {
  const ink = new Uint8Array(WIDTH * HEIGHT);
  for (const { x0, y0, x1, y1 } of marks) {
    for (let y = y0; y < y1; y++) ink.fill(1, y * WIDTH + x0, y * WIDTH + x1);
  }
  return withColons(words, componentsOf({ width: WIDTH, height: HEIGHT, ink })).map(({ text }) => text);
}

const CASHIER = word("Cashier", [10, 110]);
const JANE = word("Jane", [160, 220]);

test("a colon between words that was missed is added", () => {
  expect(read([CASHIER, JANE], colon(135))).toEqual(["Cashier", ":", "Jane"]);
  expect(read([CASHIER, JANE], colon(112))).toEqual(["Cashier:", "Jane"]);
  expect(read([CASHIER, JANE], colon(240))).toEqual(["Cashier", "Jane", ":"]);
});

test("a doubtful sign that is a colon in the picture becomes one", () => {
  expect(read([CASHIER, word("©", [133, 140], 0.4), JANE], colon(135))).toEqual(["Cashier", ":", "Jane"]);
});

test.each([
  ["a sign that is certain", [CASHIER, word("i", [133, 140]), JANE], colon(135), "Cashier i Jane"],
  ["a word that ends in a colon", [word("Cashier:", [10, 110]), JANE], colon(112), "Cashier: Jane"],
  ["a word that begins with a colon", [CASHIER, word(":Jane", [160, 220])], colon(135), "Cashier :Jane"],
] as const)("%s is kept", (_, words, marks, text) => {
  expect(read(words, marks).join(" ")).toBe(text);
});

test.each([
  ["one dot", [dot(135, BASE)]],
  ["three dots", [...colon(135), dot(135, BASE - 15)]],
  ["dots side by side", [dot(130, BASE), dot(140, BASE)]],
  ["dots above the line", [dot(135, BASE - 8), dot(135, BASE - 16)]],
  ["a dash above a dot", [{ x0: 130, y0: BASE - 12, x1: 142, y1: BASE - 9 }, dot(135, BASE)]],
  ["nothing", []],
] as const)("%s between words is no colon", (_, marks) => {
  expect(read([CASHIER, JANE], marks)).toEqual(["Cashier", "Jane"]);
});

test("no words, no colons", () => {
  expect(read([], colon(100))).toEqual([]);
});
