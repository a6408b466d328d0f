import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { createExtractor, createIsolatedExtractor } from "../create-extractor.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { extractText } from "../extract-text.ts";
import { convertDocument } from "./convert-document.ts";
import {
  openTextFile,
  slidesFile,
  textCell,
  wordFile,
  wordParagraph,
  workbookFile,
  zipOf,
} from "./testing/office-files.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const native = { mode: "native_text" } as const;

/** A word that may be broken anywhere: soft hyphens count as characters, but take no time to typeset. */
const HYPHENATED = `word${"\u00ad".repeat(20)} `;

describe("a document that was built to exhaust its reader", () => {
  test("as a ZIP bomb is rejected before it is inflated", async () => {
    const bomb = zipOf({
      "[Content_Types].xml":
        '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      "word/document.xml": new Uint8Array(64 * 2 ** 20),
    });
    await expect(extractText(bomb, native)).rejects.toMatchObject({
      code: "RESOURCE_LIMIT",
      message: expect.stringContaining("inflates to more than 300 times its size"),
    });
  });

  // A search that begins again at each of them takes minutes.
  test.each([
    ["line ends", "\n".repeat(1_000_000) + "x"],
    ["brackets", "x" + "[".repeat(1_000_000)],
    ["comments", "<!--".repeat(250_000)],
    ["a style without rules", `<style>${"a ".repeat(450_000)}</style><p>x`],
    ["comments of a style", `<style>${"/*".repeat(450_000)}</style><p>x`],
    ["texts of a drawing", `<svg xmlns="http://www.w3.org/2000/svg">${"<text ".repeat(200_000)}`],
  ])("by %s is read within seconds", async (_, source) => {
    const outcome = extractText(encoded(source), native).catch((error: unknown) => error);
    expect(await outcome).toSatisfy((read: object) => "text" in read || "code" in read);
  });

  test("with too many entries is rejected", async () => {
    const files = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`f${index}`, ""]));
    await expect(extractText(zipOf(files), native)).rejects.toMatchObject({ code: "RESOURCE_LIMIT" });
  });

  test("with more entries in its directory than there are gives those that there are", async () => {
    const document = Buffer.from(wordFile(wordParagraph("kept")));
    const end = document.lastIndexOf("PK\x05\x06");
    document.writeUInt16LE(document.readUInt16LE(end + 8) + 1, end + 8);
    expect((await extractText(new Uint8Array(document), native)).text).toContain("kept");
    document.writeUInt32LE(0xfff0, end + 16);
    await expect(extractText(new Uint8Array(document), native)).rejects.toMatchObject({
      code: "DAMAGED_DOCUMENT",
    });
  });

  test("as a workbook that inflates without end is rejected before it is inflated", async () => {
    const bomb = zipOf({
      "[Content_Types].xml":
        '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      "xl/workbook.xml": new Uint8Array(64 * 2 ** 20),
    });
    await expect(extractText(bomb, native)).rejects.toMatchObject({ code: "RESOURCE_LIMIT" });
  });

  test("with nested entities gives its other text; nothing is expanded", async () => {
    const body = `${wordParagraph("kept")}<w:p><w:r><w:t>&lol9;</w:t></w:r></w:p>`;
    const document = wordFile(body);
    expect((await extractText(document, native)).text).toContain("kept");
    const svg =
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg><text>&e;root</text></svg>';
    expect((await extractText(encoded(svg), native)).text).not.toContain("root:");
  });

  test("as a PDF whose trees contain themselves gives its text", async () => {
    const catalog =
      "/Names << /EmbeddedFiles 10 0 R >> /Outlines 10 0 R /StructTreeRoot 10 0 R /PageLabels 10 0 R /OCProperties 10 0 R";
    const twice = "[10 0 R 10 0 R]";
    const node = `<< /First 10 0 R /Next 10 0 R /Last 10 0 R /K ${twice} /Kids ${twice} /Nums [0 10 0 R] /Names [(a) 10 0 R] /Title (x) >>`;
    const pdf = onePagePdf("BT /F1 12 Tf 20 50 Td (kept) Tj ET", { catalog, objects: [node] });
    expect((await extractText(pdf, native)).text).toContain("kept");
  });

  test("with Markdown nested deeply is read as plain text, with a note", async () => {
    const source = encoded(`# Title\n\n${"> ".repeat(20_000)}deep`);
    const document = await extractText(source, native);
    expect(document.text).toContain("deep");
    expect(document.message).toContain("The Markdown is nested too deeply; it was read as plain text.");
  });

  test("with HTML nested deeply gives its text", async () => {
    const page = encoded(`<!doctype html>${"<div>".repeat(50_000)}deep`);
    expect((await extractText(page, native)).text).toContain("deep");
  });

  test.each([
    ["tables", wordFile(`${"<w:tbl><w:tr><w:tc>".repeat(300)}${wordParagraph("deep")}`)],
    ["lists", openTextFile(`${"<text:list><text:list-item>".repeat(500)}<text:p>deep</text:p>`)],
  ])("with %s nested deeply is rejected in plain words", async (_, document) => {
    await expect(extractText(document, native)).rejects.toMatchObject({
      code: "DAMAGED_DOCUMENT",
      message: "The document is damaged: its elements are nested more than 400 deep.",
    });
  });

  test("with a paragraph of 200,000 lines gives its pages", async () => {
    const page = encoded(`<!doctype html><p>first<br>${"line<br>".repeat(200_000)}</p>`);
    const { text, pageCount } = await extractText(page, { ...native, pages: "1" });
    expect(text).toContain("first");
    expect(pageCount).toBeGreaterThan(3000);
  });

  test("as a book that names a chapter 1,000 times gives it once", async () => {
    const chapter = `<html><body><p>beginning</p>${"<p>text</p>".repeat(1000)}</body></html>`;
    const book = zipOf({
      mimetype: "application/epub+zip",
      "META-INF/container.xml": '<container><rootfile full-path="c.opf"/></container>',
      "c.opf": `<package><manifest><item id="a" href="a.xhtml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(1000)}</spine></package>`,
      "a.xhtml": chapter,
    });
    expect((await extractText(book, native)).text.match(/beginning/g)).toHaveLength(1);
  });

  test("with tables inside tables is read", async () => {
    const depth = 50;
    const open = "<w:tbl><w:tr><w:tc>".repeat(depth);
    const document = wordFile(`${open}${wordParagraph("deep")}${"</w:tc></w:tr></w:tbl>".repeat(depth)}`);
    expect((await extractText(document, native)).text).toContain("deep");
  });

  test("with a cell of a million characters gives all of them", async () => {
    const csv = `a,b,c\n1,2,3\n4,"${"word ".repeat(200_000)}end",6\n`;
    const { text } = await extractText(encoded(csv), native);
    expect(text.match(/\bword\b/g)).toHaveLength(200_000);
    expect(text).toContain("end");
  });

  test("with a cell of two million characters is read", async () => {
    const document = workbookFile(`<row r="1">${textCell("A1", "word ".repeat(400_000))}</row>`);
    const { text, pageCount } = await extractText(document, { ...native, pages: "1" });
    expect(text).toContain("word word word");
    expect(pageCount).toBeGreaterThan(60);
  });

  test("with 300,000 rows gives the first ones, and the message says so", async () => {
    const rows = Array.from({ length: 300_000 }, (_, row) => `<row><c><v>${row}</v></c></row>`);
    const { message } = await extractText(workbookFile(rows.join("")), { ...native, pages: "1" });
    expect(message).toBe("The sheet Stock is too large: only its first 200000 rows with content were read.");
  });

  test("with cells at the ends of a sheet gives both, without the pages between them", async () => {
    const document = workbookFile(
      `<row r="1">${textCell("A1", "first")}</row><row r="1048576">${textCell("XFD1048576", "last")}</row>`,
    );
    const { text, pageCount } = await extractText(document, native);
    expect(text).toMatch(/first[^]*last/);
    expect(pageCount).toBe(2);
  });

  test("with repeated cells without end gives some, and the message says so", async () => {
    const row =
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1000">' +
      "<text:p>x</text:p></table:table-cell></table:table-row>";
    const document = zipOf({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="Stock">${row}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
    const { message } = await extractText(document, { ...native, pages: "1" });
    expect(message).toBe("The sheet Stock is too large: only its first 500 rows with content were read.");
  });

  test.each([
    ["a thousand columns each", `<tr>${"<td colspan=1000 rowspan=65534>x".repeat(1000)}`],
    ["a thousand columns and all rows each", "<tr><td colspan=1000 rowspan=65534>x".repeat(1000)],
  ])("as a small page whose cells claim %s makes a small PDF with all cells", async (_, rows) => {
    const page = encoded(`<!doctype html><table>${rows}</table>`);
    const { pdf, notes } = await convertDocument(page, { password: "", attachments: "list" });
    expect(pdf.length).toBeLessThan(1_000_000);
    expect(notes).toEqual([]);
    const { text } = await extractText(page, native);
    expect(text.match(/x/g)).toHaveLength(1000);
  });

  test("with formatting that is repeated in each paragraph gives the first ones, and the message says so", async () => {
    const open = Array.from({ length: 400 }, (_, index) => `<b id=${index}>`).join("");
    const page = encoded(`<!doctype html><p>${open}first${"<p>x".repeat(20_000)}`);
    const { text, message } = await extractText(page, { ...native, pages: "1" });
    expect(text).toContain("first");
    expect(message).toBe("The HTML page has more than 1000000 elements; what follows them was not read.");
  });

  test.each([
    ["lines of text", "line\n".repeat(260_000)],
    ["paragraphs of HTML", `<!doctype html>${"<p>x".repeat(260_000)}`],
    ["characters", `<!doctype html><p>first ${HYPHENATED.repeat(500_000)}`],
  ])(
    "with too many %s gives the first ones, and the message says so",
    { timeout: 120_000 },
    async (_, document) => {
      const { message } = await extractText(encoded(document), { ...native, pages: "1" });
      expect(message).toMatch(
        /^The document is too large: only the text on the first \d+ pages was read \(limits: 250000 paragraphs and table cells, 12000000 characters\)\. Divide it into smaller documents\.$/,
      );
    },
  );

  test.each([
    ["300,000 rows", "1,2\n".repeat(300_000), 200_000],
    ["cells with 32,000 characters", `"${"x ".repeat(16_000)}",2\n`.repeat(500), 375],
  ])(
    "as CSV with %s gives the first rows, and the message says so",
    { timeout: 120_000 },
    async (_, rows, count) => {
      const { message } = await extractText(encoded(`a,b\n${rows}`), { ...native, pages: "1" });
      expect(message).toBe(`The table is too large: only its first ${count} rows with content were read.`);
    },
  );

  test("over the time limit fails in plain words, and the next one is read", async () => {
    // The limit is of elapsed time, and the next one has it, too: on a busy machine, a thread begins to read after a second.
    await using extractor = createExtractor({ threads: 1, pageTimeoutSeconds: 4 });
    const rows = `${"x,".repeat(200)}\n`.repeat(80_000);
    await expect(extractor.extract(encoded(rows), native)).rejects.toMatchObject({
      code: "RESOURCE_LIMIT",
      message: "Converting the document to PDF exceeded the time limit.",
    });
    expect((await extractor.extract(encoded("next"), native)).text).toContain("next");
  });
});

test("pictures outside the document are not fetched, and the message says so", async () => {
  const page = '<!doctype html><p>text<img src="http://127.0.0.1:9/a.png"><img src="file:///etc/passwd">';
  expect(await extractText(encoded(page), native)).toMatchObject({ message: "2 pictures were not fetched." });
  const outside = wordFile(
    '<w:p><w:r><w:drawing><a:blip r:embed="p"/></w:drawing><w:t>text</w:t></w:r></w:p>',
    {
      p: ["image", "http://127.0.0.1:9/a.png", ""],
    },
  );
  expect((await extractText(outside, native)).text).toContain("text");
});

test.each([
  [
    "a Word document without its text",
    zipOf({ "[Content_Types].xml": '<Override ContentType="x.wordprocessingml.document.main+xml"/>' }),
  ],
  [
    "a presentation without slides",
    zipOf({ "[Content_Types].xml": '<Override ContentType="x.presentationml.presentation.main+xml"/>' }),
  ],
  [
    "a workbook without sheets",
    zipOf({ "[Content_Types].xml": '<Override ContentType="x.spreadsheetml.sheet.main+xml"/>' }),
  ],
  ["a book without chapters", zipOf({ mimetype: "application/epub+zip" })],
  ["an OpenDocument file without content", zipOf({ mimetype: "application/vnd.oasis.opendocument.text" })],
  ["a ZIP file that was cut off", wordFile(wordParagraph("x")).slice(0, 200)],
  [
    "an Office document from before 2007 that was cut off",
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  ],
])("%s fails in plain words", async (_, document) => {
  await expect(extractText(document, native)).rejects.toMatchObject({ name: "ExtractionError" });
});

test("relations that lead in a circle or out of the file are harmless", async () => {
  const slides = slidesFile([""]);
  expect((await extractText(slides, native)).pageCount).toBe(1);
  const traversing = zipOf({ "../../etc/passwd": "no", "/abs": "no" });
  expect((await extractText(traversing, native)).pages[0]?.message).toBe("From the file ../../etc/passwd.");
});

test("documents are converted in the extraction host", async () => {
  await using extractor = createIsolatedExtractor({ threads: 1 });
  expect((await extractor.extract(wordFile(wordParagraph("isolated")), native)).text).toContain("isolated");
  await expect(extractor.extract(zipOf({ mimetype: "application/epub+zip" }), native)).rejects.toMatchObject({
    code: "DAMAGED_DOCUMENT",
  });
});

describe("a part that many others refer to is read once", () => {
  /** A comment that takes 4 MB when the part is inflated. */
  const LARGE = `<!--${"x".repeat(4 * 2 ** 20)}-->`;
  const COUNT = 150;

  test("as the layout of all slides", async () => {
    const title = '<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/>';
    const slides = Array.from(
      { length: COUNT },
      (_, index) => `${title}<p:txBody><a:p><a:r><a:t>Slide ${index + 1}</a:t></a:r></a:p></p:txBody></p:sp>`,
    );
    const relations =
      '<Relationships><Relationship Id="l" Type="x/slideLayout" Target="../slideLayouts/l.xml"/></Relationships>';
    const document = zipOf({
      ...unzipSync(slidesFile(slides)),
      ...Object.fromEntries(
        slides.map((_, index) => [`ppt/slides/_rels/slide${index}.xml.rels`, relations] as const),
      ),
      "ppt/slideLayouts/l.xml": `<p:sldLayout>${LARGE}<p:cSld><p:spTree/></p:cSld></p:sldLayout>`,
    });
    const { text } = await extractText(document, { ...native, pages: String(COUNT) });
    expect(text).toContain(`Slide ${COUNT}`);
  });

  test("as the header of all sections", async () => {
    const properties = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>';
    const sections = Array.from(
      { length: COUNT },
      (_, index) => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>Section ${index + 1}</w:t></w:r></w:p>`,
    );
    const document = wordFile(sections.join(""), {
      h1: ["header", "header1.xml", `<w:hdr>${LARGE}${wordParagraph("Acme Ltd")}</w:hdr>`],
    });
    const { text } = await extractText(document, { ...native, pages: String(COUNT) });
    expect(text).toMatch(new RegExp(`Acme Ltd\\s+Section ${COUNT}`));
  });
});
