import { expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { inkOf } from "../../raster/image/ink-image.ts";
import { Sheet } from "../../raster/testing/drawing.ts";
import { withoutWordsOfDrawings } from "./words-of-drawings.ts";

const AMID_STROKES = { x0: 100, y0: 100, x1: 120, y1: 130 };
const ON_PAPER = { x0: 300, y0: 100, x1: 320, y1: 130 };

function word(text: string, box: RecognisedWord["box"], confidence: number, line: number): RecognisedWord {
  return { text, box, baseline: { ...box, y0: box.y1 }, confidence, line };
}

function hatched(): ReturnType<typeof inkOf> {
  const sheet = new Sheet(400, 200);
  for (let x = 80; x < 140; x += 6) sheet.ink({ x0: x, y0: 70, x1: x + 2, y1: 160 });
  return inkOf(sheet, 128);
}

test("characters among the strokes of a drawing are dropped, characters on paper are kept", () => {
  const words = [word("7", AMID_STROKES, 0.9, 1), word("7", ON_PAPER, 0.9, 2)];
  expect(withoutWordsOfDrawings(words, hatched())).toEqual([words[1]]);
});

test("a line with a long, certain word is kept everywhere", () => {
  const words = [word("7", AMID_STROKES, 0.9, 1), word("Harbour", ON_PAPER, 0.9, 1)];
  expect(withoutWordsOfDrawings(words, hatched())).toEqual(words);
});

test("what a model read is kept everywhere, because it looked for text first", () => {
  const words = [{ ...word("7", AMID_STROKES, 0.9, 1), model: "en_PP-OCRv4" }];
  expect(withoutWordsOfDrawings(words, hatched())).toEqual(words);
});

test("a word in the line of one that a model read is kept", () => {
  const read = { ...word("8", ON_PAPER, 0.9, 1), model: "en_PP-OCRv4" };
  const words = [word("7", AMID_STROKES, 0.9, 1), read];
  expect(withoutWordsOfDrawings(words, hatched())).toEqual(words);
});

test("neighbouring words do not count as a drawing", () => {
  const ink = inkOf(new Sheet(400, 200).ink({ x0: 122, y0: 100, x1: 150, y1: 130 }), 128);
  const words = [word("7", AMID_STROKES, 0.9, 1), word("a", { ...AMID_STROKES, x0: 122, x1: 150 }, 0.9, 1)];
  expect(withoutWordsOfDrawings(words, ink)).toEqual(words);
});
