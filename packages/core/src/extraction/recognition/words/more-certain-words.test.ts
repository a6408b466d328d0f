import { expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { moreCertainWords } from "./more-certain-words.ts";

/** The start of a word, in pixels, and the number of its line. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly line: number;
}

/** Words of a line, 10 pixels a letter, from `x`. */
function word(text: string, confidence: number, at: Partial<Place> = {}): RecognisedWord {
  const { x = 0, line = 1, y = 20 * line } = at;
  const box = { x0: x, y0: y, x1: x + 10 * text.length, y1: y + 12 };
  return { text, confidence, line, box, baseline: { ...box, y0: y + 12 } };
}

const textsOf = (words: readonly RecognisedWord[]): readonly string[] =>
  words.map(({ text, line }) => `${line} ${text}`);

test("at each place the more certain words stay, in the lines of the first reading", () => {
  const first = [word("T0TAL", 0.4), word("12.50", 0.9, { x: 80 }), word("CASH", 0.9, { line: 2 })];
  const second = [word("TOTAL", 0.8, { line: 7, y: 20 }), word("1250", 0.8, { x: 80, line: 7, y: 20 })];
  expect(textsOf(moreCertainWords(first, second))).toEqual(["1 TOTAL", "1 12.50", "2 CASH"]);
});

test("words that one reading joined stand against the words that the other kept apart", () => {
  const first = [word("GRANDTOTAL", 0.5)];
  const second = [word("GRAND", 0.8), word("TOTL", 0.7, { x: 60 })];
  expect(textsOf(moreCertainWords(first, second))).toEqual(["1 GRAND", "1 TOTL"]);
  expect(textsOf(moreCertainWords(second, first))).toEqual(["1 GRAND", "1 TOTL"]);
});

test("an amount with decimals wins over slightly more certain digits", () => {
  const [amount, digits] = [word("80.91", 0.7), word("8091", 0.75)];
  expect(textsOf(moreCertainWords([digits], [amount]))).toEqual(["1 80.91"]);
  expect(textsOf(moreCertainWords([amount], [digits]))).toEqual(["1 80.91"]);
});

test("words that only the second reading has join the line of their neighbours", () => {
  const first = [word("Bread", 0.9, { line: 3 })];
  const second = [
    word("Bread", 0.8, { line: 1, y: 60 }),
    word("4.20", 0.8, { x: 90, line: 1, y: 60 }),
    word("Thanks", 0.8, { line: 2, y: 90 }),
  ];
  expect(textsOf(moreCertainWords(first, second))).toEqual(["3 Bread", "3 4.20", "5 Thanks"]);
});
