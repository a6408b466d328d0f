import { expect, test } from "vitest";
import { GLYPH, type PageContent } from "../../page/page-content.ts";
import { glyphsOf, readPageWith, textOf } from "../testing/read-glyphs.ts";
import { onePagePdf, type PdfObject } from "../testing/tiny-pdf.ts";
import { nativeEngine } from "./native-engine.ts";

/** The text of `shown` (a string operand) in the font that is object 10. */
async function textIn(shown: string, ...objects: readonly PdfObject[]): Promise<string> {
  return textOf(await pageWith(shown, objects));
}

function pageWith(shown: string, objects: readonly PdfObject[]): Promise<PageContent> {
  const bytes = onePagePdf(`BT /F2 10 Tf 20 30 Td ${shown} Tj ET`, {
    resources: "/Font << /F2 10 0 R >>",
    objects,
  });
  return readPageWith(nativeEngine, bytes);
}

test("a Type 1 font without an encoding uses that of its program", async () => {
  const header = `%!PS-AdobeFont-1.0: Made
11 dict begin /FontType 1 def /FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for
dup 12 /fi put dup 11 /alpha put dup 59 /comma put readonly def
currentdict end currentfile eexec `;
  const text = await textIn(
    "<0B3B0C>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Made /FirstChar 11 /LastChar 59 /FontDescriptor 11 0 R /Widths 13 0 R >>",
    "<< /Type /FontDescriptor /FontName /Made /Flags 4 /FontFile 12 0 R >>",
    { entries: `/Length1 ${header.length} /Length2 4 /Length3 0`, bytes: `${header}abcd` },
    `[${"500 ".repeat(49)}]`,
  );
  expect(text).toBe("α,ﬁ");
});

/** A map that tells the letters, and what is given besides. */
const letterMap = (besides = ""): PdfObject => ({
  entries: "",
  bytes: `begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <41> <7A> <0041> endbfrange ${besides} endcmap`,
});

test.each([
  ["leaves it out", "/fi", ""],
  ["has nothing for it", "/fi", "1 beginbfchar <1F> <> endbfchar"],
  ["has a null for it", "/fi", "1 beginbfchar <1F> <0000> endbfchar"],
  ["has a control for it", "/fi", "1 beginbfchar <1F> <001F> endbfchar"],
  ["has a blank for it", "/f_i", "1 beginbfchar <1F> <0020> endbfchar"],
  ["has a private code for it", "/f_i.alt", "1 beginbfchar <1F> <F001> endbfchar"],
  ["has the replacement character for it", "/fi", "1 beginbfchar <1F> <FFFD> endbfchar"],
])("a ligature is read by its name where the map %s", async (_, name, besides) => {
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Made /Encoding << /Differences [31 ${name}] >> /ToUnicode 11 0 R >>`;
  expect((await textIn("<4F1F6E64>", font, letterMap(besides))).normalize("NFKC")).toBe("Ofind");
});

test("fonts with the same map have the same text, whatever the encodings and maps of others add", async () => {
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /Made /Encoding << /Differences [31 ${name}] >> /ToUnicode 11 0 R >>`;
  const map = letterMap();
  const texts: string[] = [];
  for (const name of ["/fi", "/alpha", "/fi"]) texts.push(await textIn("<4F1F6E64>", font(name), map));
  expect(texts.map((text) => text.normalize("NFKC"))).toEqual(["Ofind", "Oαnd", "Ofind"]);
  const other = letterMap("1 beginbfchar <4F> <03A9> endbfchar");
  expect(await textIn("<4F6E64>", font("/fi"), other)).toBe("Ωnd");
  expect(await textIn("<4F6E64>", font("/fi"), map)).toBe("Ond");
});

test("maps of many documents, and a map that is too large to be kept, read as the first did", async () => {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Made /ToUnicode 11 0 R >>";
  const textWith = (besides: string): Promise<string> => textIn("<4F6E64>", font, letterMap(besides));
  const long = "0041".repeat(5000);
  for (let round = 0; round < 2; round++) {
    expect(await textWith(`1 beginbfrange <4F> <FF> <${long}> endbfrange`)).toContain("A".repeat(100));
    for (let map = 0; map < 40; map++) {
      const target = (0x3b1 + (map % 20)).toString(16).padStart(4, "0");
      const many = "1 beginbfrange <0100> <0FFF> <4E00> endbfrange";
      const text = await textWith(`${many} 1 beginbfchar <4F> <${target}> endbfchar % ${map}`);
      expect(text).toBe(`${String.fromCharCode(0x3b1 + (map % 20))}nd`);
    }
  }
});

test("a ligature is read by the font's encoding where the map leaves it out or has nothing for it", async () => {
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Made /Encoding /MacRomanEncoding /ToUnicode 11 0 R >>";
  expect((await textIn("<4FDE6E64>", font, letterMap())).normalize("NFKC")).toBe("Ofind");
  const map = letterMap("1 beginbfchar <DE> <0000> endbfchar");
  expect((await textIn("<4FDE6E64>", font, map)).normalize("NFKC")).toBe("Ofind");
});

test("a blank by its map stays one where the glyph is no ligature", async () => {
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Made /Encoding << /Differences [31 /a] >> /ToUnicode 11 0 R >>";
  expect(await textIn("<4F1F6E>", font, letterMap("1 beginbfchar <1F> <0020> endbfchar"))).toBe("O n");
});

/** A TrueType program with the given tables. */
function trueType(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  const directory = Buffer.alloc(12 + 16 * entries.length);
  directory.writeUInt32BE(0x00010000);
  directory.writeUInt16BE(entries.length, 4);
  let offset = directory.length;
  for (const [index, [tag, table]] of entries.entries()) {
    const at = 12 + 16 * index;
    directory.write(tag, at, "latin1");
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    offset += table.length;
  }
  return Buffer.concat([directory, ...entries.map(([, table]) => table)]);
}

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
};

/** A character map for platform 3, encoding 1, around a subtable. */
const characterMap = (subtable: Buffer): Buffer => Buffer.concat([words(0, 1, 3, 1, 0, 12), subtable]);

/** Glyphs 5 and 6 are A and B; glyph 7 is ж. */
const SEGMENTS = characterMap(
  words(4, 40, 0, 6, 0, 0, 0, 0x42, 0x436, 0xffff, 0, 0x41, 0x436, 0xffff, 5 - 0x41, 7 - 0x436, 1, 0, 0, 0),
);
const LIST = characterMap(words(6, 14, 0, 0x41, 2, 5, 6));
const GROUPS = characterMap(words(12, 0, 0, 28, 0, 0, 0, 1, 0, 0x41, 0, 0x42, 0, 5));
const NAMES = Buffer.concat([
  words(2, 0, ...Array.from({ length: 14 }, () => 0), 7, 0, 0, 0, 0, 0, 36, 258),
  Buffer.from("\u0007uni0042", "latin1"),
]);

/** The objects of a composite font without a map to Unicode, around an embedded program. */
function composite(program: Buffer, descendant: string, key: string): readonly PdfObject[] {
  return [
    "<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] >>",
    `<< /Type /Font ${descendant} /BaseFont /Made /FontDescriptor 12 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
    `<< /Type /FontDescriptor /FontName /Made /Flags 4 /${key} 13 0 R >>`,
    { entries: `/Length1 ${program.length}`, bytes: program },
  ];
}

test.each([
  ["by segments", trueType({ cmap: SEGMENTS }), "AB"],
  ["as a list", trueType({ cmap: LIST }), "AB"],
  ["by groups", trueType({ cmap: GROUPS }), "AB"],
  ["by the names of glyphs", trueType({ post: NAMES }), "AB"],
])("a composite font without a map to Unicode reads as its program says, %s", async (_, program, text) => {
  const font = composite(program, "/Subtype /CIDFontType2 /CIDToGIDMap /Identity", "FontFile2");
  expect(await textIn("<00050006>", ...font)).toBe(text);
});

test.each(["<000500>", "(\\000\\005\\000)"])(
  "a code cut off by the end of its string takes no byte of what follows or came before: %s",
  async (cut) => {
    const font = composite(
      trueType({ cmap: SEGMENTS }),
      "/Subtype /CIDFontType2 /CIDToGIDMap /Identity",
      "FontFile2",
    );
    const whole = await textIn("<00050000>", ...font);
    expect(await textIn(`<0006000500060006> Tj ${cut}`, ...font)).toBe(`BABB${whole}`);
  },
);

test("renumbered glyphs are looked up in the font program", async () => {
  const font = composite(
    trueType({ cmap: SEGMENTS }),
    "/Subtype /CIDFontType2 /CIDToGIDMap 14 0 R",
    "FontFile2",
  );
  const glyphs = { entries: "", bytes: words(0, 7, 5) };
  expect(await textIn("<00010002>", ...font, glyphs)).toBe("жA");
});

test("glyphs known only by number are guessed from the usual glyph order", async () => {
  const font = composite(trueType({}), "/Subtype /CIDFontType2 /CIDToGIDMap /Identity", "FontFile2");
  const glyphs = glyphsOf(await pageWith("<002B004C0003FFD0>", font));
  expect(glyphs.map(({ text }) => text)).toEqual(["H", "i", " ", "\uffd0"]);
  expect(glyphs.every(({ flags }) => (flags & GLYPH.UNMAPPED) !== 0)).toBe(true);
});

/** A composite font whose map has the code 1. */
const mapped = (name: string): readonly PdfObject[] => [
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 14 0 R >>`,
  ...composite(trueType({}), "/Subtype /CIDFontType2 /CIDToGIDMap /Identity", "FontFile2")
    .slice(1)
    .map((object) => (typeof object === "string" ? object.replaceAll("/Made", `/${name}`) : object)),
  {
    entries: "",
    bytes:
      "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfchar <0001> <0041> <01A9> <01A9> endbfchar endcmap",
  },
];

test("a code that the map leaves out is no character with that number", async () => {
  expect(await textIn("<0001045E>", ...mapped("Made"))).toBe("A\uFFFD");
});

test("ligatures of Calibri that programs map to nothing or to their numbers are read", async () => {
  expect(await textIn("<0001019F01A9>", ...mapped("ABCDEF+Calibri"))).toBe("Atitt");
  expect(await textIn("<01A9>", ...mapped("Made"))).toBe("Ʃ");
});

test("a font that is not embedded is taken for the one it is named after", async () => {
  const font = [
    "<< /Type /Font /Subtype /Type0 /BaseFont /ArialMT /Encoding /Identity-H /DescendantFonts [11 0 R] >>",
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ArialMT /FontDescriptor 12 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
    "<< /Type /FontDescriptor /FontName /ArialMT /Flags 32 >>",
  ];
  expect(await textIn("<0039005200570048>", ...font)).toBe("Vote");
});

/** A drawn font whose codes from 1 on have the given names. */
const drawn = (names: string): string =>
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >>
    /Encoding << /Differences [1 ${names}] >> /FirstChar 1 /LastChar 6 /Widths [1 1 1 1 1 1] >>`;

test.each([
  ["variants as their base", "/one.oldstyle /A.sc", "1A"],
  ["ligatures as their parts", "/T_h_e /f_j", "Thefj"],
  ["hexadecimal names as code points", "/uni0416 /u1F600 /uni00410301", "Ж😀Á"],
  ["numbers by the order that most programs keep", "/g43 /glyph76", "Hi"],
  ["control characters as none", "/CR /controlLF", "\uFFFD\uFFFD"],
  ["nothing as a replacement character", "/a1 /a2", "\uFFFD\uFFFD"],
])("names of glyphs read: %s", async (_, names, text) => {
  const shown = `<${["01", "02", "03"].slice(0, names.split(" ").length).join("")}>`;
  expect((await textIn(shown, drawn(names))).normalize()).toBe(text);
});

/** A bitmap font of TeX with the given codes, named as its programs do. */
function texFont(codes: readonly number[], nameOf: (code: number) => string, entries = ""): string {
  const names = codes
    .map((code) => `${code} /${nameOf(code).replaceAll(/[^a-z\d]/giu, escapedInName)}`)
    .join(" ");
  return `<< /Type /Font /Subtype /Type3 /FontBBox [0 -20 60 80] /FontMatrix [0.01 0 0 0.01 0 0] /CharProcs << >>
    /FirstChar 0 /LastChar 255 /Widths [${"40 50 ".repeat(128)}] /Encoding << /Differences [${names}] >> ${entries} >>`;
}

function escapedInName(character: string): string {
  return `#${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

const codesOf = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ["pdfTeX", (code: number) => `a${code}`],
  ["dvipdfm", (code: number) => String.fromCharCode(code)],
  ["dvips", (code: number) => (code + 360).toString(36).toUpperCase()],
])("a bitmap font of TeX that %s embedded is read by the encoding of its codes", async (_, nameOf) => {
  const text = await textIn(
    "<64650c6e65642c20616e7c6e6f77>",
    texFont([12, 44, ...codesOf("adenow|")], nameOf),
  );
  expect(text).toBe("defined, an—now");
  expect(await textIn("<1c6e2c6515e9>", texFont([21, 28, 44, 233, ...codesOf("ne")], nameOf))).toBe(
    "fin,e–é",
  );
  expect(await textIn("<0f>", texFont([15], nameOf))).toBe("•");
  expect(
    await textIn(
      "<00663267>",
      texFont([0, 50, 102, 103], (code) => (code === 0 ? "?" : nameOf(code))),
    ),
  ).toBe("−{∈}");
  expect(await textIn("<166b3b1f>", texFont([22, 31, 59, 107], nameOf))).toBe("μk,χ");
  expect(await textIn("<88>", texFont([136], nameOf))).toBe("•");
});

test("a bitmap font of TeX keeps the texts that the document gives", async () => {
  const font = texFont([12, 44, ...codesOf("O\\nd")], (code) => `a${code}`, "/ToUnicode 11 0 R");
  expect(await textIn("<4F0c6e64>", font, letterMap())).toBe("Ofind");
});

test.each([
  ["numbers its glyphs without gaps", [...Array(40).keys()].map((code) => code + 1), "<0c0d>"],
  ["has other names", [12, 44, 97, 98], "<0c>"],
  ["tells nothing", [12], "<0c>"],
])("a Type 3 font that %s is not read as one of TeX", async (_, codes, shown) => {
  const nameOf = (code: number): string => (codes.includes(97) ? `b${code}` : `a${code}`);
  expect(await textIn(shown, texFont(codes, nameOf))).toMatch(/^\uFFFD+$/u);
});

test("the size of a bitmap font of TeX is that of its matrix, however high one of its letters is", async () => {
  const high = texFont(codesOf("and"), (code) => `a${code}`).replace("[0 -20 60 80]", "[0 -80 60 140]");
  const page = await pageWith("<616e64>", [high]);
  expect(glyphsOf(page)[0]).toMatchObject({ text: "a", size: 10 });
});

test.each([
  ["floorleft", "⌊"],
  ["epsilon1", "ϵ"],
  ["followsequal", "⪰"],
  ["rho1", "ϱ"],
])("the sign %s of a formula is read by its name", async (name, sign) => {
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Made /Encoding << /Differences [98 /${name}] >> >>`;
  expect(await textIn("(b)", font)).toBe(sign);
});

test.each([
  ["a font without a name", ["<< /Type /Font /Subtype /Type1 >>"], "(Word)"],
  ["a font without a subtype", ["<< /Type /Font /BaseFont /Helvetica >>"], "(Word)"],
  [
    "a font whose descriptor has no name",
    ["<< /Type /Font /Subtype /TrueType /FontDescriptor 11 0 R >>", "<< /Type /FontDescriptor /Flags 32 >>"],
    "(Word)",
  ],
  [
    "a descendant font without a name",
    [
      "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /H /DescendantFonts [11 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType0 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 1 >> >>",
    ],
    "<23572370>",
  ],
  [
    "a descendant font without a subtype",
    [
      "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /H /DescendantFonts [11 0 R] >>",
      "<< /Type /Font /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 1 >> >>",
    ],
    "<23572370>",
  ],
])("the text of %s is not lost", async (_, objects, shown) => {
  expect((await textIn(shown, ...objects)).normalize("NFKC")).toMatch(/^W(or|p)/u);
});
