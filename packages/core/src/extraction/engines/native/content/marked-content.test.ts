import { expect, test } from "vitest";
import { glyphsOf, readPageWith, textOf } from "../../testing/read-glyphs.ts";
import { type OnePage, onePagePdf } from "../../testing/tiny-pdf.ts";
import { nativeEngine } from "../native-engine.ts";

const text = async (content: string, options?: OnePage) =>
  textOf(await readPageWith(nativeEngine, onePagePdf(content, options)));

const show = (string: string): string => `BT /F1 10 Tf 20 30 Td (${string}) Tj ET`;

const GROUPS = ["<< /Type /OCG /Name (shown) >>", "<< /Type /OCG /Name (hidden) >>"];

/** A layered document: group 10 is on, group 11 is off; /M is the membership under test. */
const layered = (membership: string, configuration = "/OFF [11 0 R]"): OnePage => ({
  catalog: `/OCProperties << /OCGs [10 0 R 11 0 R] /D << ${configuration} >> >>`,
  resources: `/Properties << /On 10 0 R /Off 11 0 R /M ${membership} >>`,
  objects: GROUPS,
});

test("content of a group that is off is left out, with all that is nested in it", async () => {
  const content = `/OC /Off BDC ${show("A")} /Span BMC ${show("B")} EMC EMC ${show("C")} /OC /On BDC ${show("D")} EMC`;
  expect(await text(content, layered("null"))).toBe("CD");
});

test("hidden text still moves the text position", async () => {
  const content = "BT /F1 10 Tf 20 30 Td /OC /Off BDC (A) Tj EMC (B) Tj ET";
  const page = await readPageWith(nativeEngine, onePagePdf(content, layered("null")));
  expect(page.glyphs.x[0]).toBeCloseTo(26.67);
});

test.each([
  ["<< /Type /OCMD /OCGs [10 0 R 11 0 R] >>", true],
  ["<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >>", false],
  ["<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AnyOff >>", true],
  ["<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOff >>", false],
  ["<< /Type /OCMD /OCGs 11 0 R >>", false],
  ["<< /Type /OCMD >>", true],
  ["<< /Type /OCMD /VE [/And 10 0 R [/Not 11 0 R]] >>", true],
  ["<< /Type /OCMD /VE [/Or [/Not 10 0 R] 11 0 R] /OCGs 10 0 R >>", false],
])("membership %s is shown: %s", async (membership, shown) => {
  expect(await text(`/OC /M BDC ${show("A")} EMC`, layered(membership))).toBe(shown ? "A" : "");
});

test("with the base state off only the groups listed as on are shown", async () => {
  const content = `/OC /On BDC ${show("A")} EMC /OC /Off BDC ${show("B")} EMC`;
  expect(await text(content, layered("null", "/BaseState /OFF /ON [10 0 R]"))).toBe("A");
});

test("a form whose own group is off is left out", async () => {
  const options = layered("null");
  const form = { entries: "/Subtype /Form /BBox [0 0 200 100] /OC 11 0 R", bytes: show("A") };
  expect(
    await text(`/X Do ${show("B")}`, {
      ...options,
      resources: `${options.resources} /XObject << /X 12 0 R >>`,
      objects: [...GROUPS, form],
    }),
  ).toBe("B");
});

test.each([
  ["one character for each glyph", "(xyz)", "abc", ["a", "b", "c"]],
  ["more characters than glyphs", "(x)", "ffi", ["ffi"]],
  ["fewer characters than glyphs", "(xy)", "a", ["a", ""]],
  ["no text for similar properties", "(--)", "", ["", ""]],
])("ActualText replaces the glyphs' text: %s", async (_, string, actual, texts) => {
  const content = `/Span << /ActualText (${actual}) >> BDC BT /F1 10 Tf 20 30 Td ${string} Tj ET EMC`;
  const { glyphs } = await readPageWith(nativeEngine, onePagePdf(content));
  expect(glyphs.text.slice(0, glyphs.count)).toEqual(texts);
});

test("a syllable with fewer characters than glyphs reaches to the end of its last glyph", async () => {
  const content = "/Span << /ActualText (ab) >> BDC BT /F1 10 Tf 20 30 Td (AAA) Tj ET EMC";
  const [first, second, third] = glyphsOf(await readPageWith(nativeEngine, onePagePdf(content)));
  expect(first).toMatchObject({ text: "a", x: 20, advance: 6.67 });
  expect(second).toMatchObject({ text: "b", x: 26.67, advance: 13.34 });
  expect(third).toMatchObject({ text: "" });
});

test("a blank that stands for a soft hyphen is no gap in its word", async () => {
  const hyphen = "/Span << /ActualText <FEFF00AD> >> BDC BT /F1 10 Tf 20 30 Td ( ) Tj ET EMC";
  expect(await text(`BT /F1 10 Tf 20 30 Td (D) Tj ET ${hyphen} BT /F1 10 Tf 27.2 30 Td (o) Tj ET`)).toBe(
    "Do",
  );
  const broken = hyphen.replace("( )", "(-)");
  expect(await text(broken)).toBe("\u00ad");
});

test("a letter and its vowel that ActualText has together are read at the place of the letter", async () => {
  const content =
    "/Span << /ActualText <FEFF05DE05B7> >> BDC BT /F1 10 Tf 22 33 Td (i) Tj -2 -3 Td (A) Tj ET EMC";
  const [vowel, letter] = glyphsOf(await readPageWith(nativeEngine, onePagePdf(content)));
  expect(vowel).toMatchObject({ text: "" });
  expect(letter).toMatchObject({ text: "מַ", x: 20, y: 70 });
});

test("ActualText that reads from right to left goes to glyphs drawn from left to right in reverse", async () => {
  const content = "/Span << /ActualText <FEFF05D005D105D2> >> BDC BT /F1 10 Tf 20 30 Td (xyz) Tj ET EMC";
  expect(await text(content)).toBe("גבא");
});

test("sections that are never closed or never opened do no harm", async () => {
  expect(
    await text(`EMC EMC /Span BMC ${show("A")} EMC EMC /Span << /ActualText (C) >> BDC ${show("B")}`),
  ).toBe("AC");
});
