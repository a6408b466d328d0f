import { describe, expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { doubtfullyTurned, turnOfLyingWords } from "./turned-words.ts";

const word = (text: string, line: number, confidence: number, isLevel: boolean): RecognisedWord => ({
  text,
  line,
  confidence,
  box: { x0: 100, y0: 100, x1: 120, y1: 120 },
  baseline: isLevel ? { x0: 100, y0: 118, x1: 120, y1: 118 } : { x0: 118, y0: 120, x1: 118, y1: 100 },
});

test("words that read upwards are doubtful if their line has low confidence, level words never are", () => {
  const words = [
    word("oe", 1, 0.5, false),
    word("OW", 1, 0.8, false),
    word("Axis", 2, 0.9, false),
    word("no", 2, 0.6, false),
    word("bad", 3, 0.2, true),
  ];
  expect(doubtfullyTurned(words).map(({ text }) => text)).toEqual(["oe", "OW"]);
});

describe("the turn of a page whose words lie", () => {
  const lying = ["Evening", "Meadow", "Column", "Document", "Ribbon"].map((text, index) =>
    word(text, index, 0.95, false),
  );

  test("is a quarter turn if they read upwards", () => {
    expect(turnOfLyingWords([...lying, word("%", 9, 0.5, true)])).toBe(1);
  });

  test("is three if they read downwards", () => {
    const down = lying.map((one) => ({ ...one, baseline: { x0: 118, y0: 100, x1: 118, y1: 120 } }));
    expect(turnOfLyingWords(down)).toBe(3);
  });

  test("is none if they are few, doubtful or beside level words", () => {
    expect(turnOfLyingWords(lying.slice(1, 3))).toBe(0);
    expect(turnOfLyingWords(lying.map((one) => ({ ...one, confidence: 0.6 })))).toBe(0);
    expect(turnOfLyingWords([...lying, word("harbour", 9, 0.95, true)])).toBe(0);
  });
});
