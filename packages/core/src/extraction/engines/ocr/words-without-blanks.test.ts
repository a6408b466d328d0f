import { expect, test } from "vitest";
import { withWordsJoined } from "./words-without-blanks.ts";

const word = (text: string, x0: number, { line = 1, confidence = 0.9 } = {}) => ({
  text,
  confidence,
  line,
  box: { x0, y0: 10, x1: x0 + 20, y1: 30 },
  baseline: { x0, y0: 30, x1: x0 + 20, y1: 30 },
});
const textsOf = (...words: readonly ReturnType<typeof word>[]): readonly string[] =>
  withWordsJoined(words, () => false).map(({ text }) => text);

test.each([
  ["Chinese", ["电车", "。", "人", "们"], ["电车。人们"]],
  ["Japanese", ["駅前", "の", "ホーム"], ["駅前のホーム"]],
  ["Thai", ["ภาษา", "ไทย"], ["ภาษาไทย"]],
  ["numbers and Latin words among ideographs", ["在", "2020", "年", "GDP", "增长"], ["在2020年GDP增长"]],
  ["Latin", ["seen", "only", "by"], ["seen", "only", "by"]],
  ["Korean", ["이른", "아침"], ["이른", "아침"]],
])("words are joined by their script: %s", (_, texts, expected) => {
  expect(textsOf(...texts.map((text, index) => word(text, 25 * index)))).toEqual(expected);
});

test("words of two lines stay apart, and so do words with a blank between", () => {
  expect(textsOf(word("电", 0), word("车", 25, { line: 2 }))).toEqual(["电", "车"]);
  const words = [word("电", 0), word("车", 25)];
  expect(withWordsJoined(words, () => true)).toEqual(words);
});

test("a joined word has the box around both and the mean confidence of its characters", () => {
  const [joined] = withWordsJoined(
    [word("电车", 0, { confidence: 0.9 }), word("人", 50, { confidence: 0.3 })],
    () => false,
  );
  expect(joined).toMatchObject({
    box: { x0: 0, y0: 10, x1: 70, y1: 30 },
    baseline: { x0: 0, y0: 30, x1: 70, y1: 30 },
  });
  expect(joined?.confidence).toBeCloseTo(0.7);
});
