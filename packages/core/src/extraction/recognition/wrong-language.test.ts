import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import type { ExtractOptionsInput } from "../options/extract-options.ts";
import type { ExtractedPage } from "../result/extracted-document.ts";
import { asPdf, linesOfType, scanned } from "./testing/printed.ts";

const ENGLISH = ["The letter of the harbour office", "is for all of you and that is it"];
const GERMAN = [
  "Der Brief und die Rechnung sind",
  "nicht von der Bank und auch nicht",
  "mit dem Boten auf das Amt",
];

test("a page in another Latin language that was read as English says so, and how to add the language", async () => {
  const page = await firstPage(GERMAN);
  expect(page?.message).toMatch(/looks like German but was read as English, so accents may be wrong: /);
  expect(page?.message).toMatch(/@tesseract\.js-data\/deu.*set lang to deu\./);
});

test("an English page gets no such note", async () => {
  expect((await firstPage(ENGLISH))?.message).toBe("");
});

test("letters that mark the tax of items are not taken for words of another language", async () => {
  const items = [
    "Milk 4.20 S",
    "Bread 3.10 Z",
    "Eggs 2.50 S",
    "Apples 1.95 S",
    "Coffee 6.40 Z",
    "Sugar 1.15 S",
  ];
  expect((await firstPage(items))?.message).toBe("");
});

test("a page whose language is among those asked for gets no such note", async () => {
  const page = await firstPage(GERMAN, { lang: "eng+qqq", missingLanguages: "skip" });
  expect(page?.message).toContain("No language data for qqq is installed");
});

test("a page of small letters that is hardly legible says so", async () => {
  const { pages } = await extractText(asPdf([await scanned(linesOfType(ENGLISH), 50)]));
  expect(pages[0]?.outcome).toMatchObject({ doubtful: true });
  expect(pages[0]?.message).toMatch(
    /its words are only about \d+ pixels high\. Scan it at a higher resolution, such as 300 dpi\./,
  );
});

async function firstPage(
  lines: readonly string[],
  options: ExtractOptionsInput = {},
): Promise<ExtractedPage | undefined> {
  return (await extractText(asPdf([await scanned(linesOfType(lines), 300)]), options)).pages[0];
}
