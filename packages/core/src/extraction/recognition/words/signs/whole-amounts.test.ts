import { expect, test } from "vitest";
import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";
import { withAmountsWhole } from "./whole-amounts.ts";

/** Words on one line, 20 pixels high; each has the given gap before it. */
function line(...words: readonly (readonly [text: string, gap: number])[]): readonly RecognisedWord[] {
  let x = 0;
  return words.map(([text, gap]) => {
    const [x0, x1] = [x + gap, x + gap + 12 * text.length];
    x = x1;
    const box = { x0, y0: 0, x1, y1: 20 };
    return { text, confidence: 0.9, box, baseline: { x0, y0: 20, x1, y1: 20 }, line: 1 };
  });
}

const textsOf = (words: readonly RecognisedWord[]): readonly string[] =>
  withAmountsWhole(words).map(({ text }) => text);

test("an amount split at its point is joined", () => {
  expect(textsOf(line(["RM", 0], ["16.", 8], ["00", 12]))).toEqual(["RM", "16.00"]);
  expect(textsOf(line(["-1,234", 0], [".50", 12]))).toEqual(["-1,234.50"]);
  expect(withAmountsWhole(line(["16.", 0], ["00", 12]))[0]?.box).toEqual({ x0: 0, y0: 0, x1: 72, y1: 20 });
});

test.each([
  ["far apart", line(["16.", 0], ["00", 30])],
  ["more than two digits", line(["16.", 0], ["000", 12])],
  ["no digit before the point", line(["No.", 0], ["15", 12])],
])("words are left apart: %s", (_, words) => {
  expect(withAmountsWhole(words)).toEqual(words);
});

test("words of different lines are left apart", () => {
  const [one, other] = line(["16.", 0], ["00", 12]);
  const words = one && other ? [one, { ...other, line: 2 }] : [];
  expect(withAmountsWhole(words)).toHaveLength(2);
});
