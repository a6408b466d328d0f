import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";
import { openDocumentFile, wordFile, wordParagraph, zipOf } from "./testing/office-files.ts";

/** Documents inside documents, of older programs, and formats that are text or XML of their own. */

test("documents that are inserted in a Word document are read in their place", async () => {
  const inner = wordFile(wordParagraph("Text of Word"));
  const chunks = {
    c1: [
      "aFChunk",
      "afchunk1.htm",
      "<b>Text</b> of HTML<table><tr><td>Item</td><td>412.50</td></tr></table>",
    ],
    c2: ["aFChunk", "afchunk2.docx", inner],
    c3: ["aFChunk", "afchunk3.rtf", "{\\rtf1 Text of RTF\\par}"],
    c4: [
      "aFChunk",
      "afchunk4.mht",
      "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body><p>Text of MHTML</p></body></html>",
    ],
    c5: ["aFChunk", "afchunk5.bin", "\0\u0001"],
  } as const;
  const body = Object.keys(chunks)
    .map((relation) => `<w:altChunk r:id="${relation}"/>`)
    .join("");
  const document = wordFile(wordParagraph("Before") + body + wordParagraph("After"), chunks);
  const { text, message } = await extractText(document, { mode: "native_text" });
  expect(lines(text)).toEqual([
    "Before",
    "Text of HTML",
    "Item | 412.50",
    "Text of Word",
    "Text of RTF",
    "Text of MHTML",
    "After",
  ]);
  expect(message).toMatch(
    /^The inserted document word\/afchunk5\.bin was not read: The document is of an unknown kind;/,
  );
});

test("letters that are drawn (WordArt) are read", async () => {
  const drawn =
    '<w:p><w:r><w:pict><v:shape><v:textpath string="CONFIDENTIAL"/></v:shape></w:pict></w:r></w:p>';
  expect(lines(await textOf(wordFile(wordParagraph("Total 412.50") + drawn)))).toEqual([
    "Total 412.50",
    "CONFIDENTIAL",
  ]);
});

test("Word documents that are inserted in one another are read to a bounded depth", async () => {
  const nested = (depth: number): Uint8Array =>
    depth === 0
      ? wordFile(wordParagraph("last"))
      : wordFile(`${wordParagraph(`level ${depth}`)}<w:altChunk r:id="c"/>`, {
          c: ["aFChunk", "c.docx", nested(depth - 1)],
        });
  const { text, message } = await extractText(nested(6), { mode: "native_text" });
  expect(lines(text)).toEqual(["level 6", "level 5", "level 4", "level 3"]);
  expect(message).toContain("Documents are inserted in one another more than 3 deep.");
});

const oldOffice = (
  kind: "writer" | "calc" | "impress",
  name: string,
  content: string,
  styles = "",
): Uint8Array =>
  zipOf({
    mimetype: `application/vnd.sun.xml.${kind}`,
    "content.xml": `<office:document-content office:class="${name}"><office:automatic-styles>${styles}</office:automatic-styles><office:body>${content}</office:body></office:document-content>`,
  });

test.each([
  [
    "text",
    oldOffice(
      "writer",
      "text",
      '<text:h text:level="1">Fees</text:h><text:p>They rose<text:footnote text:id="f"><text:footnote-citation>1</text:footnote-citation><text:footnote-body><text:p>Since May</text:p></text:footnote-body></text:footnote>.</text:p>' +
        '<text:ordered-list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:ordered-list>' +
        '<text:p><draw:text-box svg:width="5cm"><text:p>In a box</text:p></draw:text-box></text:p>',
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/></text:list-style>',
    ),
    ["Fees", "They rose[1].", "1. one", "2. two", "In a box", "――――――", "[1] Since May"],
  ],
  [
    "spreadsheet",
    oldOffice(
      "calc",
      "spreadsheet",
      '<table:table table:name="Stock"><table:table-row><table:table-cell><text:p>Ink</text:p></table:table-cell><table:table-cell table:value-type="float" table:value="4.5"><text:p>4.50</text:p></table:table-cell></table:table-row></table:table>',
    ),
    ["Stock", "Ink | 4.50"],
  ],
  [
    "presentation",
    oldOffice(
      "impress",
      "presentation",
      '<draw:page><draw:text-box svg:x="2cm" svg:y="2cm" svg:width="15cm" svg:height="2cm"><text:p>Results of May</text:p></draw:text-box></draw:page>',
    ),
    ["Results of May"],
  ],
  ["OpenDocument text, which stays as it is", openDocumentFile("text", "<text:p>x</text:p>"), ["x"]],
])("a %s of OpenOffice 1 is read", async (_, document, expected) => {
  expect(lines(await textOf(document))).toEqual(expected);
});

test("a Jupyter notebook has its texts, its code and what the code put out", async () => {
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      { cell_type: "markdown", metadata: {}, source: ["# Harbour fees\n", "They **rose**."] },
      {
        cell_type: "code",
        source: "print(fees)",
        outputs: [
          { output_type: "stream", name: "stdout", text: ["412.50\n"] },
          {
            output_type: "execute_result",
            data: {
              "text/plain": ["  a"],
              "text/html": ["<table><tr><th>Item</th></tr>", "<tr><td>Mooring</td></tr></table>"],
            },
          },
          {
            output_type: "error",
            ename: "ValueError",
            evalue: "no fee",
            traceback: ["\u001b[0;31mValueError\u001b[0m"],
          },
        ],
      },
      { cell_type: "raw", source: "as it is" },
    ],
  };
  expect(lines(await textOf(encoded(JSON.stringify(notebook))))).toEqual([
    "Harbour fees",
    "They rose.",
    "print(fees)",
    "412.50",
    "Item",
    "Mooring",
    "ValueError: no fee",
    "as it is",
  ]);
});

test("a notebook of IPython 1, whose cells stand in worksheets, is read like a later one", async () => {
  const cells = [
    { cell_type: "heading", level: 2, source: ["Harbour fees"] },
    {
      cell_type: "code",
      input: ["print(fees)"],
      outputs: [
        { output_type: "stream", text: ["412.50\n"] },
        { output_type: "pyout", text: ["a frame"], html: ["<table><tr><td>Mooring</td></tr></table>"] },
        { output_type: "pyerr", ename: "ValueError", evalue: "no fee", traceback: [] },
      ],
    },
  ];
  const notebook = { nbformat: 3, nbformat_minor: 0, metadata: { name: "" }, worksheets: [{ cells }] };
  const read = await extractText(encoded(JSON.stringify(notebook)), { mode: "native_text", blocks: true });
  expect(lines(read.text)).toEqual([
    "Harbour fees",
    "print(fees)",
    "412.50",
    "Mooring",
    "ValueError: no fee",
  ]);
  expect(read.blocks?.blocks[0]).toMatchObject({ kind: "heading", text: "Harbour fees" });
});

test("a book in FictionBook has its title, author, chapters and notes", async () => {
  const book =
    '<?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">' +
    "<description><title-info><genre>prose</genre><author><first-name>Ada</first-name><last-name>Byron</last-name></author><book-title>The Harbour</book-title></title-info></description>" +
    "<body><section><title><p>Chapter</p><p>One</p></title><p>It &lt;was&gt; <emphasis>late</emphasis>.</p><poem><stanza><v>First verse</v><v>Second verse</v></stanza></poem></section></body>" +
    '<body name="notes"><section id="n1"><p>A note</p></section></body><binary id="c.png" content-type="image/png">AAAA</binary></FictionBook>';
  const { text, blocks } = await extractText(encoded(book), { mode: "native_text", blocks: true });
  expect(lines(text)).toEqual([
    "The Harbour",
    "Ada Byron",
    "Chapter One",
    "It <was> late.",
    "First verse",
    "Second verse",
    "A note",
  ]);
  expect(blocks.blocks.filter(({ kind }) => kind === "heading")).toMatchObject([
    { text: "Chapter One", level: 2 },
  ]);
});

test("a calendar has its events with their dates as calendars show them, without alarms and time zones", async () => {
  const calendar = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "X-WR-CALNAME:Harbour",
    "BEGIN:VTIMEZONE",
    "TZID:Europe/Berlin",
    "BEGIN:STANDARD",
    "DTSTART:19701025T030000",
    "END:STANDARD",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
    "UID:1",
    "SUMMARY:Meeting\\, with",
    "  guests",
    "DTSTART;TZID=Europe/Berlin:20261123T100000",
    "DTEND;TZID=Europe/Berlin:20261123T113000",
    "RRULE:FREQ=WEEKLY;COUNT=4",
    'ORGANIZER;CN="Byron, Ada":mailto:ada@example.org',
    "DESCRIPTION:First line\\nSecond line",
    "BEGIN:VALARM",
    "DESCRIPTION:Reminder",
    "END:VALARM",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "SUMMARY:Holiday",
    "DTSTART;VALUE=DATE:20261224",
    "DTEND;VALUE=DATE:20261227",
    "END:VEVENT",
    "BEGIN:VTODO",
    "SUMMARY:Pay",
    "DUE:20261130T120000Z",
    "END:VTODO",
    "END:VCALENDAR",
  ];
  expect(lines(await textOf(encoded(calendar.join("\r\n"))))).toEqual([
    "Harbour",
    "Meeting, with guests",
    "When: 2026-11-23 10:00 Europe/Berlin to 2026-11-23 11:30 Europe/Berlin",
    "Repeats: weekly, count 4",
    "Organizer: Byron, Ada <ada@example.org>",
    "First line",
    "Second line",
    "Holiday",
    "When: 2026-12-24 to 2026-12-26",
    "Pay",
    "Due: 2026-11-30 12:00 UTC",
  ]);
});

test("of a mail whose page shows nothing, the text is read", async () => {
  const mail =
    'From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n\r\nTotal due 412.50\r\n--B\r\nContent-Type: text/html\r\n\r\n<img src="https://example.com/all.png">\r\n--B--\r\n';
  const { text, message } = await extractText(encoded(mail), { mode: "native_text" });
  expect(lines(text)).toEqual(["From: a@example.com", "Total due 412.50"]);
  expect(message).toBe("1 picture was not fetched.");
});

test.each([
  "<title>T</title><p>Total",
  "<!-- saved from a page -->\n<p>Total",
  "<meta charset=utf-8><p>Total",
])("%j is a page", async (start) => {
  expect(lines(await textOf(encoded(`${start}<table><td>412.50</table>`)))).toEqual(["Total", "412.50"]);
});

test("words of a converted document stay as they are, whatever they look like", async () => {
  const keys = Array.from(
    { length: 40 },
    (_, index) => `qwrt${index}zxcv bcdf${index}ghjk Pvqz Xztr GCTTCCGGTCCG`,
  );
  const { text, pages } = await extractText(encoded(keys.join("\n")), { mode: "low_cost" });
  expect(lines(text)).toEqual(keys);
  expect(pages[0]?.message).toBe("");
});

test("a duration, a comment and a contact of an event are read", async () => {
  const event =
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Call\r\nDTSTART:20260105T100000\r\nDURATION:PT1H30M\r\nCONTACT:Jim 555\r\nCOMMENT:Bring the bill\r\nATTACH;VALUE=BINARY:AAAA\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
  expect(lines(await textOf(encoded(event)))).toEqual([
    "Call",
    "When: 2026-01-05 10:00 (1 h 30 min)",
    "Contact: Jim 555",
    "Comment: Bring the bill",
  ]);
});
