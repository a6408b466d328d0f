import { utils, write } from "@e965/xlsx";
import { array, assert, asyncProperty, constantFrom, oneof, stringMatching } from "fast-check";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { extractText } from "../extract-text.ts";
import type { ExtractOptionsInput } from "../options/extract-options.ts";
import { convertDocument } from "./convert-document.ts";
import {
  openTextFile,
  slideShape,
  slidesFile,
  textCell,
  wordFile,
  wordParagraph,
  workbookFile,
  zipOf,
} from "./testing/office-files.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

async function textOf(document: Uint8Array, options: ExtractOptionsInput = {}): Promise<string> {
  const { text } = await extractText(document, { mode: "native_text", ...options });
  return text;
}

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim().replaceAll(/ {2,}/g, " | "))
    .filter((line) => line !== "" && line !== "<<<");

/** The structure of the PDF that a document becomes, such as `L(LI(Lbl LBody))`. */
async function tagsOf(document: Uint8Array): Promise<string> {
  const { pdf } = await convertDocument(document, { password: "", attachments: "list" });
  const source = Buffer.from(pdf).toString("latin1");
  const elements = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n<< \/Type \/StructElem \/S \/(\w+) .*?\/K \[(.*)\] >>$/gm)].map(
      ([, number = "", type = "", kids = ""]) => [number, { type, kids }],
    ),
  );
  const written = (number: string): string => {
    const { type = "", kids = "" } = elements.get(number) ?? {};
    const below = [...kids.replaceAll(/<<.*?>>/g, "").matchAll(/(\d+) 0 R/g)].map(([, kid = ""]) =>
      written(kid),
    );
    return below.length === 0 ? type : `${type}(${below.join(" ")})`;
  };
  const root = [...elements].find(([, { type }]) => type === "Document")?.[0] ?? "";
  return written(root);
}

describe("a Word document", () => {
  test("keeps headings, lists and tables in their order", async () => {
    const numbering =
      '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="lowerRoman"/>' +
      '<w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
    const item = (text: string): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const cell = (text: string, properties = ""): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell("Total", '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell("Net")}${cell("12.50")}</w:tr></w:tbl>`;
    const document = wordFile(wordParagraph("Report") + item("first") + item("second") + table, {
      n1: ["numbering", "numbering.xml", numbering],
    });
    expect(lines(await textOf(document))).toEqual([
      "Report",
      "i) first",
      "ii) second",
      "Total",
      "Net | 12.50",
    ]);
  });

  test("leaves out deleted text and field codes, and reads a text box once", async () => {
    const box = "<w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent>";
    const document = wordFile(
      `<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>` +
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGEREF x</w:instrText></w:r>` +
        `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>` +
        `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice>` +
        `<mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    );
    expect(lines(await textOf(document))).toEqual(["kept", "7", "boxed"]);
  });

  test("has its footnotes at the end and its header on every page", async () => {
    const document = wordFile(
      `<w:p><w:r><w:t>Claim</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>` +
        `<w:p><w:r><w:br w:type="page"/></w:r><w:r><w:t>Next</w:t></w:r></w:p>` +
        `<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>`,
      {
        f1: [
          "footnotes",
          "footnotes.xml",
          `<w:footnotes><w:footnote w:id="2">${wordParagraph("Source")}</w:footnote></w:footnotes>`,
        ],
        h1: ["header", "header1.xml", `<w:hdr>${wordParagraph("Acme Ltd")}</w:hdr>`],
      },
    );
    const { text, pageCount } = await extractText(document, { mode: "native_text" });
    expect(pageCount).toBe(2);
    expect(text.match(/Acme Ltd/g)).toHaveLength(2);
    expect(lines(text)).toEqual(["Acme Ltd", "Claim[1]", "Acme Ltd", "Next", "――――――", "[1] Source"]);
  });

  test("has comments that are read with the option for remarks", async () => {
    const document = wordFile(
      '<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>',
      {
        c1: [
          "comments",
          "comments.xml",
          `<w:comments><w:comment w:id="0" w:author="Ada">${wordParagraph("Check this")}</w:comment></w:comments>`,
        ],
      },
    );
    expect(await textOf(document)).not.toContain("Check this");
    expect(await textOf(document, { remarkText: "keep" })).toContain("Check this");
  });

  test("loses no word in any script", async () => {
    const word = oneof(
      stringMatching(/^[A-Za-zäöüßéÄÖÜñçłőžαβγδεωΩАБВгджя0-9.,;:€%()-]{1,12}$/),
      constantFrom("中文文本", "日本語", "한국어", "हिन्दी", "ไทย", "😀", "ﬁn", "e\u0301t"),
    );
    await assert(
      asyncProperty(
        array(array(word, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const document = wordFile(texts.map((words) => wordParagraph(words.join(" "))).join(""));
          const text = await textOf(document, { outputMode: "text" });
          const squeezed = (value: string): string => value.normalize("NFKC").replaceAll(/\s|<<</g, "");
          expect(squeezed(text)).toBe(squeezed(texts.flat().join("")));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("has its formulas on one line", async () => {
    const formula =
      "<m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num>" +
      "<m:den><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath>";
    expect(lines(await textOf(wordFile(`<w:p>${formula}${formula}</w:p>`)))).toEqual([
      "x=(a+b)/(c^2) x=(a+b)/(c^2)",
    ]);
  });

  test("in Hebrew is read in its logical order", async () => {
    expect(await textOf(wordFile(wordParagraph("שלום עולם (2026) abc")))).toContain("שלום עולם (2026) abc");
  });

  test("is tagged, with its pictures and their descriptions", async () => {
    const png = await sharp({ create: { width: 64, height: 32, channels: 3, background: "#08f" } })
      .png()
      .toBuffer();
    const drawing =
      '<w:drawing><wp:extent cx="914400" cy="457200"/><wp:docPr descr="A blue box"/><a:blip r:embed="p1"/></w:drawing>';
    const document = wordFile(`<w:p><w:r>${drawing}</w:r></w:p>`, { p1: ["image", "media/a.png", png] });
    const { pdf } = await convertDocument(document, { password: "", attachments: "list" });
    const source = Buffer.from(pdf).toString("latin1");
    expect(source).toContain("/StructElem /S /Figure");
    expect(source).toContain("/MarkInfo << /Marked true >>");
    expect(source).toContain("/Subtype /Image");
  });
});

test("formulas are written on one line, matrices row by row", async () => {
  const element = (text: string): string => `<m:e><m:r><m:t>${text}</m:t></m:r></m:e>`;
  const matrix = `<m:m><m:mr>${element("a")}${element("b")}</m:mr><m:mr>${element("c")}${element("d")}</m:mr></m:m>`;
  expect(await textOf(wordFile(`<w:p><m:oMath>${matrix}</m:oMath></w:p>`))).toContain("[a, b; c, d]");
});

test("boxes of a slide move down if the text above them needs more room than its box has", async () => {
  const tall = slideShape(Array.from({ length: 60 }, () => "many words").join(" "), [50, 50, 200, 40]);
  const below = slideShape("below", [50, 100, 200, 40]);
  const beside = slideShape("beside", [400, 60, 200, 40]);
  const text = await textOf(slidesFile([tall + below + beside]));
  const written = text.split("\n").filter((line) => line.trim() !== "");
  expect(written.findIndex((line) => line.includes("beside"))).toBeLessThan(3);
  expect(written.at(-2)?.trim()).toBe("below");
});

test("headings, nested lists, merged cells and pictures are tagged", async () => {
  const numbering =
    '<w:numbering><w:abstractNum w:abstractNumId="0">' +
    [0, 1]
      .map(
        (level) =>
          `<w:lvl w:ilvl="${level}"><w:numFmt w:val="decimal"/><w:lvlText w:val="%${level + 1}."/>` +
          `<w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`,
      )
      .join("") +
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
  const item = (level: number, text: string, properties = ""): string =>
    `<w:p><w:pPr>${properties}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const cell = (text: string, properties = ""): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const table =
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("Head", '<w:gridSpan w:val="2"/>')}</w:tr>` +
    `<w:tr>${cell("a")}${cell("b")}</w:tr></w:tbl>`;
  const document = wordFile(
    item(0, "Numbered heading", '<w:outlineLvl w:val="0"/>') +
      item(0, "one") +
      item(1, "inside") +
      item(0, "two") +
      table,
    { n: ["numbering", "numbering.xml", numbering] },
  );
  expect(await tagsOf(document)).toBe(
    "Document(Sect(H1 L(LI(Lbl LBody(P L(LI(Lbl LBody(P))))) LI(Lbl LBody(P))) Table(TR(TH(P)) TR(TD(P) TD(P)))))",
  );
});

test("lists of Word documents have the indents of their level, and skipped levels count", async () => {
  const level = (number: number): string =>
    `<w:lvl w:ilvl="${number}"><w:numFmt w:val="decimal"/><w:lvlText w:val="${["%1.", "%1.%2.", "%1.%2.%3."][number] ?? ""}"/>` +
    `<w:pPr><w:ind w:left="${720 * (number + 1)}"/></w:pPr></w:lvl>`;
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${[0, 1, 2].map(level).join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const styles =
    '<w:styles><w:style w:type="paragraph" w:styleId="List"><w:pPr><w:ind w:left="720"/></w:pPr></w:style></w:styles>';
  const item = (number: number, text: string): string =>
    `<w:p><w:pPr><w:pStyle w:val="List"/><w:numPr><w:ilvl w:val="${number}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const text = await textOf(
    wordFile(item(0, "first") + item(2, "deep") + item(1, "second"), {
      n: ["numbering", "numbering.xml", numbering],
      s: ["styles", "styles.xml", styles],
    }),
  );
  const written = text.split("\n").filter((line) => /\d/.test(line));
  expect(written.map((line) => line.trim())).toEqual(["1. first", "1.1.1. deep", "1.2. second"]);
  const [first = 0, deep = 0, second = 0] = written.map((line) => line.search(/\d/));
  expect(first < second && second < deep).toBe(true);
});

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

  test("without fills and with comments, merged cells, dates, errors and hidden rows", async () => {
    const document = workbookFile(
      `<row r="1">${textCell("A1", "Total_x000A_of 2025")}<c r="B1"/>${textCell("D1", "after")}</row>` +
        '<row r="2" hidden="1"><c r="A2"><v>99</v></c></row>' +
        '<row r="4"><c r="A4" s="1"><v>44538.5</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="e"><v>#N/A</v></c>' +
        '<c r="D4" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="E4" s="2"><v>-1234.5</v></c><c t="d"><v>2025-12-09</v></c></row>',
      {
        after: '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/>' +
          '<xf numFmtId="170"/><xf numFmtId="39"/></cellXfs>',
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
      "2021-12-08 | TRUE | #N/A | ab | (1,234.50) | 46000",
      "check this",
    ]);
    expect(message).toBe("1 hidden row of the sheet Stock left out.");
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

test("a ZIP file is known by its signature, and its files are listed", async () => {
  const file = zipOf({ "scans/a.pdf": "%PDF-1.7", "b.txt": "words" });
  expect(lines(await textOf(file))).toEqual([
    "Files in this archive",
    "scans/a.pdf (8 bytes)",
    "b.txt (5 bytes)",
  ]);
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
