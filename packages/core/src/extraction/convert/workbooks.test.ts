import { utils, write } from "@e965/xlsx";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { openDocumentFile, textCell, workbookFile, zipOf } from "./testing/office-files.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";

describe("a workbook", () => {
  const workbook = (bookType: "xlsx" | "xls"): Uint8Array => {
    const sheet = utils.aoa_to_sheet([
      ["Item", "Date", "Share", "Price"],
      ["Screw", 46_000, 0.125, 1234.5],
      ["Nut", 46_001, 0.5, 7],
    ]);
    for (const [address, format] of [
      ["B2", "yyyy-mm-dd"],
      ["B3", "yyyy-mm-dd"],
      ["C2", "0.0%"],
      ["C3", "0.0%"],
      ["D2", "#,##0.00"],
      ["D3", "#,##0.00"],
    ] as const) {
      utils.cell_set_number_format(sheet[address], format);
    }
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, "Stock");
    utils.book_append_sheet(book, utils.aoa_to_sheet([["secret"]]), "Hidden");
    utils.book_set_sheet_visibility(book, 1, 1);
    return new Uint8Array(write(book, { type: "buffer", bookType }));
  };

  test.each(["xlsx", "xls"] as const)(
    "(%s) has its values as they are displayed, hidden sheets left out",
    async (type) => {
      const { text, message } = await extractText(workbook(type), { mode: "native_text" });
      expect(lines(text)).toEqual([
        "Stock",
        "Item | Date | Share | Price",
        "Screw | 2025-12-09 | 12.5% | 1,234.50",
        "Nut | 2025-12-10 | 50.0% | 7.00",
      ]);
      expect(message).toBe("Hidden sheet left out: Hidden.");
    },
  );

  test("is read though its parts are named as files of Windows, in lower case", async () => {
    const parts = Object.entries(unzipSync(workbook("xlsx"))).map(
      ([name, bytes]) => [name.toLowerCase().replaceAll("/", "\\"), bytes] as const,
    );
    const { text } = await extractText(zipOf(Object.fromEntries(parts)), { mode: "native_text" });
    expect(lines(text)).toContain("Screw | 2025-12-09 | 12.5% | 1,234.50");
  });

  test("is read whatever the prefix of its relationships", async () => {
    const parts = unzipSync(workbook("xlsx"));
    const main = new TextDecoder().decode(parts["xl/workbook.xml"]);
    const renamed = main.replaceAll(" r:id=", " d3p1:id=").replaceAll("xmlns:r=", "xmlns:d3p1=");
    expect(renamed).toContain('d3p1:id="rId1"');
    const { text } = await extractText(zipOf({ ...parts, "xl/workbook.xml": renamed }), {
      mode: "native_text",
    });
    expect(lines(text)).toContain("Screw | 2025-12-09 | 12.5% | 1,234.50");
  });

  test("without fills and with comments, merged cells, dates, errors and hidden rows", async () => {
    const document = workbookFile(
      `<row r="1">${textCell("A1", "Total_x000A_of 2025")}<c r="B1"/>${textCell("D1", "after")}</row>` +
        '<row r="2" hidden="1"><c r="A2"><v>99</v></c></row>' +
        '<row r="4"><c r="A4" s="1"><v>44538.5</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="e"><v>#N/A</v></c>' +
        '<c r="D4" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="E4" s="2"><v>-1234.5</v></c><c t="d"><v>2025-12-09</v></c><c s="3"><v>46000</v></c></row>',
      {
        after: '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/>' +
          '<xf numFmtId="170"/><xf numFmtId="39"/><xf numFmtId="14"/></cellXfs>',
        parts: {
          c: [
            "comments",
            "../comments1.xml",
            '<comments><commentList><comment ref="B3"><text><r><t>check this</t></r></text></comment></commentList></comments>',
          ],
        },
      },
    );
    const { text, message } = await extractText(document, { mode: "native_text", remarkText: "keep" });
    expect(lines(text)).toEqual([
      "Stock",
      "Total | after",
      "of 2025",
      "2021-12-08 | TRUE | #N/A | ab | (1,234.50) | 46000 | 12/9/2025",
      "check this",
    ]);
    expect(message).toBe("1 hidden row of the sheet Stock left out.");
  });

  test("has the conversations on its cells instead of what stands for them in older versions", async () => {
    const document = workbookFile(`<row r="1">${textCell("A1", "cell")}</row>`, {
      parts: {
        c: [
          "comments",
          "../comments1.xml",
          '<comments><commentList><comment ref="A1"><text><t>[Threaded comment] Your version of Excel allows you to read this.</t></text></comment></commentList></comments>',
        ],
        t: [
          "threadedComment",
          "../threaded1.xml",
          '<ThreadedComments><threadedComment ref="A1"><text>Is this right?</text></threadedComment><threadedComment ref="A1"><text>Yes.</text></threadedComment></ThreadedComments>',
        ],
      },
    });
    expect(lines(await textOf(document, { remarkText: "keep" }))).toEqual([
      "Stock",
      "cell",
      "Is this right?",
      "Yes.",
    ]);
  });

  test("keeps each row on one page, however many columns there are", async () => {
    const cells = Array.from({ length: 200 }, (_, column) => `<c t="str"><v>Some value ${column}</v></c>`);
    const { text, pageCount } = await extractText(workbookFile(`<row>${cells.join("")}</row>`), {
      mode: "native_text",
    });
    expect(pageCount).toBe(1);
    expect(lines(text)[1]?.split(" | ")).toHaveLength(200);
  });

  test("has no blank columns on the left in its table", async () => {
    const row = (place: number): string =>
      `<row r="${place}">${textCell(`C${place}`, `item ${place}`)}${textCell(`E${place}`, "yes")}</row>`;
    const { blocks } = await extractText(workbookFile(row(5) + row(6)), { blocks: true });
    const [, table] = blocks.blocks;
    expect(table).toMatchObject({
      kind: "table",
      rows: 2,
      columns: 3,
      cells: [{ column: 0 }, { column: 2 }, {}, {}],
    });
  });

  test("has the text boxes and charts on its sheets", async () => {
    const drawing =
      "<xdr:wsDr><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Text in a box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>" +
      '<xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><c:chart r:id="c"/></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>';
    const chart =
      "<c:chart><c:ser><c:tx><c:v>Sales</c:v></c:tx><c:cat><c:pt><c:v>May</c:v></c:pt></c:cat><c:val><c:pt><c:v>0.16400000000000001</c:v></c:pt></c:val></c:ser></c:chart>";
    const document = workbookFile(`<row r="1">${textCell("A1", "cell")}</row>`, {
      parts: {
        d: ["drawing", "../drawings/drawing1.xml", drawing],
      },
    });
    const files = {
      ...unzipSync(document),
      ...unzipSync(
        zipOf({
          "xl/drawings/_rels/drawing1.xml.rels":
            '<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>',
          "xl/charts/chart1.xml": chart,
        }),
      ),
    };
    const text = await textOf(zipOf(files));
    expect(lines(text)).toEqual(["Stock", "cell", "Text in a box", "Sales", "May | 0.164"]);
  });

  test("of OpenDocument has its values as they are displayed", async () => {
    const cell = (type: string, text: string): string =>
      `<table:table-cell office:value-type="${type}" office:value="0.5"><text:p>${text}</text:p></table:table-cell>`;
    const file = zipOf({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "META-INF/manifest.xml": "<manifest:manifest/>",
      "content.xml":
        '<office:document-content><office:body><office:spreadsheet><table:table table:name="Stock">' +
        `<table:table-row>${cell("string", "Share")}${cell("percentage", "50,00 %")}</table:table-row>` +
        "</table:table></office:spreadsheet></office:body></office:document-content>",
    });
    expect(lines(await textOf(file))).toEqual(["Stock", "Share | 50,00 %"]);
  });

  test.each([
    [
      "XLSX",
      workbookFile(
        `<row r="1">${textCell("A1", "over all")}</row>` +
          `<row r="2">${textCell("A2", "id 1")}${textCell("B2", "secret")}${textCell("C2", "shown")}</row>` +
          `<row r="3">${textCell("A3", "id 2")}</row>`,
        {
          before: '<cols><col min="1" max="2" hidden="1"/><col min="4" max="16384" hidden="1"/></cols>',
          after: '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
        },
      ),
    ],
    [
      "ODS",
      openDocumentFile(
        "spreadsheet",
        '<table:table table:name="Stock"><table:table-column-group><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/></table:table-column-group><table:table-column/>' +
          '<table:table-row><table:table-cell table:number-columns-spanned="3"><text:p>over all</text:p></table:table-cell></table:table-row>' +
          "<table:table-row><table:table-cell><text:p>id 1</text:p></table:table-cell><table:table-cell><text:p>secret</text:p></table:table-cell><table:table-cell><text:p>shown</text:p></table:table-cell></table:table-row></table:table>",
      ),
    ],
  ])(
    "(%s) is read without its hidden columns; a merged cell that begins in one stays",
    async (_, document) => {
      const { text, message } = await extractText(document, { mode: "native_text" });
      expect(lines(text)).toEqual(["Stock", "over all", "shown"]);
      expect(message).toBe("2 hidden columns of the sheet Stock left out.");
    },
  );

  test("(xls) is read without its hidden columns, and its short dates have four digits for the year", async () => {
    const sheet = utils.aoa_to_sheet([
      ["id", "Date"],
      [1, 46_000],
    ]);
    utils.cell_set_number_format(sheet["B2"], "m/d/yy");
    sheet["!cols"] = [{ hidden: true }, {}];
    const book = utils.book_new(sheet, "Stock");
    const document = new Uint8Array(write(book, { type: "buffer", bookType: "xls" }));
    const { text, message } = await extractText(document, { mode: "native_text" });
    expect(lines(text)).toEqual(["Stock", "Date", "12/9/2025"]);
    expect(message).toBe("1 hidden column of the sheet Stock left out.");
  });

  test.each(["biff2", "xlml"] as const)(
    "that is a single stream of records or XML (%s) is read, too",
    async (bookType) => {
      const book = utils.book_new(
        utils.aoa_to_sheet([
          ["Item", "Price"],
          ["Screw & nut", 1.5],
        ]),
        "Stock",
      );
      const written: unknown = write(book, { type: "buffer", bookType });
      const document =
        typeof written === "string"
          ? encoded(written)
          : new Uint8Array(Buffer.from(written instanceof Uint8Array ? written : []));
      const { text } = await extractText(document, { mode: "native_text" });
      expect(lines(text).slice(-2)).toEqual(["Item | Price", "Screw & nut | 1.5"]);
    },
  );

  test("of OpenDocument in a single XML file is read", async () => {
    const table =
      '<table:table table:name="Stock"><table:table-row><table:table-cell><text:p>Screw</text:p></table:table-cell></table:table-row></table:table>';
    const flat =
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">' +
      '<office:styles><table:table-template><table:body table:style-name="a"/></table:table-template></office:styles>' +
      `<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document>`;
    expect(lines(await textOf(encoded(flat)))).toEqual(["Stock", "Screw"]);
  });

  test("of many rows repeats its head on every page and keeps each row on one line", async () => {
    const rows = Array.from({ length: 120 }, (_, row) => [`name ${row}`, row, `place ${row}`]);
    const csv = [["Name", "Number", "Place"], ...rows].map((row) => row.join(";")).join("\r\n");
    const { text, pageCount } = await extractText(encoded(csv), { mode: "native_text" });
    expect(pageCount).toBe(3);
    expect(text.match(/Name +Number +Place/g)).toHaveLength(3);
    for (const [name, number, place] of rows) {
      expect(text).toMatch(new RegExp(`^ *${name} +${number} +${place} *$`, "m"));
    }
  });
});

test("a German CSV in Windows-1252 is read with its umlauts and quoted fields", async () => {
  const csv = 'Größe;Preis;Bemerkung\r\n"klein; rot";1,50;"sagt ""ja"""\r\nmittel;2,75;für Übergrößen\r\n';
  const bytes = Uint8Array.from(csv, (character) => character.charCodeAt(0));
  expect(lines(await textOf(bytes))).toEqual([
    "Größe | Preis | Bemerkung",
    'klein; rot | 1,50 | sagt "ja"',
    "mittel | 2,75 | für Übergrößen",
  ]);
});

test.each([";", "|", "^", "\t"])(
  "a CSV that names %j as its delimiter is read by it, without the line",
  async (delimiter) => {
    const rows = [["Item", "Note"], ["Screw, long", "a;b"], ["Nail"]];
    const csv = [
      `sep=${delimiter}`,
      ...rows.map((row) => row.map((field) => `"${field}"`).join(delimiter)),
    ].join("\r\n");
    expect(lines(await textOf(encoded(csv)))).toEqual(["Item | Note", "Screw, long | a;b", "Nail"]);
  },
);
