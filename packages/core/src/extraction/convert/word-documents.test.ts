import { array, assert, asyncProperty, constantFrom, oneof, stringMatching } from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { convertDocument } from "./convert-document.ts";
import { wordFile, wordParagraph } from "./testing/office-files.ts";
import { lines, textOf } from "./testing/converted-text.ts";

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

  test("keeps words at a tab apart, also if they end at a tab stop", async () => {
    const entries = Array.from({ length: 90 }, (_, at) => "i".repeat(at + 1));
    const paragraphs = entries.map((text) => `<w:p><w:r><w:t>${text}</w:t><w:tab/><w:t>9</w:t></w:r></w:p>`);
    const { pages } = await extractText(wordFile(paragraphs.join("")), {
      mode: "native_text",
      outputMode: "text",
    });
    expect(pages.map(({ text }) => text).join("\n")).not.toContain("i9");
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

test("hidden text is left out, and form fields show their state", async () => {
  const field = (data: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>FORM</w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
  const box = (state: string): string => field(`<w:checkBox>${state}</w:checkBox>`);
  const list =
    '<w:ddList><w:result w:val="1"/><w:listEntry w:val="monthly"/><w:listEntry w:val="yearly"/></w:ddList>';
  const said = (text: string): string => `<w:r><w:t xml:space="preserve"> ${text}</w:t></w:r>`;
  const document = wordFile(
    `<w:p><w:r><w:t>shown</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>` +
      `<w:p>${box('<w:default w:val="1"/>')}${said("yes")}</w:p>` +
      `<w:p>${box('<w:default w:val="1"/><w:checked w:val="0"/>')}${said("no")}</w:p>` +
      `<w:p>${field(list)}${said("payment")}</w:p>`,
  );
  expect(lines(await textOf(document))).toEqual(["shown", "☒ yes", "☐ no", "yearly payment"]);
});

test("a section that goes on below the one before shares its page, unless it has its own header or page size", async () => {
  const properties = (type: string, more = ""): string =>
    `<w:sectPr>${more}<w:type w:val="${type}"/></w:sectPr>`;
  const ending = (text: string, section: string): string =>
    `<w:p><w:pPr>${section}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const header = '<w:headerReference w:type="default" r:id="h1"/>';
  const document = wordFile(
    ending("one", properties("nextPage")) +
      ending("two", properties("continuous")) +
      ending("three", properties("continuous", header)) +
      ending("four", properties("continuous", '<w:pgSz w:w="16838" w:h="11906"/>')),
    { h1: ["header", "header1.xml", `<w:hdr>${wordParagraph("Acme")}</w:hdr>`] },
  );
  const { text, pageCount } = await extractText(document, { mode: "native_text" });
  expect(pageCount).toBe(3);
  expect(lines(text)).toEqual(["one", "two", "Acme", "three", "Acme", "four"]);
});

test("lists count empty items but no deleted ones, start where they say, and take their levels from a list style", async () => {
  const level = (format: string): string =>
    `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/></w:lvl>`;
  const numbering =
    `<w:numbering><w:abstractNum w:abstractNumId="0"><w:styleLink w:val="S"/>${level("decimal")}</w:abstractNum>` +
    '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="S"/></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>' +
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>';
  const deleted =
    '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del w:id="2"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>';
  const item = (list: number, text: string): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${text === "" ? "" : `<w:r><w:t>${text}</w:t></w:r>`}</w:p>`;
  const document = wordFile(item(1, "one") + deleted + item(1, "") + item(1, "three") + item(2, "five"), {
    n: ["numbering", "numbering.xml", numbering],
  });
  expect(lines(await textOf(document))).toEqual(["1. one", "2.", "3. three", "5. five"]);
});

test("lists of one definition count on; an override of the start begins again once, one of the format does not", async () => {
  const level = (number: number, text: string, more = ""): string =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const list = (number: number, override: string): string =>
    `<w:num w:numId="${number}"><w:abstractNumId w:val="0"/>${override}</w:num>`;
  const start = (value: number): string =>
    `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${value}"/></w:lvlOverride>`;
  const letters =
    '<w:lvlOverride w:ilvl="1"><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:lvlOverride>';
  const numbering =
    `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, "%1.")}${level(1, "%1.%2")}${level(2, "(%3)", '<w:lvlRestart w:val="0"/>')}</w:abstractNum>` +
    `${list(1, "")}${list(2, start(1))}${list(3, letters)}${list(4, start(5))}</w:numbering>`;
  const item = (number: number, at = 0): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${number}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
  const body = [
    item(1),
    item(1),
    item(3),
    item(3, 1),
    item(2),
    item(2),
    item(1),
    item(4),
    item(4, 1),
    item(4),
  ];
  const never = [item(1, 2), item(1), item(1, 1), item(1, 2)];
  const document = wordFile([...body, ...never].join(""), { n: ["numbering", "numbering.xml", numbering] });
  // As LibreOffice shows them; it does not know levels that never start again.
  const shown = ["1.", "2.", "3.", "a)", "1.", "2.", "3.", "5.", "5.1", "6.", "(1)", "7.", "7.1", "(2)"];
  expect(lines(await textOf(document))).toEqual(shown.map((marker) => `${marker} x`));
});

test("switches of pages that are off are off", async () => {
  const document = wordFile(
    `${wordParagraph("one")}<w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr><w:r><w:t>two</w:t></w:r></w:p>` +
      '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/><w:titlePg w:val="0"/></w:sectPr>',
    {
      h1: ["header", "header1.xml", `<w:hdr>${wordParagraph("Acme")}</w:hdr>`],
      h2: ["header", "header2.xml", `<w:hdr>${wordParagraph("first")}</w:hdr>`],
    },
  );
  expect(lines(await textOf(document))).toEqual(["Acme", "one", "two"]);
});

test("the text of a cell that is merged with the one above is not shown, unless there is none", async () => {
  const cell = (text: string, merge: string): string =>
    `<w:tc><w:tcPr>${merge}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const table =
    `<w:tbl><w:tr>${cell("stray", "<w:vMerge/>")}${cell("head", '<w:vMerge w:val="restart"/>')}</w:tr>` +
    `<w:tr>${cell("left", "")}${cell("covered", "<w:vMerge/>")}</w:tr></w:tbl>`;
  expect(lines(await textOf(wordFile(table)))).toEqual(["stray | head", "left"]);
});

test("numbers of lists are written as Word shows them", async () => {
  const level = (number: number, format: string, text: string, more = ""): string =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="1"/>${format}${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const format = (name: string): string => `<w:numFmt w:val="${name}"/>`;
  const custom =
    '<mc:AlternateContent><mc:Choice><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice>' +
    '<mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>';
  const levels = [
    level(0, format("upperRoman"), "Article %1"),
    level(1, format("decimalZero"), "Section %1.%2", "<w:isLgl/>"),
    level(2, format("ordinalText"), "%3"),
    level(3, format("chineseCounting"), "（%4）"),
    level(4, custom, "%5"),
  ];
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${levels.join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const item = (number: number): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${number}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
  const document = wordFile([0, 1, 2, 3, 4].map(item).join(""), {
    n1: ["numbering", "numbering.xml", numbering],
  });
  expect(lines(await textOf(document))).toEqual([
    "Article I x",
    "Section 1.1 x",
    "First x",
    "（一） x",
    "001 x",
  ]);
});
