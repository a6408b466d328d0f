import { expect, test } from "vitest";
import { GLYPH } from "../../page/page-content.ts";
import { glyphsOf, readPageWith, textOf } from "../testing/read-glyphs.ts";
import { type OnePage, onePagePdf } from "../testing/tiny-pdf.ts";
import { nativeEngine } from "./native-engine.ts";

const read = (content: string, options?: OnePage) => readPageWith(nativeEngine, onePagePdf(content, options));
const glyphs = async (content: string, options?: OnePage) => glyphsOf(await read(content, options));

// Widths of Helvetica: A 0.667, B 0.667, i 0.222, blank 0.278 of the size.

test("a glyph is placed at its origin, measured from the upper left corner", async () => {
  const [a, b] = await glyphs("BT /F1 10 Tf 20 30 Td (AB) Tj ET");
  expect(a).toEqual({ text: "A", x: 20, y: 70, advance: 6.67, angle: 0, size: 10, flags: 0 });
  expect(b).toMatchObject({ text: "B", x: 26.67, y: 70 });
});

test.each([
  [90, { x: 30, y: 20, angle: 90 }, [100, 200]],
  [180, { x: 180, y: 30, angle: 180 }, [200, 100]],
  [270, { x: 70, y: 180, angle: -90 }, [100, 200]],
  [-90, { x: 70, y: 180, angle: -90 }, [100, 200]],
  [45, { x: 20, y: 70, angle: 0 }, [200, 100]],
])("a page with /Rotate %i is made upright", async (rotate, place, size) => {
  const page = await read("BT /F1 10 Tf 20 30 Td (A) Tj ET", {
    page: `/MediaBox [0 0 200 100] /Rotate ${rotate}`,
  });
  expect(glyphsOf(page)[0]).toMatchObject(place);
  expect([page.width, page.height]).toEqual(size);
});

test.each([
  [
    "the crop box",
    "/MediaBox [0 0 200 100] /CropBox [10 10 150 90]",
    { width: 140, height: 80, x: 10, y: 60 },
  ],
  ["a reversed media box", "/MediaBox [200 100 0 0]", { width: 200, height: 100, x: 20, y: 70 }],
  ["a media box off the origin", "/MediaBox [-100 -50 100 50]", { width: 200, height: 100, x: 120, y: 20 }],
  ["US letter without any box", "", { width: 612, height: 792, x: 20, y: 762 }],
  [
    "the media box where the crop box is empty",
    "/MediaBox [0 0 200 100] /CropBox [9 9 9 9]",
    { width: 200, height: 100, x: 20, y: 70 },
  ],
  ["the user unit", "/MediaBox [0 0 200 100] /UserUnit 2", { width: 400, height: 200, x: 40, y: 140 }],
])("lengths are measured from %s", async (_, page, { width, height, x, y }) => {
  const content = await read("BT /F1 10 Tf 20 30 Td (A) Tj ET", { page });
  expect([content.width, content.height]).toEqual([width, height]);
  expect(glyphsOf(content)[0]).toMatchObject({ x, y });
});

test.each([
  ["character spacing", "2 Tc (AB) Tj", 28.67],
  ["word spacing at a blank only", "5 Tw (A B) Tj", 34.45],
  ["horizontal scaling, of spacing too", "50 Tz 2 Tc (AB) Tj", 24.33],
  ["the numbers of TJ", "[(A) -500 (B)] TJ", 31.67],
  ["the numbers of TJ, scaled", "50 Tz [(A) -500 (B)] TJ", 25.83],
])("the next glyph is moved by %s", async (_, show, x) => {
  const shown = await glyphs(`BT /F1 10 Tf 20 30 Td ${show} ET`);
  expect(shown.at(-1)).toMatchObject({ text: "B", x });
});

test("lines are begun by T*, by the apostrophe and by the quotation mark", async () => {
  const shown = await glyphs(`BT /F1 10 Tf 12 TL 20 90 Td (A) Tj T* (B) Tj (C) ' 1 2 (D) " ET`);
  expect(shown.map(({ text, x, y }) => [text, x, y])).toEqual([
    ["A", 20, 10],
    ["B", 20, 22],
    ["C", 20, 34],
    ["D", 20, 46],
  ]);
});

test("rise lifts the glyph and the size follows the matrices", async () => {
  const [glyph] = await glyphs("2 0 0 2 0 0 cm BT /F1 5 Tf 3 Ts 1 0 0 1 10 15 Tm (A) Tj ET");
  expect(glyph).toMatchObject({ x: 20, y: 64, size: 10, advance: 6.67 });
});

test("slanted text has its angle, clockwise", async () => {
  const [glyph] = await glyphs("BT /F1 10 Tf 0.866 0.5 -0.5 0.866 20 30 Tm (A) Tj ET");
  expect(glyph).toMatchObject({ angle: -30, size: 10 });
});

test("a ligature keeps its text", async () => {
  const page = await read("BT /F2 10 Tf 20 30 Td <01> Tj ET", {
    resources: "/Font << /F2 10 0 R >>",
    objects: [
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R /FirstChar 1 /LastChar 1 /Widths [500] >>",
      {
        entries: "",
        bytes:
          "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <01> <006600660069> endbfchar endcmap end",
      },
    ],
  });
  expect(textOf(page)).toBe("ffi");
  expect(page.glyphs.count).toBe(1);
});

test.each([
  ["[(He) 0 Tc (llo)] TJ", "Hello"],
  ["[(He) -20 5 Tc (l) 3 (l) 1 Tw (o)] TJ (!) Tj", "Hello!"],
  ["[(He) /F1 12 Tf (ll) 0.5 g (o)] TJ", "Hello"],
  ["[(He) stray (llo)] TJ", "Hello"],
  ["[Tc (Hello)] TJ", "Hello"],
  ["[(He) 0 Tc (llo) TJ (!) Tj", "Hello!"],
  ["[(Hello) TJ", "Hello"],
  ["[(He) 0 Tc (l)] TJ [(l) 0 Tc (o)] TJ", "Hello"],
])("no text is lost if an array contains a stray operator: %s", async (content, text) => {
  const page = await readPageWith(nativeEngine, onePagePdf(`BT /F1 10 Tf 20 30 Td ${content} ET`));
  expect(textOf(page)).toBe(text);
});

test("an operator in an array holds for what follows, and numbers before it move the text", async () => {
  const page = await readPageWith(
    nativeEngine,
    onePagePdf("BT /F1 10 Tf 20 30 Td [(A) -500 7 Tc (B) (C)] TJ ET"),
  );
  const [a = 0, b = 0, c = 0] = page.glyphs.x;
  expect(b - a).toBeCloseTo(6.67 + 5);
  expect(c - b).toBeCloseTo(6.67 + 7);
});

test("decoded strings of an array keep apart, however long they are", async () => {
  const [a, b] = ["41".repeat(9000), "\\102".repeat(9000)];
  const page = await read(`BT /F1 1 Tf 20 30 Td [<${a}> (${b}) 7 <43> (D)] TJ <4546> Tj ET`);
  expect(textOf(page)).toBe(`${"A".repeat(9000)}${"B".repeat(9000)}CDEF`);
});

test("escapes, octal codes and hexadecimal strings are understood", async () => {
  expect(
    textOf(
      await read(String.raw`BT /F1 10 Tf (\(A\)\102\
C(D)) Tj <4 5 4> Tj ET`),
    ),
  ).toBe("(A)BC(D)E@");
});

test.each([
  ["3 Tr", GLYPH.INVISIBLE],
  ["1 g", GLYPH.WHITE | GLYPH.ON_WHITE],
  ["1 1 1 rg", GLYPH.WHITE | GLYPH.ON_WHITE],
  ["0 0 0 0 k", GLYPH.WHITE | GLYPH.ON_WHITE],
  ["/DeviceRGB cs 1 1 1 sc", GLYPH.WHITE | GLYPH.ON_WHITE],
  ["0.2 g 10 20 50 30 re f 1 g", GLYPH.WHITE],
  ["0.2 g 10 20 50 30 re f 1 g 15 25 40 20 re f", GLYPH.WHITE | GLYPH.ON_WHITE],
  ["0.2 g 100 20 50 30 re f 1 g", GLYPH.WHITE | GLYPH.ON_WHITE],
  ["/P0 sh 1 g", GLYPH.WHITE],
  ["0.5 g", 0],
  ["0 0 5 5 re W n", GLYPH.CLIPPED],
  ["0 0 200 100 re W n", 0],
])("after %j a glyph is marked %i", async (operators, flags) => {
  const [glyph] = await glyphs(`${operators} BT /F1 10 Tf 20 30 Td (A) Tj ET`);
  expect(glyph?.flags).toBe(flags);
});

test("blanks and glyphs off the page are marked", async () => {
  const [blank, off] = await glyphs("BT /F1 10 Tf 20 30 Td ( ) Tj 500 0 Td (A) Tj ET");
  expect(blank?.flags).toBe(GLYPH.BLANK);
  expect(off?.flags).toBe(GLYPH.OFF_PAGE);
});

test("a font set by the graphics state is used", async () => {
  const page = await read("/G1 gs BT 20 30 Td (A) Tj ET", {
    resources: "/ExtGState << /G1 << /Font [5 0 R 12] >> >>",
  });
  expect(glyphsOf(page)[0]).toMatchObject({ text: "A", size: 12 });
});

test("a vertical font writes downwards from the top centre", async () => {
  const page = await read("BT /F2 10 Tf 20 90 Td <00410042> Tj ET", {
    resources: "/Font << /F2 10 0 R >>",
    objects: [
      "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-V /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
      {
        entries: "",
        bytes:
          "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0041> <0042> <4E00> endbfrange endcmap",
      },
    ],
  });
  expect(glyphsOf(page)).toMatchObject([
    { text: "一", x: 20, y: 10, advance: 10, angle: 90, size: 10 },
    { text: "丁", x: 20, y: 20 },
  ]);
  expect(page.fonts[0]?.vertical).toBe(true);
});

test("a Type 3 font provides widths and text without running its programs", async () => {
  const [glyph] = await glyphs("BT /F3 10 Tf 20 30 Td (a) Tj ET", {
    resources: "/Font << /F3 10 0 R >>",
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 100 100] /FontMatrix [0.01 0 0 0.01 0 0] /CharProcs << /A 11 0 R >>
        /Encoding << /Differences [97 /A] >> /FirstChar 97 /LastChar 97 /Widths [60] >>`,
      { entries: "", bytes: "((((" },
    ],
  });
  expect(glyph).toMatchObject({ text: "A", advance: 6, size: 10 });
});

test("a Type 3 font with a bounding box that means nothing is measured by its advances", async () => {
  const [glyph] = await glyphs("BT /F3 0.2 Tf 20 30 Td (a) Tj ET", {
    resources: "/Font << /F3 10 0 R >>",
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 -1] /FontMatrix [1 0 0 -1 0 0] /CharProcs << >>
        /Encoding << /Differences [97 /A] >> /FirstChar 97 /LastChar 99 /Widths [20 0 30] >>`,
    ],
  });
  expect(glyph).toMatchObject({ text: "A", advance: 4, size: 10 });
});

test("text of a form is placed where the form is drawn", async () => {
  const page = await read("1 0 0 1 50 0 cm /X Do", {
    resources: "/XObject << /X 10 0 R >>",
    objects: [
      {
        entries: "/Subtype /Form /BBox [0 0 200 100] /Matrix [1 0 0 1 0 10]",
        bytes: "BT /F1 10 Tf 20 30 Td (A) Tj ET",
      },
    ],
  });
  expect(glyphsOf(page)[0]).toMatchObject({ text: "A", x: 70, y: 60 });
});

test.each(["FreeText", "Line", "FileAttachment"])(
  "the text of a %s laid over the page is read at its place, a hidden one is not",
  async (subtype) => {
    const box = (flags: number): string =>
      `<< /Subtype /${subtype} /Rect [100 40 140 60] /F ${flags} /AP << /N 12 0 R >> >>`;
    const page = await read("BT /F1 10 Tf 20 30 Td (A) Tj ET", {
      page: "/MediaBox [0 0 200 100] /Annots [10 0 R 11 0 R]",
      objects: [
        box(4),
        box(2),
        { entries: "/Subtype /Form /BBox [0 0 20 10] ", bytes: "BT /F1 5 Tf 1 2 Td (note) Tj ET" },
      ],
    });
    expect(textOf(page)).toBe("Anote");
    expect(glyphsOf(page)[1]).toMatchObject({ x: 102, y: 56, size: 10 });
  },
);

test("a text box without an appearance is read by its contents", async () => {
  const page = await read("", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R]",
    objects: ["<< /Subtype /FreeText /Rect [100 40 140 60] /DA (/Helv 8 Tf) /Contents (no\\rte) >>"],
  });
  expect(glyphsOf(page)).toMatchObject([
    { text: "n", x: 102, y: 48, size: 8, flags: GLYPH.ANNOTATION },
    { text: "o", x: 106 },
    { text: "t", x: 102, y: 57.6 },
    { text: "e" },
  ]);
});
