import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { glyphsOf, readPageWith, textOf } from "../testing/read-glyphs.ts";
import { type OnePage, onePagePdf, pdfOf } from "../testing/tiny-pdf.ts";
import { nativeEngine } from "./native-engine.ts";

const read = (content: string, options?: OnePage) => readPageWith(nativeEngine, onePagePdf(content, options));
const show = (string: string): string => `BT /F1 10 Tf 20 30 Td (${string}) Tj ET`;
const MEGABYTE = 1024 * 1024;

test.each([
  ["as it is", "", (content: Buffer) => content],
  ["in its compressed form", "/Filter /FlateDecode", (content: Buffer) => deflateSync(content)],
])("a content that is cut off, %s, is read up to there", async (_name, entries, packed) => {
  const places = Array.from(
    { length: 100 },
    (_, index) => `${(index * 7919) % 200} ${(index * 104_729) % 100}`,
  );
  const content = places.map((place) => `BT /F1 10 Tf ${place} Td (A) Tj ET`).join("\n");
  const whole = packed(Buffer.from(content));
  const bytes = whole.subarray(0, Math.floor(whole.length * 0.75));
  expect(textOf(await read("", { contentStream: { entries, bytes } }))).toMatch(/^A{20,99}$/);
});

test.each(["BT /F1 10 Tf 20 30 Td (half a str", "BT /F1 10 Tf 20 30 Td [(half) -20", "20 30 100"])(
  "a content that ends in the middle of what it says, as in %s, is reported",
  async (end) => {
    expect((await read(`${show("A")} ${end}`)).notes).toEqual(["The page's content breaks off."]);
  },
);

test("a form that draws itself is left out", async () => {
  const page = await read(`/X Do ${show("B")}`, {
    resources: "/XObject << /X 10 0 R >>",
    objects: [
      { entries: "/Subtype /Form /Resources << /XObject << /X 10 0 R >> >>", bytes: `${show("A")} /X Do` },
    ],
  });
  expect(textOf(page)).toBe("AB");
  expect(page.notes).toEqual(["A drawing that contains itself was left out."]);
});

test("forms that multiply from level to level end with a note", async () => {
  const levels = Array.from({ length: 12 }, (_, level) => ({
    entries: `/Subtype /Form /Resources << /XObject << /X ${11 + level} 0 R >> >>`,
    bytes: "/X Do ".repeat(10),
  }));
  const page = await read(`/X Do ${show("B")}`, {
    resources: "/XObject << /X 10 0 R >>",
    objects: [...levels, "null"],
  });
  expect(textOf(page)).toBe("B");
  expect(page.notes).toEqual(["Drawings nested too deep or too often were left out."]);
});

test("a page of ten million operators ends with a note and keeps what came first", async () => {
  const bytes = deflateSync(Buffer.concat([Buffer.from(show("A")), Buffer.alloc(20_000_000, " q")]));
  const page = await read("", { contentStream: { entries: "/Filter /FlateDecode", bytes } });
  expect(textOf(page)).toBe("A");
  expect(page.notes).toEqual(["Only the first 2000000 drawing operators of the page were read."]);
});

test("a page of too many glyphs keeps the first of them", async () => {
  const page = await read(`BT /F1 10 Tf 20 30 Td ${`(${"x".repeat(1000)}) Tj `.repeat(501)} ET`);
  expect(page.glyphs.count).toBe(500_000);
  expect(page.notes).toEqual(["Only the first 500000 glyphs of the page were read."]);
});

const zeros = deflateSync(Buffer.alloc(100 * MEGABYTE), { level: 9 });

test.each([
  ["once", "/Filter /FlateDecode", zeros],
  ["twice", "/Filter [/FlateDecode /FlateDecode]", deflateSync(zeros)],
  [
    "by run lengths",
    "/Filter [/FlateDecode /RunLengthDecode]",
    deflateSync(Buffer.alloc(4 * MEGABYTE, "\x81 ", "latin1")),
  ],
])("content that inflates beyond all measure, %s, is left out", async (_, entries, bytes) => {
  const page = await read("", { contentStream: { entries, bytes } });
  expect(page.glyphs.count).toBe(0);
  expect(page.notes).toEqual(["A stream that inflates to more than 64 MB was left out."]);
});

test("a structure that inflates beyond all measure is refused", async () => {
  const objects = [
    "<< /Type /Catalog /Pages 3 0 R >>",
    { entries: "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", bytes: zeros },
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 3 0 R /Annots 2 0 R /Resources 2 0 R /Contents 2 0 R >>",
  ];
  const page = await readPageWith(nativeEngine, pdfOf(objects));
  expect(page.notes).toEqual(["A stream that inflates to more than 64 MB was left out."]);
});

test.each([
  ["zeros", "0 0 0 0 0 0 cm"],
  ["overflowing numbers", `${"9".repeat(400)} 0 0 1 0 0 cm`],
  ["huge numbers", "1e9 0 0 999999999 0 0 cm 99999999999999999999 0 0 1 0 0 cm"],
])("text under a matrix of %s is left out, and what follows is right", async (_, matrix) => {
  const page = await read(`q ${matrix} 5 5 10 10 re S 0 0 m 9 9 l S ${show("A")} Q ${show("B")}`);
  expect(textOf(page)).toBe("B");
  expect(page.notes).toEqual(["Text with no size or an implausible one was left out."]);
});

test.each(["0", "1000000"])("text of size %s is left out", async (size) => {
  const page = await read(`BT /F1 ${size} Tf 20 30 Td (A) Tj /F1 10 Tf (B) Tj ET`);
  expect(textOf(page)).toBe("B");
});

test("glyphs far beyond the page are finite, marked or left out", async () => {
  const page = await read("BT /F1 10 Tf 1000000 0 Td (A) Tj 99999999999 0 Td (B) Tj ET");
  expect(glyphsOf(page)).toMatchObject([{ text: "A", x: 1_000_000, flags: 16 }]);
});

test.each([
  ["operands are missing", "cm Td Tm Tf TJ re Do gs BDC sc"],
  ["operands are of the wrong kind", "(a) (b) cm /x Td [1 2] Tm 3 Tf 4 TJ (x) re 5 Do 6 gs 7 BDC"],
  ["brackets are left open", "[ (a ( << /A [ < 41"],
  ["brackets close nothing", ") ] >> > } {"],
])("a content where %s does no harm", async (_, content) => {
  await expect(read(`${show("A")} ${content}`)).resolves.toMatchObject({ glyphs: { count: 1 } });
});

test("a font that cannot be read costs its own text only", async () => {
  const page = await read(`BT /F2 10 Tf 20 30 Td (A) Tj ET ${show("B")}`, {
    resources: "/Font << /F1 5 0 R /F2 10 0 R >>",
    objects: ["<< /Type /Font /Subtype /Type0 /BaseFont /X /DescendantFonts 7 >>"],
  });
  expect(textOf(page)).toContain("B");
});

test.each([
  [
    "widths",
    "/Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /W [0 2000000000 500] >>]",
  ],
  ["codes", "/Encoding 11 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X >>]"],
])("a font with ranges of billions of %s costs no more than its real ones", async (_, entries) => {
  const page = await read(`BT /F2 10 Tf 20 30 Td (AB) Tj ET ${show("C")}`, {
    resources: "/Font << /F1 5 0 R /F2 10 0 R >>",
    objects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /X ${entries} >>`,
      {
        entries: "",
        bytes:
          "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange endcmap",
      },
    ],
  });
  expect(textOf(page)).toMatch(/C$/);
});

test.each(["FontFile", "FontFile2", "FontFile3"])(
  "a %s beyond all measure costs the program, not the text",
  async (key) => {
    const page = await read(`BT /F2 10 Tf 20 30 Td (A) Tj ET`, {
      resources: "/Font << /F2 10 0 R >>",
      objects: [
        `<< /Type /Font /Subtype /Type1 /BaseFont /X /FontDescriptor << /FontName /X /Flags 4 /${key} 11 0 R >> >>`,
        { entries: "/Filter /FlateDecode", bytes: zeros },
      ],
    });
    expect(textOf(page)).toBe("A");
  },
);

test("fifty thousand boxes and marks in one place are separated quickly", async () => {
  const page = await read("10 10 10 10 re S 12 12 5 5 re f 10 10 m 20 10 l S ".repeat(50_000));
  expect(page.outlines).toEqual([{ kind: "box", box: { x0: 10, y0: 80, x1: 20, y1: 90 }, filled: true }]);
});
