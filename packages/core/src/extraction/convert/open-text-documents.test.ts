import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";
import { openDocumentFile, openTextFile, wordFile, wordParagraph, zipOf } from "./testing/office-files.ts";

/** An OpenDocument text with styles, master pages and further files. */
function openText(
  text: string,
  {
    styles = "",
    automatic = "",
    masters = "",
    files = {},
  }: {
    readonly styles?: string;
    readonly automatic?: string;
    readonly masters?: string;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Uint8Array {
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles><office:styles>${styles}</office:styles><office:master-styles>${masters}</office:master-styles></office:document-styles>`,
    ...files,
  });
}

const p = (text: string, style = ""): string => `<text:p text:style-name="${style}">${text}</text:p>`;

const header = (text: string): string => `<style:header>${p(text)}</style:header>`;

test("a flat OpenDocument file has its text, its headers and its pictures", async () => {
  const file =
    '<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text">' +
    '<office:styles><table:table-template><table:body table:style-name="x"/></table:table-template></office:styles>' +
    `<office:master-styles><style:master-page style:name="Standard">${header("Acme Ltd")}</style:master-page></office:master-styles>` +
    `<office:body><office:text>${p("Dear <text:title>Ada</text:title>")}<text:h text:outline-level="1">Head</text:h></office:text></office:body></office:document>`;
  expect(lines(await textOf(encoded(file)))).toEqual(["Acme Ltd", "Dear Ada", "Head"]);
  const { renditions } = await extractText(encoded(file), { mode: "native_text", renditions: ["markdown"] });
  expect(renditions?.markdown).toContain("# Head");
});

test("pages have the header of their master page, and the size of its layout", async () => {
  const file = openText(p("cover", "Cover") + p("body", "Body"), {
    automatic:
      '<style:style style:family="paragraph" style:name="Cover" style:master-page-name="First"/>' +
      '<style:style style:family="paragraph" style:name="Body" style:master-page-name="Wide"/>',
    styles:
      '<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="29.7cm" fo:page-height="21cm"/></style:page-layout>',
    masters:
      `<style:master-page style:name="Standard">${header("standard")}</style:master-page>` +
      '<style:master-page style:name="First" style:next-style-name="Standard"/>' +
      `<style:master-page style:name="Wide" style:page-layout-name="L">${header("wide")}</style:master-page>`,
  });
  const { text, pages } = await extractText(file, { mode: "native_text" });
  expect(lines(text)).toEqual(["cover", "wide", "body"]);
  expect(pages.map(({ outcome }) => "width" in outcome && Math.round(outcome.width))).toEqual([595, 842]);
});

test("lists are numbered by level, restart and continue, and headings have the numbers of the outline", async () => {
  const level = (element: string, number: number, attributes: string): string =>
    `<text:${element} text:level="${number}" style:num-format="1" ${attributes}/>`;
  const styles =
    `<text:list-style style:name="N">${level("list-level-style-number", 1, 'style:num-suffix="."')}` +
    `${level("list-level-style-number", 2, 'style:num-suffix=")" text:display-levels="2"')}</text:list-style>` +
    `<text:outline-style>${level("outline-level-style", 1, "")}${level("outline-level-style", 2, 'text:display-levels="2"')}</text:outline-style>`;
  const item = (content: string, attributes = ""): string =>
    `<text:list-item ${attributes}>${content}</text:list-item>`;
  const list = (items: string, attributes = ""): string =>
    `<text:list text:style-name="N" ${attributes}>${items}</text:list>`;
  const heading = (number: number, text: string): string =>
    `<text:h text:outline-level="${number}">${text}</text:h>`;
  const file = openText(
    heading(1, "Scope") +
      list(item(p("one") + `<text:list>${item(p("inside"))}</text:list>`) + item(p("two"))) +
      heading(2, "Terms") +
      list(item(p("three")), 'text:continue-numbering="true"') +
      list(
        `<text:list-header>${p("no number")}</text:list-header>` + item(p("seven"), 'text:start-value="7"'),
      ) +
      `<text:list>${item(p("plain"))}</text:list>` +
      list(item(p("new")) + item(p("next"))) +
      list(item(p("new again"))) +
      heading(1, "") +
      heading(1, "Rules") +
      "<text:list><text:list-item><text:p/></text:list-item></text:list>",
    { styles },
  );
  expect(lines(await textOf(file))).toEqual([
    "1 Scope",
    "1. one",
    "1.1) inside",
    "2. two",
    "1.1 Terms",
    "3. three",
    "no number",
    "7. seven",
    "• plain",
    "1. new",
    "2. next",
    "1. new again",
    "2",
    "3 Rules",
  ]);
});

test("hidden text, hidden sections and hidden paragraphs are left out", async () => {
  const file = openText(
    p('shown<text:span text:style-name="H"> secret</text:span>') +
      `<text:section text:display="none">${p("section")}</text:section>` +
      p('<text:hidden-paragraph text:is-hidden="true"/>paragraph') +
      p('<text:hidden-text text:is-hidden="true">field</text:hidden-text>end'),
    {
      automatic:
        '<style:style style:family="text" style:name="H"><style:text-properties text:display="none"/></style:style>',
    },
  );
  expect(lines(await textOf(file))).toEqual(["shown", "end"]);
});

test("formulas are on one line, and charts are tables of their values", async () => {
  const object = (name: string): string =>
    p(`<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`);
  const cell = (text: string): string => `<table:table-cell>${p(text)}</table:table-cell>`;
  const file = openText(object("Object 1") + object("Object 2"), {
    files: {
      "Object 1/content.xml":
        "<math><semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msup><mi>c</mi><mn>2</mn></msup></mfrac></mrow>" +
        "<annotation>x={a+b} over c^2</annotation></semantics></math>",
      "Object 2/content.xml":
        `<office:document-content><office:body><office:chart><chart:chart><chart:title>${p("Sales")}</chart:title>` +
        `<table:table><table:table-row>${cell("May")}${cell("12")}</table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`,
    },
  });
  expect(lines(await textOf(file))).toEqual(["x=(a+b)/(c^2)", "Sales", "May | 12"]);
});

test("a table row taller than a small page loses no text", async () => {
  const words = Array.from({ length: 60 }, (_, index) => `line${index}`);
  const size = '<w:sectPr><w:pgSz w:w="8000" w:h="6000"/></w:sectPr>';
  const table = `<w:tbl><w:tr><w:tc>${words.map((word) => wordParagraph(word)).join("")}</w:tc></w:tr></w:tbl>`;
  expect(lines(await textOf(wordFile(table + size)))).toEqual(words);
});

test.each([
  [
    "an empty flat file",
    '<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text"/>',
  ],
])("%s is rejected with the reason", async (_, file) => {
  await expect(textOf(encoded(file))).rejects.toThrow("its content is empty");
});

test("a list whose style is missing or refers to itself is read", async () => {
  const list = `<text:list text:style-name="x" text:continue-list="x" xml:id="x"><text:list-item>${p("kept")}</text:list-item></text:list>`;
  expect(lines(await textOf(openTextFile(list + list)))).toEqual(["• kept", "• kept"]);
});

test.each([
  ['style:num-format="a"', "ab)"],
  ['style:num-format="a" style:num-letter-sync="true"', "bb)"],
  ['style:num-format="1st"', "28th)"],
  ['style:num-format="一, 二, 三, ..."', "二十八)"],
])("the 28th item of a list with %s is %s", async (format, expected) => {
  const style = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-suffix=")" ${format} text:start-value="28"/></text:list-style>`;
  const list =
    '<text:list text:style-name="L"><text:list-item><text:p>x</text:p></text:list-item></text:list>';
  expect(lines(await textOf(openDocumentFile("text", list, {}, style)))).toEqual([`${expected} x`]);
});
