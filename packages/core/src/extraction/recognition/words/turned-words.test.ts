import { expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { doubtfullyTurned } from "./turned-words.ts";

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
