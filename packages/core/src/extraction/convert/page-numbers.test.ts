import { describe, expect, test } from "vitest";
import { lines, encoded, textOf } from "./testing/converted-text.ts";
import { openDocumentFile, slidesFile, wordFile, wordParagraph } from "./testing/office-files.ts";
import { change, oldWordFile, u16, u32 } from "./testing/doc-file.ts";

const BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

function wordField(code: string, result: string): string {
  return (
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  );
}

function wordText(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

describe("page numbers in headers and footers", () => {
  test("of DOCX are those of the page and of all pages; the text keeps its own", async () => {
    const footer = `<w:ftr><w:p>${wordText("Page ")}${wordField("PAGE \\* MERGEFORMAT", "7")}${wordText(" of ")}<w:fldSimple w:instr="NUMPAGES">${wordText("31")}</w:fldSimple>${wordText("!")}</w:p></w:ftr>`;
    const document = wordFile(
      `${wordParagraph("one")}${BREAK}<w:p>${wordText("all ")}${wordField("NUMPAGES", "31")}</w:p>${BREAK}${wordParagraph("three")}` +
        `<w:sectPr><w:footerReference w:type="default" r:id="f1"/></w:sectPr>`,
      { f1: ["footer", "footer1.xml", footer] },
    );
    expect(lines(await textOf(document))).toEqual([
      "one",
      "Page 1 of 3!",
      "all 31",
      "Page 2 of 3!",
      "three",
      "Page 3 of 3!",
    ]);
  });

  test("of DOCX are in the format of the section or field, and start anew where a section says so", async () => {
    const section = (numbering: string): string =>
      `<w:sectPr><w:footerReference w:type="default" r:id="f1"/><w:pgNumType ${numbering}/></w:sectPr>`;
    const document = wordFile(
      `${wordParagraph("Preface")}${BREAK}${wordParagraph("Contents")}<w:p><w:pPr>${section('w:fmt="lowerRoman"')}</w:pPr></w:p>` +
        `${wordParagraph("Text")}${section('w:start="1"')}`,
      {
        f1: [
          "footer",
          "footer1.xml",
          `<w:ftr><w:p>${wordText("- ")}${wordField("PAGE", "i")}${wordText(" - ")}${wordField("PAGE \\* ROMAN", "I")}</w:p></w:ftr>`,
        ],
      },
    );
    expect(lines(await textOf(document)).filter((line) => line.startsWith("-"))).toEqual([
      "- i - I",
      "- ii - II",
      "- 1 - I",
    ]);
  });

  test("of DOCX in cells of a table, and without a result, are shown", async () => {
    const field =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const header = `<w:hdr><w:tbl><w:tr><w:tc>${wordParagraph("Manual")}</w:tc><w:tc><w:p>${field}</w:p></w:tc></w:tr></w:tbl></w:hdr>`;
    const document = wordFile(
      `${wordParagraph("one")}${BREAK}${wordParagraph("two")}<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>`,
      { h1: ["header", "header1.xml", header] },
    );
    expect(lines(await textOf(document))).toEqual(["Manual | 1", "one", "Manual | 2", "two"]);
  });

  test("of ODT are those of the page, with what is added to them", async () => {
    const styles =
      '<office:document-styles><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties style:num-format="i"/></style:page-layout></office:automatic-styles>' +
      '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"><style:footer><text:p>' +
      'Page <text:page-number text:select-page="current">9</text:page-number> of <text:page-count style:num-format="1">9</text:page-count>, next ' +
      '<text:page-number text:select-page="next" style:num-format="1">9</text:page-number></text:p></style:footer></style:master-page></office:master-styles></office:document-styles>';
    const document = openDocumentFile(
      "text",
      '<text:p text:style-name="S">one</text:p><text:p text:style-name="B">two</text:p>',
      { "styles.xml": styles },
      '<style:style style:family="paragraph" style:name="B"><style:paragraph-properties fo:break-before="page"/></style:style>' +
        '<style:style style:family="paragraph" style:name="S"><style:paragraph-properties style:page-number="4"/></style:style>',
    );
    expect(lines(await textOf(document))).toEqual([
      "one",
      "Page iv of 2, next 5",
      "two",
      "Page v of 2, next 6",
    ]);
  });

  test("of RTF are those of the page", async () => {
    const document = String.raw`{\rtf1\ansi\pgnstart3{\footer\pard Page {\field{\*\fldinst PAGE}{\fldrslt{\b 1}2}} of {\field{\*\fldinst  NUMPAGES }{\fldrslt 9}}, again \chpgn\par}one\par\page two\par}`;
    expect(lines(await textOf(encoded(document)))).toEqual([
      "one",
      "Page 3 of 2, again 3",
      "two",
      "Page 4 of 2, again 4",
    ]);
  });

  test("of DOC are those of the page", async () => {
    const footer = "Page \x13 PAGE \x1412\x15 of \x13 NUMPAGES \x144\x15";
    const section = Buffer.concat([change(0x300e, 1), change(0x3011, 1), change(0x501c, 5, 0)]);
    const properties = Buffer.concat([u16(section.length), section]);
    const starts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, footer.length + 1, footer.length + 1, footer.length + 1];
    const document = oldWordFile({
      body: [{ text: "one", end: "\f" }, { text: "two" }],
      headers: [{ text: footer }],
      structures: {
        6: Buffer.concat([u32(0, 8), u16(0), u32(SECTION_AT), u16(0, 0, 0)]),
        11: u32(...starts),
      },
      inMain: { at: SECTION_AT, bytes: properties },
    });
    expect(lines(await textOf(document))).toEqual(["one", "Page V of 2", "two", "Page VI of 2"]);
  });
});

/** Free space of the main stream. */
const SECTION_AT = 1500;

describe("numbers of slides", () => {
  test("of PPTX are those of the slide, whatever the file has for them", async () => {
    const shape =
      '<p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>' +
      '<a:fld type="slidenum"><a:t>‹#›</a:t></a:fld></a:p></p:txBody></p:sp>';
    expect(lines(await textOf(slidesFile([shape, shape])))).toEqual(["1", "2"]);
  });

  test("of ODP are those of the slide, with the number of all slides", async () => {
    const slide =
      "<draw:page><draw:frame><draw:text-box><text:p><text:page-number>&lt;number&gt;</text:page-number> of " +
      "<text:page-count>9</text:page-count></text:p></draw:text-box></draw:frame></draw:page>";
    const document = openDocumentFile("presentation", slide + slide);
    expect(lines(await textOf(document))).toEqual(["1 of 2", "2 of 2"]);
  });
});
