import { expect, test } from "vitest";
import { chooseLanguages } from "../../recognition/languages/languages.ts";
import { linesOfType, scanned } from "../../recognition/testing/printed.ts";
import { Recogniser, SEGMENTATION } from "./recogniser.ts";

test("recognition stops at the line limit, and the next recognition is complete", async () => {
  const places = { tessdata: [] };
  const options = { lang: "eng", mode: "form", missingLanguages: "refuse" } as const;
  const { languages } = await chooseLanguages(options, places);
  using recogniser = await Recogniser.start(languages);
  const image = await scanned(linesOfType(["One two three", "four five six"]));
  const read = (mostLines?: number): readonly string[] =>
    recogniser.recognise(image, SEGMENTATION.PAGE, mostLines).map(({ text }) => text);
  const whole = ["One", "two", "three", "four", "five", "six"];
  expect(read(0).length).toBeLessThan(whole.length);
  expect(read(1000)).toEqual(whole);
  expect(read()).toEqual(whole);
});
