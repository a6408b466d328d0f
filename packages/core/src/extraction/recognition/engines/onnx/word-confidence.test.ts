import { expect, test } from "vitest";
import type { ReadCharacter } from "./ctc-decoder.ts";
import { wordConfidence } from "./word-confidence.ts";

/** Characters of which the second is doubtful. */
const read = (text: string): readonly ReadCharacter[] =>
  Array.from(text, (character, index) => ({
    text: character,
    confidence: index === 1 ? 0.35 : 1,
    blank: 0,
    x0: 20 * index,
    x1: 20 * (index + 1),
  }));

test("a word is as certain as its least certain character and its least certain end", () => {
  expect(wordConfidence(read("letters"), 1)).toBeCloseTo(0.59);
  expect(wordConfidence(read("letters"), 0.5)).toBeLessThan(0.5);
});

test("without blanks, a word is a part of a line and as certain as the mean of its characters", () => {
  expect(wordConfidence(read("货款共计人民币"), 1)).toBeCloseTo((6 * 0.99 + 0.59) / 7);
});
