import { expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { asRead } from "./same-reading.ts";

/** Models that know the signs of the test, and those of English alone. */
const LATIN = { canWrite: (text: string) => /^[\p{ASCII}\p{P}àéèöüÉß€£]*$/u.test(text) };
const ENGLISH = { canWrite: (text: string) => /^[\p{ASCII}\p{P}]*$/u.test(text) };

function word(text: string, confidence: number, x0 = 100): RecognisedWord {
  const box = { x0, y0: 100, x1: x0 + 80, y1: 120 };
  return { text, confidence, box, baseline: { ...box, y0: 116, y1: 116 }, line: 1 };
}

const byModels = (text: string): RecognisedWord => ({ ...word(text, 0.8, 102), model: "latin_PP-OCRv3" });

test.each([
  ["zuzuglich", "zuzüglich"],
  ["fur", "für"],
  ["groBere", "größere"],
  ["Evéché", "Évéché"],
  ["£", "€"],
  [",Fur", "„Für"],
  ['ein."', "ein.“"],
  ["l'été", "l’été"],
])("%s of the models is %s of Tesseract, whose signs stay", (ofModels, ofTesseract) => {
  const read = asRead(byModels(ofModels), [word(ofTesseract, 0.6)], LATIN);
  expect(read).toEqual({ ...word(ofTesseract, 0.8), model: "latin_PP-OCRv3" });
});

test.each([
  ["fallen", "fällig"],
  ["12,50", "72,50"],
])("%s of the models is not %s of Tesseract", (ofModels, ofTesseract) => {
  expect(asRead(byModels(ofModels), [word(ofTesseract, 0.6)], LATIN)).toEqual(byModels(ofModels));
});

test("a mark that the models cannot write proves nothing: of English, Tesseract's may be a speck", () => {
  expect(asRead(byModels("cafe"), [word("café", 0.4)], ENGLISH).text).toBe("cafe");
});

test("a word elsewhere is another", () => {
  expect(asRead(byModels("fur"), [word("für", 0.6, 300)], LATIN).text).toBe("fur");
});
