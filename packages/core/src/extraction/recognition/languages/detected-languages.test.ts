import { expect, test } from "vitest";
import { extractText } from "../../extract-text.ts";
import { chooseForScript } from "./detected-languages.ts";
import { languagesOfScript } from "./scripts.ts";
import { asPdf, linesOfType, scanned } from "../testing/printed.ts";

const INSTALLED = ["ara", "chi_sim", "deu", "eng", "fra", "ita", "jpn", "por", "rus", "spa"];

test.each([
  ["Latin", "eng+deu+fra+ita"],
  ["Cyrillic", "rus"],
  ["Arabic", "ara"],
  ["Han", "chi_sim+jpn"],
  ["Japanese", "jpn"],
])("a page in the script %s is read as %s if that is installed", async (script, codes) => {
  const { languages, notes } = await chooseForScript(script, languagesOfScript(script, INSTALLED), chosen);
  expect(languages.map(({ code }) => code).join("+")).toBe(codes);
  expect(notes).toEqual([`The script of the page is ${script}; it was read as ${codes}.`]);
});

test.each([
  ["Thai", "@tesseract.js-data/tha"],
  ["Devanagari", "@tesseract.js-data/hin"],
  ["Hangul", "@tesseract.js-data/kor"],
])("if no data for the script %s is installed, the note names the package %s", async (script, name) => {
  const { notes } = await chooseForScript(script, languagesOfScript(script, INSTALLED), chosen);
  expect(notes[0]).toContain(name);
  expect(notes[0]).toContain("it was read as eng.");
});

test("with auto, the script is detected, and a note names the languages used", async () => {
  const lines = [
    "The quick brown fox jumps over",
    "the lazy dog near the river bank",
    "and back over all the meadows",
    "to the house behind the trees",
    "where nobody has lived for long",
    "since the mill was closed again",
  ];
  const { pages } = await extractText(asPdf([await scanned(linesOfType(lines), 300)]), { lang: "auto" });
  expect(pages[0]?.message).toMatch(/^The script of the page is Latin; it was read as eng/);
  expect(pages[0]?.text).toContain("the lazy dog near the river bank");
});

function chosen(lang: string): ReturnType<Parameters<typeof chooseForScript>[2]> {
  return Promise.resolve({ languages: lang.split("+").map((code) => ({ code, path: "" })), missing: [] });
}
