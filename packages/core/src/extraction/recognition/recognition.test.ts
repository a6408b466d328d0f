import { expect, test } from "vitest";
import type { ExtractedPage } from "../result/extracted-document.ts";
import type { ExtractOptionsInput } from "../options/extract-options.ts";
import { extractText } from "../extract-text.ts";
import { faded, grainy, shadowed } from "../raster/testing/degrade.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import { asPdf, asPng, linesOfType, scanned } from "./testing/printed.ts";

const LETTER = [
  "The quick brown fox jumps over",
  "the lazy dog near the river bank",
  "Invoice 4711 of 21 March 2026",
];

test("a scanned PDF is recognised", async () => {
  const page = await firstPage(asPdf([await scanned(linesOfType(LETTER))]));
  expect(linesIn(page)).toEqual(LETTER);
  expect(page.outcome).toMatchObject({
    textSource: "ocr",
    reason: expect.stringContaining("The page carries no text."),
  });
});

test("an image is a document of one page", async () => {
  const page = await firstPage(asPng(await scanned(linesOfType(LETTER), 300)));
  expect(linesIn(page)).toEqual(LETTER);
  expect(page.outcome).toMatchObject({ engine: "image", width: 288, height: 144, textSource: "ocr" });
});

test.each([
  ["in a shadow", async () => shadowed(await scanned(linesOfType(LETTER), 300), 0.5)],
  ["faded and grainy", async () => grainy(faded(await scanned(linesOfType(LETTER), 300), 60, 225), 8, 1)],
  ["at 100 dots per inch", async () => scanned(linesOfType(LETTER), 100)],
  ["upside down", async () => turned(await scanned(linesOfType(MANY_LINES), 200), 2).image],
  ["on its left side", async () => turned(await scanned(linesOfType(MANY_LINES), 200), 3).image],
])("a page %s is read", async (_, picture) => {
  const page = await firstPage(asPdf([await picture()]), { mode: "high_quality" });
  expect(linesIn(page).slice(0, 3)).toEqual(LETTER);
});

test("the reason of a page lists the preparation steps", async () => {
  const shaded = shadowed(await scanned(linesOfType(LETTER), 300), 0.5);
  const { outcome } = await firstPage(asPdf([shaded]));
  expect(outcome).toMatchObject({ reason: expect.stringMatching(/Prepared: .*background evened/) });
});

const MANY_LINES = [
  ...LETTER,
  "Please pay within thirty days",
  "to the account on the back",
  "With our kind regards",
];

test("words have their positions on the page", async () => {
  const page = await firstPage(asPdf([await scanned(linesOfType(LETTER))]));
  const [first] = page.lines[0]?.words ?? [];
  expect(first?.text).toBe("The");
  expect(first?.box.x0).toBeCloseTo(24, 0);
  expect(first?.box.y1).toBeCloseTo(30, 0);
});

test("each word and line has a confidence", async () => {
  const page = await firstPage(asPdf([await scanned(linesOfType(LETTER))]));
  const [line] = page.lines;
  const certain = (line?.words ?? []).map(({ confidence }) => confidence);
  expect(Math.min(...certain)).toBeGreaterThan(0.5);
  expect(Math.max(...certain)).toBeLessThan(1);
  const mean = certain.reduce((sum, confidence) => sum + confidence, 0) / certain.length;
  expect(line?.metadata.confidence).toBeCloseTo(mean, 5);
});

test("words below the confidence threshold are dropped", async () => {
  const picture = asPdf([await scanned(linesOfType(LETTER))]);
  const page = await firstPage(picture, { wordConfidenceThreshold: 1 });
  expect(page.text).toBe("");
});

test.each([
  [0.3, "[X] Water"],
  [0.9, "[ ] Water"],
])("with a check box threshold of %f, a small mark gives %s", async (threshold, text) => {
  const box = "1 w 40 60 12 12 re S 45 65 2 2 re f BT /F1 12 Tf 58 62 Td (Water) Tj ET";
  const picture = await scanned(`${linesOfType(["Please choose what you need"])} ${box}`, 300);
  const page = await firstPage(asPdf([picture]), { checkboxConfidenceThreshold: threshold });
  expect(page.text).toContain(text);
});

test("native_text recognises nothing and adds a note", async () => {
  const page = await firstPage(asPdf([await scanned(linesOfType(LETTER))]), { mode: "native_text" });
  expect(page.text).toBe("");
  expect(page.message).toMatch(/native_text does not recognise/);
});

test("text over a scan is kept and not duplicated", async () => {
  const scan = await scanned(linesOfType(LETTER));
  const stamp = "BT /F1 12 Tf 24 20 Td (Received) Tj ET";
  const page = await firstPage(asPdf([scan], stamp), { mode: "high_quality" });
  expect(linesIn(page)).toEqual([...LETTER, "Received"]);
  expect(page.outcome).toMatchObject({ textSource: "mixed" });
  expect(page.lines.at(-1)?.metadata.confidence).toBe(1);
});

test("the invisible text layer of a scan is used instead of recognition", async () => {
  const scan = await scanned(linesOfType(LETTER));
  const layer = `3 Tr ${linesOfType(["as another program read it"])}`;
  const page = await firstPage(asPdf([scan], layer));
  expect(linesIn(page)).toEqual(["as another program read it"]);
  expect(page.outcome).toMatchObject({ textSource: "native" });
});

test("a picture beside text is read, and the text does not change", async () => {
  const picture = await scanned(linesOfType(["Printed in a picture"]), 300);
  const text = linesOfType(
    ["This text is the document's own text", "and stands under the picture", "in two lines"],
    90,
  );
  const pdf = asPdf([picture], `${text} 0 0 m`);
  const page = await firstPage(pdf);
  expect(linesIn(page)).toEqual([
    "Printed in a picture",
    "This text is the document's own text",
    "and stands under the picture",
    "in two lines",
  ]);
});

test.each([
  ["black", 0],
  ["white", 255],
])("a page that is all %s has no text", async (_, shade) => {
  const page = await firstPage(
    asPdf([{ width: 800, height: 400, data: new Uint8Array(320_000).fill(shade), dpi: 100 }]),
  );
  expect(page).toMatchObject({ status: "read", text: "", outcome: { textSource: "none" } });
});

test("check boxes of a scanned form become [ ] and [X] in form, but not in high_quality", async () => {
  const boxes = "0.8 w 24 105 11 11 re S 24 81 11 11 re S 26 83 m 33 90 l 26 90 m 33 83 l S";
  const labels = "BT /F1 12 Tf 42 107 Td (subscribe to the letter) Tj 0 -24 Td (send it by post) Tj ET";
  const form = asPdf([await scanned(`${boxes} ${labels}`, 300)]);
  expect(linesIn(await firstPage(form))).toEqual(["[ ] subscribe to the letter", "[X] send it by post"]);
  expect((await firstPage(form, { mode: "high_quality" })).text).not.toMatch(/\[X\]/);
});

test("a missing language is rejected with the name of its package", async () => {
  const png = asPng(await scanned(linesOfType(LETTER)));
  await expect(extractText(png, { lang: "eng+tlh" })).rejects.toMatchObject({
    code: "BAD_OPTION",
    option: "lang",
    message: expect.stringContaining("npm package @tesseract.js-data/tlh"),
  });
  await expect(extractText(png, { lang: "../eng" })).rejects.toThrow(/no name of a language/);
});

test("with skip, a missing language is replaced by installed ones, with a note", async () => {
  const png = asPng(await scanned(linesOfType(LETTER), 300));
  const page = await firstPage(png, { lang: "tlh", missingLanguages: "skip" });
  expect(linesIn(page)).toEqual(LETTER);
  expect(page.message).toMatch(
    /No language data for tlh is installed; the page was read as eng; add it with "galley languages add tlh"/,
  );
});

test("a missing language is not an error if nothing is recognised", async () => {
  const png = asPng(await scanned(linesOfType(LETTER)));
  await expect(extractText(png, { lang: "tlh", mode: "native_text" })).resolves.toMatchObject({
    text: "\n\n\n<<<\f",
  });
});

async function firstPage(document: Uint8Array, options: ExtractOptionsInput = {}): Promise<ExtractedPage> {
  const { pages } = await extractText(document, options);
  const [page] = pages;
  if (!page) throw new Error("The document has no page.");
  return page;
}

function linesIn({ text }: ExtractedPage): readonly string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim().replaceAll(/ +/g, " ")]));
}
