import { expect, test } from "vitest";
import { concatenated, IDENTITY } from "../../geometry/affine.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { placeWords } from "./place-words.ts";

test("a word begins at the left end of its baseline and has its line's size", () => {
  const [first, second] = placeWords([word("Hamburg", { x: 100 }), word("an", { x: 300 })], IDENTITY);
  expect(first).toMatchObject({ x: 100, y: 50, advance: 140, angle: 0 });
  expect(first?.size).toBeCloseTo(28, -1);
  expect(second?.size).toBe(first?.size);
});

test("pixels become points", () => {
  const [placed] = placeWords([word("Hamburg", { x: 100 })], [0.5, 0, 0, 0.5, 0, 0]);
  expect(placed).toMatchObject({ x: 50, y: 25, advance: 70, box: { x0: 50, y0: 15, x1: 120, y1: 25 } });
});

test("on a rotated page, words keep their direction", () => {
  const clockwise = concatenated([0, 1, -1, 0, 0, 0], [1, 0, 0, 1, 400, 0]);
  const [placed] = placeWords([word("Hamburg", { x: 100 })], clockwise);
  expect(placed).toMatchObject({ x: 350, y: 100, angle: 90 });
});

test("the tilt of the page is taken from long lines", () => {
  const line = [0, 200, 400, 600].map((x) => word("Hamburg", { x, baseline: 50 + x / 20, fall: 7 }));
  for (const { angle } of placeWords(line, IDENTITY)) expect(angle).toBeCloseTo(2.86, 0);
});

test("a word that reads upwards has an angle of -90 degrees", () => {
  const upwards: RecognisedWord = {
    text: "Margin",
    confidence: 0.9,
    line: 1,
    box: { x0: 10, y0: 100, x1: 30, y1: 200 },
    baseline: { x0: 30, y0: 200, x1: 30, y1: 100 },
  };
  expect(placeWords([upwards], IDENTITY)[0]).toMatchObject({ x: 30, y: 200, advance: 100, angle: -90 });
});

function word(
  text: string,
  { x, baseline = 50, fall = 0 }: { readonly x: number; readonly baseline?: number; readonly fall?: number },
): RecognisedWord {
  const x1 = x + 20 * text.length;
  return {
    text,
    confidence: 0.9,
    line: 1,
    box: { x0: x, y0: baseline - 20, x1, y1: baseline + fall },
    baseline: { x0: x, y0: baseline, x1, y1: baseline + fall },
  };
}
