import { expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { convertDocument } from "./convert-document.ts";
import {
  openTextFile,
  slideShape,
  slidesFile,
  wordFile,
  wordParagraph,
  zipOf,
} from "./testing/office-files.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";

test("boxes of a slide move down if the text above them needs more room than its box has", async () => {
  const tall = slideShape(Array.from({ length: 60 }, () => "many words").join(" "), [50, 50, 200, 40]);
  const below = slideShape("below", [50, 100, 200, 40]);
  const beside = slideShape("beside", [400, 60, 200, 40]);
  const text = await textOf(slidesFile([tall + below + beside]));
  const written = text.split("\n").filter((line) => line.trim() !== "");
  expect(written.findIndex((line) => line.includes("beside"))).toBeLessThan(3);
  expect(written.at(-2)?.trim()).toBe("below");
});

test.each([
  ["a little wider than its box", 100],
  ["much wider than its box", 20],
])("a word that is %s is not broken", async (_, width) => {
  const item = slideShape("transformation everywhere", [40, 20, width, 200]).replace(
    "<a:p>",
    '<a:p><a:pPr><a:buChar char="x"/></a:pPr>',
  );
  expect(lines(await textOf(slidesFile([item])))).toEqual(["• transformation", "everywhere"]);
});

test("slides have their text at its place", async () => {
  const file = slidesFile([
    slideShape("right", [400, 100, 200, 40]) +
      slideShape("left", [40, 100, 200, 40]) +
      slideShape("top", [40, 20, 200, 40]),
    slideShape("second", [40, 20, 200, 40]),
  ]);
  expect(lines(await textOf(file))).toEqual(["top", "left | right", "second"]);
});

test("an OpenDocument text has its headings, lists and tables", async () => {
  const file = openTextFile(
    '<text:h text:outline-level="1">Title</text:h><text:list><text:list-item><text:p>one<text:s/>two</text:p></text:list-item></text:list>' +
      "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>",
  );
  expect(lines(await textOf(file))).toEqual(["Title", "• one two", "a | b"]);
});

test.each([
  [
    "HTML",
    "<!doctype html><title>x</title><h1>Head</h1><p>Some <b>bold</b>\n text<ul><li>item</ul><script>no()</script>",
    ["Head", "Some bold text", "• item"],
  ],
  ["Markdown", "# Head\n\nSome **bold** text\n\n- item\n", ["Head", "Some bold text", "• item"]],
  [
    "RTF",
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}Gr\\'fc\\'dfe {\\b bold}\\par\\u8364?5\\par{\\trowd\\cellx1\\cellx2 a\\intbl\\cell b\\cell\\row}}",
    ["Grüße bold", "€5", "a | b"],
  ],
  ["JSON", '{"name":"Ada","list":[1,2]}', ["{", '"name": "Ada",', '"list": [', "1,", "2", "]", "}"]],
  ["XML", "<?xml version='1.0'?><a><b>text</b></a>", ["<?xml version='1.0'?>", "<a>", "<b>text</b>", "</a>"]],
  ["text", "first line\n\n    indented\n", ["first line", "indented"]],
  [
    "SVG",
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="9" height="9"/><text x="20" y="40">Label</text></svg>',
    ["Label"],
  ],
  [
    "mail",
    'From: Ada <ada@example.org>\r\nTo: bob@example.org\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n' +
      '--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello Bob\r\n--x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nattached\r\n--x--\r\n',
    [
      "From: Ada <ada@example.org>",
      "To: bob@example.org",
      "Subject: Grüße",
      "Attachments: a.txt",
      "Hello Bob",
    ],
  ],
  [
    "a mail without the boundary of its parts",
    "From: ada@example.org\r\nContent-Type: multipart/report;\r\n\tbo\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nreturned to you\r\n--x--\r\n",
    ["From: ada@example.org", "--x", "Content-Type: text/plain", "returned to you", "--x--"],
  ],
  [
    "a mail with another boundary than it says",
    'From: ada@example.org\r\nContent-Type: multipart/mixed; boundary="x_"\r\n\r\n--x\r\n\r\nfirst part\r\n--x--\r\n',
    ["From: ada@example.org", "--x", "first part", "--x--"],
  ],
  [
    "a mail whose parts are empty",
    "From: ada@example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n\r\n--x--\r\n",
    ["From: ada@example.org"],
  ],
])("%s is read", async (_, source, expected) => {
  expect(lines(await textOf(encoded(source)))).toEqual(expected);
});

test("a book is read chapter by chapter, in its reading order", async () => {
  const file = zipOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<container><rootfiles><rootfile full-path="OPS/a.opf"/></rootfiles></container>',
    "OPS/a.opf":
      '<package><manifest><item id="two" href="2.xhtml"/><item id="one" href="1.xhtml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>',
    "OPS/1.xhtml": "<html><body><p>Chapter one</p></body></html>",
    "OPS/2.xhtml": "<html><body><p>Chapter two</p></body></html>",
  });
  expect(lines(await textOf(file))).toEqual(["Chapter one", "Chapter two"]);
});

test("the converted pages are what is rendered, and every conversion gives the same bytes", async () => {
  const document = wordFile(wordParagraph("Text"));
  const [first, second] = [
    await convertDocument(document, { password: "", attachments: "list" }),
    await convertDocument(document, { password: "", attachments: "list" }),
  ];
  expect(Buffer.from(first.pdf).equals(Buffer.from(second.pdf))).toBe(true);
  await using extractor = createExtractor({ threads: 1 });
  expect(lines((await extractor.extract(document, { mode: "native_text" })).text)).toEqual(["Text"]);
  expect(await extractor.renderPage(document, 1, { dpi: 72 })).toMatchObject({ width: 595, height: 842 });
});
