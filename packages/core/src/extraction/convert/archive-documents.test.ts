import { CFB, utils, write } from "@e965/xlsx";
import zahl from "@e965/xlsx/dist/xlsx.zahl";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { liberationSans } from "./typeset/font-face.ts";
import { extractText } from "../extract-text.ts";
import { snappyInflated } from "./readers/iwork/snappy.ts";
import { lines, textOf } from "./testing/converted-text.ts";
import { iworkFile, message, reference, type MadeObject } from "./testing/iwork-files.ts";
import { zipOf } from "./testing/office-files.ts";

/** Documents that are ZIP files of parts, beside those of Office. */

const native = { mode: "native_text" } as const;

const relations = (...list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`;

const GUID = "0123ABCD-89EF-4567-89AB-0123456789AB";

/** As ECMA-388 (9.1.7.3) obfuscates fonts. */
function obfuscated(font: Uint8Array): Uint8Array {
  const key = Buffer.from(GUID.replaceAll("-", ""), "hex").toReversed();
  return font.map((byte, at) => (at < 32 ? byte ^ (key[at % 16] ?? 0) : byte));
}

describe("an XPS document", () => {
  const glyphs = (x: number, y: number, text: string, attributes = ""): string =>
    `<Glyphs OriginX="${x}" OriginY="${y}" FontRenderingEmSize="16" UnicodeString="${text}" ${attributes}/>`;
  const xps = (
    pages: readonly string[],
    parts: Readonly<Record<string, string | Uint8Array>> = {},
  ): Uint8Array =>
    zipOf({
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels": relations([
        "r",
        "http://schemas.openxps.org/oxps/v1.0/fixedrepresentation",
        "/Documents.fdseq",
      ]),
      "Documents.fdseq":
        '<FixedDocumentSequence><DocumentReference Source="/D/1.fdoc"/></FixedDocumentSequence>',
      "D/1.fdoc": `<FixedDocument>${pages.map((_, index) => `<PageContent Source="P/${index}.fpage"/>`).join("")}</FixedDocument>`,
      ...Object.fromEntries(
        pages.map((page, index) => [
          `D/P/${index}.fpage`,
          `<FixedPage Width="816" Height="1056">${page}</FixedPage>`,
        ]),
      ),
      ...parts,
    });

  test("has its pages, with lines of several runs, columns and transformed text at their places", async () => {
    const first = [
      glyphs(96, 160, "Harbour ", 'Indices="43,70;68,60;85,40;69,60;82,60;88,60;85,40;3,30"'),
      glyphs(165, 160, "fees"),
      glyphs(96, 200, "Item"),
      glyphs(400, 200, "Amount"),
      `<Canvas RenderTransform="1,0,0,1,0,240">${glyphs(96, 0, "{}{x} &amp; y")}${glyphs(400, 0, "412.50")}</Canvas>`,
    ].join("");
    const { pages } = await extractText(xps([first, glyphs(96, 96, "Second page")]), native);
    expect(pages.map(({ text }) => lines(text))).toEqual([
      ["Harbour fees", "Item | Amount", "{x} & y | 412.50"],
      ["Second page"],
    ]);
    expect(pages[0]?.outcome).toMatchObject({ width: 612, height: 792 });
  });

  test.each([
    ["", "R/sans.ttf", (font: Uint8Array) => font],
    [" that is obfuscated", `R/${GUID}.odttf`, obfuscated],
  ])("has the text of glyphs without characters by their font%s", async (_, name, written) => {
    const face = liberationSans({ bold: false, italic: false });
    const indices = (text: string): string =>
      Array.from(text, (character) => `${face.glyphOf(character.codePointAt(0) ?? 0)},55`).join(";");
    const font = `FontUri="/${name}"`;
    const page = [
      glyphs(96, 160, "", `${font} Indices="${indices("Größe 7 €")}"`),
      glyphs(96, 200, "off", `${font} Indices="(2:1)5,40;(1:2)6,20;7,20;${indices("ice")};65000"`),
      glyphs(96, 240, "", 'FontUri="/R/missing.ttf" Indices="36;37"'),
    ].join("");
    const { text } = await extractText(xps([page], { [name]: written(face.file) }), native);
    expect(lines(text)).toEqual(["Größe 7 €", "office\u{fffd}", "\u{fffd}\u{fffd}"]);
  });

  test("that was scanned has its pictures", async () => {
    const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    const page =
      '<Path Data="M 0,0 L 816,0 816,1056 0,1056 Z"><Path.Fill><ImageBrush ImageSource="/R/scan.png" Viewbox="0,0,60,20" Viewport="0,0,816,1056" ViewportUnits="Absolute"/></Path.Fill></Path>';
    const { pages } = await extractText(xps([page], { "R/scan.png": png }), native);
    expect(pages[0]?.outcome).toMatchObject({ images: [{ pixelWidth: 60 }] });
  });
});

test("a Visio drawing has the text of its shapes, of their masters and of the background, at their places", async () => {
  const visio = "http://schemas.microsoft.com/visio/2010/relationships";
  const cells = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .map(([name, value]) => `<Cell N="${name}" V="${value}"/>`)
      .join("");
  const shape = ([x, y]: readonly [number, number], content: string, attributes = ""): string =>
    `<Shape ID="1" ${attributes}>${cells({ PinX: x, PinY: y, Width: 2, Height: 0.5, LocPinX: 1, LocPinY: 0.25 })}${content}</Shape>`;
  const size = `<PageSheet>${cells({ PageWidth: 11, PageHeight: 8.5 })}</PageSheet>`;
  const drawing = zipOf({
    "[Content_Types].xml":
      '<Types><Override PartName="/visio/document.xml" ContentType="application/vnd.ms-visio.drawing.main+xml"/></Types>',
    "_rels/.rels": relations(["r1", `${visio}/document`, "visio/document.xml"]),
    "visio/document.xml": "<VisioDocument/>",
    "visio/_rels/document.xml.rels": relations(
      ["r1", `${visio}/pages`, "pages/pages.xml"],
      ["r2", `${visio}/masters`, "masters/masters.xml"],
    ),
    "visio/pages/pages.xml": `<Pages><Page ID="0" BackPage="4">${size}<Rel r:id="r1"/></Page><Page ID="4" Background="1">${size}<Rel r:id="r2"/></Page></Pages>`,
    "visio/pages/_rels/pages.xml.rels": relations(
      ["r1", `${visio}/page`, "page1.xml"],
      ["r2", `${visio}/page`, "page2.xml"],
    ),
    "visio/pages/page1.xml": `<PageContents><Shapes>${[
      shape([2, 7], '<Text><cp IX="0"/>Check <fld IX="0">stock</fld>\n</Text>'),
      shape([9, 7], "", 'Master="2"'),
      shape([6, 3], `<Shapes>${shape([0.5, 0], "<Text>In a group</Text>")}</Shapes>`, 'Type="Group"'),
    ].join("")}</Shapes></PageContents>`,
    "visio/pages/page2.xml": `<PageContents><Shapes>${shape([5, 8], "<Text>Title</Text>")}</Shapes></PageContents>`,
    "visio/masters/masters.xml": '<Masters><Master ID="2"><Rel r:id="r1"/></Master></Masters>',
    "visio/masters/_rels/masters.xml.rels": relations(["r1", `${visio}/master`, "master1.xml"]),
    "visio/masters/master1.xml": `<MasterContents><Shapes>${shape([1, 1], "<Text>Stop</Text>")}</Shapes></MasterContents>`,
  });
  expect(lines(await textOf(drawing))).toEqual(["Title", "Check stock | Stop", "In a group"]);
});

describe("a document of Pages, Numbers or Keynote", () => {
  const STORAGE = 2001;
  const storage = (id: number, kind: number, text: string, ...styles: readonly Uint8Array[]): MadeObject => [
    id,
    STORAGE,
    message([1, kind], [3, text], [5, message(...styles.map((style) => [1, style] as const))]),
  ];
  const NOTE =
    "Of the iWork document, only the text was read, without its layout and pictures. Export it as PDF to get all of it.";

  test("of Pages has its text, with headings, headers and footnotes", async () => {
    const document = iworkFile({
      Document: [
        [1, 10_000, message([1, 1])],
        [7, 2022, message([1, message([1, "Heading 2"])])],
        [8, 2022, message([1, message([3, reference(7)])])],
        [9, 2022, message([1, message([1, "Body"])])],
        storage(
          2,
          0,
          "Harbour fees\nThey rose\u000e by\u2028half.\n\ufffc",
          message([1, 0], [2, reference(8)]),
          message([1, 13], [2, reference(9)]),
        ),
        storage(3, 1, "Annual report"),
        storage(4, 1, "Annual report"),
        storage(5, 2, "Since May"),
        [6, 6001, message([1, "table"])],
      ],
      ThemeStylesheet: [storage(99, 3, "Text of a template")],
    });
    const result = await extractText(document, { ...native, blocks: true });
    expect(lines(result.text)).toEqual([
      "Annual report",
      "Harbour fees",
      "They rose by",
      "half.",
      "Since May",
    ]);
    expect(
      result.blocks.blocks.some((block) => block.kind === "heading" && block.text === "Harbour fees"),
    ).toBe(true);
    expect(result.message).toBe(`${NOTE} Not read: 1 table.`);
  });

  test("of Keynote has its slides in their order, without those that are skipped, and their notes by option", async () => {
    const slide = (id: number, text: string): readonly MadeObject[] => [
      [id, 5, message([1, 1])],
      storage(id + 1, 3, text),
      storage(id + 2, 4, `Notes of ${text}`),
    ];
    const node = (id: number, of: number, isSkipped = 0): MadeObject => [
      id,
      4,
      message([2, reference(of)], [4, isSkipped]),
    ];
    const document = iworkFile({
      Document: [
        [2, 2, message([3, message([2, reference(12)], [2, reference(13)], [2, reference(11)])])],
        node(11, 100),
        node(12, 200),
        node(13, 300, 1),
      ],
      Slide: slide(100, "Second slide"),
      "Slide-7": slide(200, "First slide"),
      "Slide-8-2": slide(300, "Skipped slide"),
      "MasterSlide-1": [storage(900, 3, "Title Text")],
    });
    const { pages, message: note } = await extractText(document, native);
    expect(pages.map(({ text }) => lines(text))).toEqual([["First slide"], ["Second slide"]]);
    expect(note).toBe(NOTE);
    expect(await textOf(document, { remarkText: "keep" })).toContain("Notes of First slide");
  });

  test("of Numbers has its tables", async () => {
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ["Item", "Amount"],
        ["Mooring", 412.5],
      ]),
      "Fees",
    );
    const template: unknown = zahl;
    const numbers = typeof template === "string" ? template : "";
    const document: unknown = write(book, { bookType: "numbers", numbers, type: "buffer" });
    expect(lines(await textOf(document instanceof Uint8Array ? document : new Uint8Array()))).toEqual([
      "Fees",
      "Item | Amount",
      "Mooring | 412.5",
    ]);
  });

  test("of before 2013 is read from its preview", async () => {
    const pdf = onePagePdf("BT /F1 12 Tf 20 50 Td (All of it) Tj ET");
    const document = zipOf({ "index.xml": "<x/>", "QuickLook/Preview.pdf": pdf });
    const { text, message: note } = await extractText(document, native);
    expect([text, note]).toEqual([
      expect.stringContaining("All of it"),
      expect.stringMatching(/only its preview was read\.$/),
    ]);
    await expect(
      extractText(zipOf({ "index.apxl": "<x/>", "buildVersionHistory.plist": "x" }), native),
    ).rejects.toThrow(
      /^The document is an iWork document from before 2013 without a preview\. Export it as PDF/,
    );
  });

  test("is inflated as Snappy defines it, or rejected if it is damaged", () => {
    // Made by another program: literals, copies of all lengths, and one that overlaps itself.
    const block = Buffer.from(
      "6AFgVGhlIGhhcmJvdXIgbWFzdGVyIGFuZCB0aBkXDGZlZXNCFQAJLAQuIP5AAP5AAABhmgEA",
      "base64",
    );
    const sentence = "The harbour master and the harbour fees and the harbour master. ";
    expect(Buffer.from(snappyInflated(block)).toString()).toBe(sentence.repeat(3) + "a".repeat(40));
    for (const damaged of [
      block.subarray(0, -4),
      Buffer.of(0xff, 0xff, 0xff, 0xff, 0x0f, 0),
      Buffer.of(4, 1, 9),
    ])
      expect(() => snappyInflated(damaged)).toThrow(/damaged/);
  });
});

test("a Hangul document (HWPX) has its paragraphs, tables, headers and notes", async () => {
  const paragraphOf = (content: string): string => `<hp:p><hp:run>${content}</hp:run></hp:p>`;
  const text = (words: string): string => `<hp:t>${words}</hp:t>`;
  const cell = (words: string): string =>
    `<hp:tc><hp:subList>${paragraphOf(text(words))}</hp:subList><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>`;
  const document = zipOf({
    mimetype: "application/hwp+zip",
    "Contents/section1.xml": `<hs:sec>${paragraphOf(text("Second section"))}</hs:sec>`,
    "Contents/section0.xml": `<hs:sec>${[
      paragraphOf(
        `<hp:ctrl><hp:header><hp:subList>${paragraphOf(text("Header"))}</hp:subList></hp:header></hp:ctrl>${text("Harbour<hp:tab/>fees")}` +
          `<hp:ctrl><hp:footNote><hp:subList>${paragraphOf(text("Since May"))}</hp:subList></hp:footNote></hp:ctrl>`,
      ),
      paragraphOf(
        `<hp:tbl><hp:tr>${cell("Item")}${cell("Amount")}</hp:tr><hp:tr>${cell("Mooring")}${cell("412.50")}</hp:tr></hp:tbl>`,
      ),
    ].join("")}</hs:sec>`,
  });
  const { pages } = await extractText(document, native);
  expect(pages.map(({ text: page }) => lines(page))).toEqual([
    ["Header", "Harbour | fees[1]", "Item | Amount", "Mooring | 412.50", "――――――", "[1] Since May"],
    ["Second section"],
  ]);
});

describe("documents that no reader reads are rejected by their name", () => {
  const compound = (stream: string): Uint8Array => {
    const file = CFB.utils.cfb_new();
    CFB.utils.cfb_add(file, stream, Buffer.from("x"));
    const bytes: unknown = CFB.write(file, { type: "buffer" });
    return bytes instanceof Uint8Array ? bytes : new Uint8Array();
  };

  test.each([
    [
      "VSD",
      compound("/VisioDocument"),
      "a Visio drawing from before 2013",
      "Save it as VSDX or export it as PDF",
    ],
    ["HWP", compound("/BodyText/Section0"), "a Hangul document (HWP)", "Save it as HWPX or export it as PDF"],
    [
      "HWP 3",
      Buffer.from("HWP Document File V3.00 \u001a"),
      "a Hangul document (HWP)",
      "Save it as HWPX or export it as PDF",
    ],
    ["PUB", compound("/Quill/QuillSub/CONTENTS"), "a Publisher document", "Export it as PDF"],
    [
      "IDML",
      zipOf({ mimetype: "application/vnd.adobe.indesign-idml-package", "a.xml": "<a/>" }),
      "a ZIP file of the type application/vnd.adobe.indesign-idml-package",
      "Export it as PDF",
    ],
    [
      "3MF",
      zipOf({ "[Content_Types].xml": "<Types/>", "3D/3dmodel.model": "<model/>" }),
      "a package in the format of Office (OPC) without a document that can be read",
      "Export it as PDF",
    ],
    ["JAR", zipOf({ "META-INF/MANIFEST.MF": "x", "a.class": "x" }), "a Java archive", "Export it as PDF"],
  ])("%s", async (_, document, name, advice) => {
    await expect(extractText(document, native)).rejects.toMatchObject({
      code: "UNSUPPORTED_DOCUMENT",
      message: expect.stringMatching(
        `^The document is ${name.replaceAll(/[()+.]/g, "\\$&")}; supported: .*\\. ${advice}\\.$`,
      ),
    });
  });
});
