import { expect, test } from "vitest";
import { wordsApart } from "./words-apart.ts";

const word = (text: string, x0: number, x1: number) =>
  ({
    text,
    confidence: 0.9,
    line: 1,
    box: { x0, y0: 10, x1, y1: 30 },
    baseline: { x0, y0: 30, x1, y1: 30 },
  }) as const;

test("a word whose box overlaps the next one is cut where that begins", () => {
  const [first, second] = wordsApart([word("title=Optical", 100, 255), word("_c...", 210, 260)]);
  expect(first?.box.x1).toBeCloseTo(215.6, 0);
  expect(first?.baseline.x1).toBe(first?.box.x1);
  expect(second?.box).toMatchObject({ x0: first?.box.x1, x1: 260 });
});

test.each([
  ["apart", word("one", 0, 30), word("two", 40, 70)],
  ["that touch by a pixel", word("one", 0, 30), word("two", 29, 70)],
  ["in another order", word("one", 40, 70), word("two", 0, 45)],
])("words %s do not change", (_, one, other) => {
  expect(wordsApart([one, other])).toEqual([one, other]);
});
