import { expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { withoutWordsUponWords } from "./words-upon-words.ts";

function word(
  text: string,
  confidence: number,
  { x0, line, width = 80, y0 = 100 }: { x0: number; line: number; width?: number; y0?: number },
): RecognisedWord {
  const box = { x0, y0, x1: x0 + width, y1: y0 + 30 };
  return { text, confidence, line, box, baseline: { ...box, y0: box.y1 } };
}

const textsOf = (words: readonly RecognisedWord[]): readonly string[] =>
  withoutWordsUponWords(words).map(({ text }) => text);

test("of two readings of the same ink, the more certain is kept with the words beside it", () => {
  const first = [
    word("14", 0.9, { x0: 0, line: 1 }),
    word("Peor", 0.5, { x0: 100, line: 1 }),
    word("Road", 0.8, { x0: 200, line: 1 }),
  ];
  const again = [word("Pier", 0.9, { x0: 104, line: 2 }), word("Road", 0.7, { x0: 195, line: 2, width: 90 })];
  expect(withoutWordsUponWords([...first, ...again])).toEqual([...first.slice(0, 1), ...again]);
});

test("two words replace one that covers both if they are more certain", () => {
  const one = word("PierRoad", 0.7, { x0: 100, line: 1, width: 180 });
  const two = [word("Pier", 0.9, { x0: 100, line: 2 }), word("Road", 0.6, { x0: 200, line: 2 })];
  expect(textsOf([one, ...two])).toEqual(["Pier", "Road"]);
});

test("a certain speck does not replace the word that contains it", () => {
  const speck = word(".", 0.99, { x0: 120, line: 2, width: 8 });
  expect(textsOf([word("Pier", 0.4, { x0: 100, line: 1 }), speck])).toEqual(["Pier"]);
});

test("overlapping words of one line are kept, and so are close lines", () => {
  const line = [word("Pier", 0.9, { x0: 100, line: 1 }), word("Road", 0.5, { x0: 130, line: 1 })];
  const below = word("Town", 0.5, { x0: 100, line: 2, y0: 120 });
  expect(textsOf([...line, below])).toEqual(["Pier", "Road", "Town"]);
});
