import { expect, test } from "vitest";
import type { LineImage } from "./line-image.ts";
import type { ReadCharacter } from "./ctc-decoder.ts";
import { wordsOfLine } from "./words-of-line.ts";

/** Width of a letter and of the gap after it. */
const LETTER = 16;
const GAP = 6;

test.each<{ what: string; text: string; wider: number; blank?: number; words: readonly string[] }>([
  {
    what: "a wide gap and a low probability of a blank",
    text: "tax|invoice",
    wider: 18,
    blank: 0.1,
    words: ["tax", "invoice"],
  },
  {
    what: "a narrow gap and the same probability",
    text: "tax|invoice",
    wider: 0,
    blank: 0.1,
    words: ["taxinvoice"],
  },
  {
    what: "a narrow gap, but a model that is certain",
    text: "tax|invoice",
    wider: 0,
    blank: 0.9,
    words: ["tax", "invoice"],
  },
  {
    what: "a number with a wider gap at its point",
    text: "1234.|50",
    wider: 8,
    blank: 0.1,
    words: ["1234.50"],
  },
  {
    what: "a wide gap without any probability of a blank",
    text: "1234|50",
    wider: 12,
    blank: 0,
    words: ["123450"],
  },
  {
    what: "a wide gap and a model without blanks",
    text: "tax|invoice",
    wider: 18,
    words: ["tax", "invoice"],
  },
  { what: "a narrow gap and a model without blanks", text: "tax|invoice", wider: 2, words: ["taxinvoice"] },
  { what: "Chinese with a wide gap", text: "发票|号码", wider: 18, blank: 0.1, words: ["发票号码"] },
])("words end at gaps of the line and blanks of the model: $what", ({ text, wider, blank, words }) => {
  const { line, characters } = printed(text, wider, blank);
  expect(wordsOfLine(line, characters, 1).map((word) => word.text)).toEqual(words);
});

test("words have the columns of their ink", () => {
  const { line, characters } = printed("ab|cd", 20, 0.5);
  const boxes = wordsOfLine(line, characters, 1).map(({ box }) => [box.x0, box.x1]);
  expect(boxes).toEqual([
    [10, 10 + 2 * LETTER + GAP],
    [10 + 2 * (LETTER + GAP) + 20, 10 + 4 * LETTER + 3 * GAP + 20],
  ]);
});

test("words that nearly touch are apart, so that the layout keeps the blank", () => {
  const { line, characters } = printed("tax|invoice", 2 - GAP, 0.99);
  const [one, other] = wordsOfLine(line, characters, 1).map(({ box }) => box);
  expect((other?.x0 ?? 0) - (one?.x1 ?? Infinity)).toBeGreaterThan(0.1 * line.height);
});

test("light letters on dark paper are ink, too", () => {
  const { line, characters } = printed("ab|cd", 20, 0.1);
  const negative = { ...line, shades: line.shades.map((shade) => 255 - shade) };
  expect(wordsOfLine(negative, characters, 1).map((word) => word.text)).toEqual(["ab", "cd"]);
});

test("a line without characters has no words, and one without ink keeps them", () => {
  const { line, characters } = printed("ab", 0, 0);
  expect(wordsOfLine(line, [], 1)).toEqual([]);
  const empty = { ...line, shades: line.shades.map(() => 255) };
  expect(wordsOfLine(empty, characters, 1).map((word) => word.text)).toEqual(["ab"]);
});

test("words have the rows of their ink, and a baseline above the descenders", () => {
  const { line, characters } = printed("ab|cd", 20, 0.5);
  // The last letter has a descender of six rows; the line above reaches into the first two.
  for (let y = 38; y < 44; y++) line.shades.fill(0, (y + 1) * line.width - 40, (y + 1) * line.width - 24);
  line.shades.fill(0, 0, 2 * line.width);
  const [word] = wordsOfLine(line, characters, 1);
  expect([word?.box.y0, word?.box.y1]).toEqual([10, 44]);
  expect([word?.baseline?.y0, word?.baseline?.y1]).toEqual([38, 38]);
});

test.each([
  { what: "all is certain", wider: 0, confidence: 0.99, least: 0.95, most: 1 },
  { what: "a letter is doubtful", wider: 0, confidence: 0.4, least: 0.3, most: 0.7 },
  { what: "the end is doubtful", wider: 4, confidence: 0.99, least: 0.3, most: 0.9 },
])(
  "words are as certain as their least certain letter and end: $what",
  ({ wider, confidence, least, most }) => {
    const { line, characters } = printed("ta|xi", wider, wider === 0 ? 0 : 0.1);
    const [first, ...others] = characters.map((character) => ({ ...character, confidence: 0.99 }));
    const [word] = wordsOfLine(line, first ? [{ ...first, confidence }, ...others] : [], 1);
    expect(word?.confidence).toBeGreaterThan(least);
    expect(word?.confidence).toBeLessThan(most);
  },
);

test.each([
  ["O.71", "0.71"],
  ["(1O/O2/2018)", "(10/02/2018)"],
  ["INV0ICE:", "INVOICE:"],
  ["Pa1ms", "Palms"],
  ["SH01", "SH01"],
  ["ROOM10", "ROOM10"],
  ["A1O", "A1O"],
  ["O.K", "O.K"],
])("letters in numbers and digits in words that look alike: %s is %s", (read, text) => {
  const { line, characters } = printed(read, 0, 0);
  expect(wordsOfLine(line, characters, 1).map((word) => word.text)).toEqual([text]);
});

/** A line of black letters, from column 10; at `|`, the gap is wider and the model saw a blank with a probability. */
function printed(text: string, wider: number, blank: number | undefined) {
  const characters: ReadCharacter[] = [];
  const none = blank === undefined ? undefined : 0;
  let [x, isAfterBar] = [10, false];
  for (const letter of text) {
    if (letter === "|") [x, isAfterBar] = [x + wider, true];
    else {
      const middle = x + LETTER / 2;
      const place = { x0: middle - 4, x1: middle + 4 };
      characters.push({ text: letter, confidence: 0.9, blank: isAfterBar ? blank : none, ...place });
      [x, isAfterBar] = [x + LETTER + GAP, false];
    }
  }
  const [width, height] = [x + 10, 48];
  const shades = new Float32Array(width * height).fill(255);
  for (const { x0 } of characters) {
    for (let y = 10; y < 38; y++) shades.fill(0, y * width + x0 - 4, y * width + x0 - 4 + LETTER);
  }
  const line: LineImage = { width, height, shades, toImage: [1, 0, 0, 0, 1, 0, 0, 0] };
  return { line, characters };
}
