import { describe, expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toHtml } from "./renditions/html.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { toPlainText } from "./renditions/plain-text.ts";
import { blocksOf, headingsOf } from "./testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of";

/** A page with lines 12 points apart from a height on. */
function lines(texts: readonly string[], page = new PageBuilder(), y = 100, x = 50): PageBuilder {
  for (const [row, text] of texts.entries()) page.text(text, x, y + 12 * row);
  return page;
}

describe("lines that end by themselves", () => {
  const VERSES = [
    "The wind is in the *reeds tonight,",
    "> by the water, one by one",
    "the herons wait for light",
    "or like a daughter",
  ];

  test("stay lines in verses, in every rendition", () => {
    const document = blocksOf(lines(VERSES));
    expect(document.blocks).toMatchObject([{ kind: "paragraph", text: VERSES.join("\n") }]);
    expect(toMarkdown(document)).toBe(
      "The wind is in the \\*reeds tonight,\\\n\\> by the water, one by one\\\nthe herons wait for light\\\nor like a daughter\n",
    );
    expect(toHtml(document)).toContain("tonight,<br>\n&gt; by the water, one by one<br>\n");
    expect(toPlainText(document)).toBe(`${VERSES.join("\n")}\n`);
  });

  test("stay lines in an address, also if the next word would not fit", () => {
    const { blocks } = blocksOf(lines(["Nordwind Supplies Ltd", "14 Harbour Road", "BS1 5TH Bristol"]));
    expect(blocks).toMatchObject([{ text: "Nordwind Supplies Ltd\n14 Harbour Road\nBS1 5TH Bristol" }]);
  });

  test("stay lines of one paragraph where a wider text is above them, whether they are short or labelled", () => {
    const address = [
      "Hans Nordwind",
      "Metallbau Leipzig GmbH & Co. KG",
      "Hof 3",
      "04109 Leipzig",
      "Tax: DE 1",
    ];
    const page = lines(address, lines([PROSE, PROSE, "of the harbour."]), 200);
    expect(blocksOf(page).blocks.slice(1)).toMatchObject([{ text: address.join("\n") }]);
    const labels = ["Owner: Hans Nordwind", "Built: 1998", "Berth: 12", "Due: 412.50"];
    expect(blocksOf(lines(labels, lines([PROSE, PROSE]), 200)).blocks.slice(1)).toMatchObject([
      { text: labels.join("\n") },
    ]);
  });

  test("stay lines if they end at one right edge, and below a name in bold type", () => {
    const right = ["Report 2026/11873", "Collected: 12.03.2026 at 07:40", "Printed on 13.03.2026"];
    const page = lines([PROSE, PROSE]);
    for (const [row, text] of right.entries()) page.text(text, 500 - 5 * text.length, 200 + 12 * row);
    expect(blocksOf(page).blocks.at(-1)).toMatchObject({ text: right.join("\n") });
    const sender = new PageBuilder().text("Harbour Office", 50, 100, { font: "Made-Bold" });
    const { blocks } = blocksOf(lines(["Quay 15, pier 3", "140 00 Prague"], sender, 112));
    expect(blocks.at(-1)).toMatchObject({ text: "Quay 15, pier 3\n140 00 Prague" });
  });

  test("stay lines in two addresses side by side, which are read one after the other", () => {
    const seller = [
      "Kestrel Hosting Inc.",
      "354 Oyster Point",
      "South Francisco, CA 94080",
      "kestrel@example.com",
    ];
    const buyer = ["Marta Nowak", "ul. Długa 12/4", "00-238 Warszawa", "Poland", "VAT PL5260001246"];
    const page = lines(buyer, lines(seller), 100, 300);
    expect(blocksOf(page).blocks).toMatchObject([{ text: seller.join("\n") }, { text: buyer.join("\n") }]);
    const names = ["Argentina", "Brazil", "Chile", "Peru", "Bolivia"];
    const table = lines(["Buenos Aires", "Brasília", "Santiago", "Lima", "Sucre"], lines(names), 100, 300);
    expect(blocksOf(table).blocks[0]).not.toMatchObject({ text: names.join("\n") });
  });

  test("stay lines beside others with labels, which are read one after the other", () => {
    const left = ["Patient: Jana Malá", "Born: 02.05.1974", "Insurance: 111"];
    const right = ["Physician: Petr Dvořák", "Department: Internal medicine", "Sample: serum, blood"];
    const { blocks } = blocksOf(lines(right, lines(left), 100, 300));
    expect(blocks).toMatchObject([{ text: left.join("\n") }, { text: right.join("\n") }]);
  });

  test("follow the line above, not a label that stands beside them", () => {
    const address = ["Quay Street 42", "75645 Frankfurt", "Germany", "Manager: Hans Nordwind", "Tax: DE 1"];
    const page = lines(address, lines([PROSE, PROSE]), 200, 150).text("Content", 60, 224);
    const texts = blocksOf(page).blocks.map((block) => ("text" in block ? block.text : ""));
    expect(texts).toContain(address.join("\n"));
  });

  test("have a label and its value, however wide the gap before the colon is", () => {
    const page = lines([PROSE, PROSE], new PageBuilder().text("Currency", 50, 60).text(": GBP", 190, 60));
    expect(toMarkdown(blocksOf(page))).toContain("Currency : GBP\n");
    const noColon = lines([PROSE, PROSE], new PageBuilder().text("Currency", 50, 60).text("GBP", 190, 60));
    expect(toMarkdown(blocksOf(noColon))).not.toContain("Currency GBP");
  });

  test("go on in a sentence that fills its line, between lines that are set one by one", () => {
    const notes = ["† Not owed.", "‡ Not paid.", PROSE, "later.", "Source: the harbour office"];
    expect(blocksOf(lines(notes)).blocks).toMatchObject([
      { text: `† Not owed.\n‡ Not paid.\n${PROSE} later.\nSource: the harbour office` },
    ]);
  });

  test("are joined in prose beside a picture, where the lines below it are longer", () => {
    const short = PROSE.slice(0, 41);
    const { blocks } = blocksOf(lines([short, short, short, short, PROSE, PROSE, PROSE, "last year."]));
    expect(blocks.some((block) => "text" in block && block.text.includes("\n"))).toBe(false);
  });

  test("stay lines in further paragraphs of a list item", () => {
    const page = new PageBuilder().text("1. Which of these apply?", 50, 100).text("2. And these?", 50, 172);
    page.text("Yes, at all levels", 70, 124).text("No", 70, 148);
    expect(toMarkdown(blocksOf(page))).toBe(
      "1. Which of these apply?\\\n   Yes, at all levels\\\n   No\n2. And these?\n",
    );
  });

  test("are joined in a heading", () => {
    const page = new PageBuilder().text("Sequencer", 250, 60, { size: 20 });
    page.text("A Recorder of 32 Tracks", 180, 82, { size: 20 });
    const { blocks } = blocksOf(lines([PROSE, PROSE, PROSE], page, 120));
    expect(blocks[0]).toMatchObject({ kind: "title", text: "Sequencer A Recorder of 32 Tracks" });
  });
});

describe("headings", () => {
  const page = (): PageBuilder => lines([PROSE, PROSE, PROSE, PROSE], new PageBuilder(), 300);

  test.each([
    ["a larger sentence", "Each of the hundred sequences holds up to 32 tracks."],
    ["a web address", "https://example.org/pages/design?lang=EN"],
    ["a line that goes on", "The herons wait,"],
  ])("%s is none", (_, text) => {
    expect(headingsOf(page().text(text, 50, 100, { size: 12 }))).toEqual([]);
    expect(headingsOf(page().text("The herons", 50, 100, { size: 12 }))).toEqual(["The herons"]);
  });

  test("a line in bold type within a sentence is none", () => {
    const made = new PageBuilder().text(`${PROSE} last`, 50, 100);
    made.text("year and the fee of two per cent of the whole amount, which is charged as", 50, 112, {
      font: "Made-Bold",
    });
    const { blocks } = blocksOf(lines(["long as it is owed to us.", PROSE, PROSE], made, 124));
    expect(blocks[0]).toMatchObject({ kind: "paragraph", emphasis: [{ bold: true }] });
    expect(blocks.map(({ kind }) => kind)).not.toContain("heading");
  });
});

test("turned labels of a chart are no code", () => {
  const page = lines([PROSE, PROSE, PROSE], new PageBuilder(), 300);
  for (const [at, text] of ["Granite", "Llama", "Mistral"].entries())
    page.text(text, 100 + 60 * at, 200, { angle: 315, font: "Made-Mono" });
  expect(blocksOf(page).blocks.filter(({ kind }) => kind === "code")).toEqual([]);
});

test("bold lines over several indented texts are headings, as in manual pages", () => {
  const page = new PageBuilder();
  for (const [at, name] of ["NAME", "SYNOPSIS", "Naming rules", "FILES"].entries()) {
    page.text(name, 50, 80 + 120 * at, { font: "Made-Bold" });
    for (const row of [0, 1, 2, 3]) page.text(PROSE, 80, 100 + 120 * at + 12 * row);
    page.text("One file for each function.", 80, 168 + 120 * at);
  }
  expect(blocksOf(page).blocks.filter(({ kind }) => kind === "heading")).toHaveLength(4);
});

test("a short line that is indented more than the text below it is a paragraph of its own", () => {
  const page = new PageBuilder().text("example(int flags);", 90, 100);
  const { blocks } = blocksOf(lines([PROSE, PROSE, PROSE], page, 112));
  expect(blocks[0]).toMatchObject({ kind: "paragraph", text: "example(int flags);" });
});

test("columns of output are one line of code each", () => {
  const page = lines([PROSE, PROSE, PROSE, PROSE]);
  for (const [row, cells] of [
    ["type", "size", "scale"],
    ["double", "15", "6"],
    ["real", "7", "3"],
  ].entries())
    for (const [at, text] of cells.entries())
      page.text(text, 50 + 120 * at, 148 + 12 * row, { font: "Made-Mono" });
  const code = blocksOf(page).blocks.find(({ kind }) => kind === "code");
  const padded = (...cells: readonly string[]): string =>
    cells
      .map((cell) => cell.padEnd(24))
      .join("")
      .trimEnd();
  const rows = [padded("type", "size", "scale"), padded("double", "15", "6"), padded("real", "7", "3")];
  expect(code).toMatchObject({ text: rows.join("\n") });
});

test("entries of a table of contents with dots of their own are lines, not headings", () => {
  const entries = [
    "2.1 Overview .................... 8",
    "2.2 Basic Classes ............... 8",
    "2.2.1 A NAME ............ 9",
  ];
  const { blocks } = blocksOf(lines([...entries, PROSE, PROSE]));
  expect(blocks.every(({ kind }) => kind !== "heading")).toBe(true);
  expect(toPlainText(blocksOf(lines([...entries, PROSE, PROSE])))).toContain("8\n\n2.2 Basic");
});

test("check boxes between rules are no table", () => {
  const page = new PageBuilder();
  for (const y of [90, 160, 230]) page.rule(50, y, 500, y);
  page.text("Check boxes:", 50, 110).text("Radio buttons:", 50, 180);
  for (const [at, label] of ["A", "B", "C", "D"].entries()) {
    for (const y of at < 2 ? [130, 200] : [130]) {
      const box = { x0: 50 + 60 * at, y0: y - 8, x1: 58 + 60 * at, y1: y };
      page.field({ kind: "checkbox", checked: false, box }).text(label, 64 + 60 * at, y);
    }
  }
  const kinds = blocksOf(page).blocks.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "check_box")).toHaveLength(6);
  expect(kinds).not.toContain("table");
});

test("lines of which few have a second cell are text", () => {
  const page = new PageBuilder();
  const second = new Map([
    [2, "named"],
    [7, "stood"],
    [11, "close"],
  ]);
  for (let row = 0; row < 14; row++) {
    const text = second.get(row);
    page.text(
      text === undefined ? "He listened some more; then he" : "come tip-toeing down",
      200,
      100 + 14 * row,
    );
    if (text !== undefined) page.text(text, 340, 100 + 14 * row);
  }
  expect(blocksOf(page).blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("places to write at, and remarks in brackets, are no headings", () => {
  const page = lines(Array.from({ length: 6 }, () => PROSE));
  const bold = [
    "Question 3",
    "time = ................ s",
    "Name ________",
    "[Total: 6]",
    "(in thousands) (unaudited)",
  ];
  for (const [row, text] of bold.entries()) page.text(text, 50, 200 + 30 * row, { font: "Made-Bold" });
  const headings = blocksOf(page).blocks.filter(({ kind }) => kind === "title" || kind === "heading");
  expect(headings).toMatchObject([{ text: "Question 3" }]);
});

test("bullets far before their texts, between rules, are a list", () => {
  const page = new PageBuilder().rule(45, 90, 300, 90).text("Features", 50, 104, { size: 11 });
  for (const [row, text] of ["Output of 1.5 A", "Thermal protection", "Protected area"].entries())
    page.text("•", 52, 124 + 14 * row).text(text, 68, 124 + 14 * row);
  const { blocks } = blocksOf(page.rule(45, 164, 300, 164));
  expect(blocks).toMatchObject([{}, { kind: "list", items: [{}, {}, {}] }]);
});

test("items in the next column are on the level of those before them", () => {
  const page = lines([
    "The board has decided upon what follows,",
    "and asks all owners to observe it from now",
  ]);
  lines(["on, in all parts of the harbour:"], page, 124);
  lines(["• Boats are moored at both ends.", "• Nets are dried on land."], page, 136, 60);
  lines(["• Lamps are lit at dusk.", "• Quays are kept clear."], page, 100, 330);
  lines(
    ["Owners who do not observe these rules", "are asked to leave the harbour, with all"],
    page,
    124,
    320,
  );
  lines(["that is theirs, within a week."], page, 148, 320);
  const list = blocksOf(page).blocks.find(({ kind }) => kind === "list");
  expect(list).toMatchObject({ items: [{ lists: [] }, { lists: [] }, { lists: [] }, { lists: [] }] });
});

test("numbers of a scale are one line, and answers to mark below it are no table", () => {
  const page = lines([PROSE, PROSE, "of the harbour."]);
  for (let value = 0; value <= 10; value++) page.text(`${value}`, 120 + 40 * value, 160);
  for (const [at, text] of ["☐ Surgery", "☐ Maternity", "☐ Radiology"].entries())
    for (const y of [190, 202, 214]) page.text(text, 50 + 160 * at, y);
  const { blocks } = blocksOf(page);
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
  expect(toPlainText({ blocks })).toContain("\n0 1 2 3 4 5 6 7 8 9 10\n");
});

test("a line of a paragraph that is mostly a web address is no code; lines set apart in that font are", () => {
  const font = "Made-Mono";
  const page = lines([`${PROSE} quays`, "the year, which are found at the web address"]);
  page.text("http://harbour.example/reports/figures/of/the/year/2025.html.", 50, 112 + 12, { font });
  lines([`${PROSE} quays`], page, 160).text("/var/lib/harbour/figures/of/the/year.", 50, 172, { font });
  lines([`${PROSE} quays`, "and to print what was found in all of the files:"], page, 200);
  page.text("list figures", 50, 230, { font }).text("print figures", 50, 242, { font });
  const kinds = blocksOf(page).blocks.map(({ kind }) => kind);
  expect(kinds).toEqual(["paragraph", "paragraph", "paragraph", "code"]);
});

test("headings of sections right below each other are no table", () => {
  const page = lines([PROSE, PROSE, "of the harbour."]);
  for (const [row, [number, title]] of [
    ["3", "Berths"],
    ["3.1", "Berths of members"],
    ["3.1.1", "Length and width"],
  ].entries())
    page
      .text(number ?? "", 50, 160 + 26 * row, { size: 16 - 2 * row })
      .text(title ?? "", 100, 160 + 26 * row, {
        size: 16 - 2 * row,
      });
  const { blocks } = blocksOf(lines([PROSE, PROSE], page, 240));
  const titles = blocks.flatMap((block) =>
    block.kind === "title" || block.kind === "heading" ? [block.text] : [],
  );
  expect(titles).toEqual(["3 Berths", "3.1 Berths of members", "3.1.1 Length and width"]);
});

test("entries with a hanging indent are a paragraph each, whether they fill their last line or not", () => {
  const page = new PageBuilder();
  const entries = [
    ["Aldhelm, R. 1987. The mills of the lower valley. Northern Press.", "Reprinted 1988."],
    ["Baines, E. 1835. A history of all that is spun. London and York."],
    [
      "Crump, W. 1935. On the wool of the northern hills, with eleven",
      "plates and two maps of the county. Leeds.",
    ],
    ["Heaton, H. 1920. The trade in cloth and yarn, to the end of the", "last war. Oxford."],
  ];
  let y = 100;
  for (const entry of entries)
    for (const [row, text] of entry.entries()) page.text(text, row === 0 ? 50 : 66, (y += 12));
  const texts = blocksOf(page).blocks.flatMap((block) => ("text" in block ? [block.text] : []));
  expect(texts).toEqual(entries.map((entry) => entry.join(" ")));
});

test("a reference of two numbers at the top of a page is no number of a page", () => {
  const page = lines([PROSE, PROSE, PROSE]).text("0625/32", 450, 40);
  const other = lines([PROSE, PROSE, PROSE]).text("2/32", 450, 40);
  const texts = [page, other].map((own) => toMarkdown(blocksOf(own)));
  expect(texts.map((text) => /\d\/32/u.test(text))).toEqual([true, false]);
});
