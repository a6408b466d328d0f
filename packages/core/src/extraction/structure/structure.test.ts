import { describe, expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toChunks } from "./chunks/chunks.ts";
import type { Block } from "./model/block.ts";
import { blocksSchema } from "./model/blocks-schema.ts";
import { toHtml } from "./renditions/html.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { tablesOf } from "./renditions/tables.ts";
import { blocksOf } from "./testing/made-blocks.ts";

const LINE = "The committee met in the second week of March to review the figures";

function kindsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.map(({ kind }) => kind);
}

/** A page with a title and a paragraph of three lines. */
function titled(): PageBuilder {
  const page = new PageBuilder().text("A Large Title", 50, 80, { size: 20 });
  for (const row of [0, 1, 2]) page.text(LINE, 50, 120 + 12 * row);
  return page;
}

test("a large line is the title, the lines below it are one paragraph, each with its place", () => {
  const { blocks } = blocksOf(titled());
  expect(kindsOf(blocks)).toEqual(["title", "paragraph"]);
  expect(blocks[1]).toMatchObject({
    text: [LINE, LINE, LINE].join(" "),
    places: [{ page: 1, lines: [expect.any(Number), expect.any(Number)] }],
  });
});

test("a word broken at a line's end is whole", () => {
  const page = new PageBuilder().text(`${LINE} of the pre-`, 50, 100).text(`vious year. ${LINE}`, 50, 112);
  expect(toMarkdown(blocksOf(page))).toContain("of the previous year.");
});

test("a paragraph goes on on the next page, and the footers between are not in it", () => {
  const page = (text: string, footer: string): PageBuilder => {
    const own = new PageBuilder();
    for (const row of [0, 1, 2]) own.text(LINE, 50, 100 + 12 * row);
    return own.text(text, 50, 136).text(footer, 280, 760);
  };
  const { blocks } = blocksOf(
    page("and it was agreed by everybody that the new rules would take effect", "Page 1"),
    page("and nothing more.", "Page 2"),
  );
  expect(kindsOf(blocks)).toEqual(["paragraph", "page_number", "paragraph", "page_number"]);
  expect(kindsOf(blocksOf(titled(), titled()).blocks)).toContain("paragraph");
});

test("a page's number is one also far above the edge or in larger type, but no other number there", () => {
  const at = (number: string): PageBuilder => titled().text(number, 280, 640);
  expect(
    kindsOf(blocksOf(at("1"), titled(), at("3")).blocks).filter((kind) => kind === "page_number"),
  ).toHaveLength(2);
  expect(kindsOf(blocksOf(at("1")).blocks)).toContain("page_number");
  const large = ["41", "42"].map((number) => titled().text(number, 280, 790, { size: 12 }));
  expect(kindsOf(blocksOf(...large).blocks).filter((kind) => kind === "page_number")).toHaveLength(2);
  expect(kindsOf(blocksOf(at("412")).blocks)).not.toContain("page_number");
  const alone = ["Page 1", "Page 2"].map((text) => new PageBuilder().text(text, 280, 640));
  expect(kindsOf(blocksOf(...alone).blocks)).not.toContain("page_number");
  expect(kindsOf(blocksOf(at("1").text("Sum of the berths", 280, 660)).blocks)).not.toContain("page_number");
});

describe("a document of one page", () => {
  const withFoot = (left: string, right: string): readonly string[] =>
    kindsOf(blocksOf(titled().text(left, 50, 760).text(right, 500, 760)).blocks).slice(2);

  test("has a page number at its bottom, and text beside one that says so is its footer", () => {
    expect(kindsOf(blocksOf(titled().text("3", 280, 760)).blocks).slice(2)).toEqual(["page_number"]);
    expect(withFoot("28/05/2022 12:31", "Page 1 of 2")).toEqual(["page_footer", "page_number"]);
    expect(withFoot("Annual report", "iii")).toEqual(["paragraph", "page_number"]);
  });

  test("keeps an amount beside its label, and the labels of an axis", () => {
    expect(withFoot("Total", "123")).toEqual(["paragraph", "paragraph"]);
    const labels = [0, 2, 4, 6].map((label) => [String(label), 50 + 60 * label] as const);
    const chart = labels.reduce((page, [label, x]) => page.text(label, x, 760), titled());
    expect(toMarkdown(blocksOf(chart))).toMatch(/0\s+2\s+4\s+6\n$/);
  });
});

test("bullets and numbers are lists, nested by their indentation", () => {
  const page = new PageBuilder().text(LINE, 50, 80).text("1. first", 60, 110).text("2. second", 60, 124);
  page.text("• inner one", 80, 138).text("• inner two", 80, 152).text("3. third", 60, 166);
  expect(toMarkdown(blocksOf(page))).toContain(
    "1. first\n2. second\n   - inner one\n   - inner two\n3. third",
  );
});

function ruledTable(rows: number, top = 100, from = 0): PageBuilder {
  const page = new PageBuilder();
  const text = ["Name", "Sum"].map((head) => head);
  const line = (cells: readonly string[], row: number): void => {
    page.text(cells[0] ?? "", 54, top + 12 + 20 * row).text(cells[1] ?? "", 154, top + 12 + 20 * row);
  };
  line(text, 0);
  for (let row = 1; row < rows; row++) line([`item ${from + row}`, String((from + row) * 10)], row);
  for (const x of [50, 150, 250]) page.rule(x, top, x, top + 20 * rows);
  for (let row = 0; row <= rows; row++) page.rule(50, top + 20 * row, 250, top + 20 * row);
  return page;
}

test("a ruled table has its cells; its CSV and HTML are escaped", () => {
  const page = ruledTable(3);
  page
    .text('<b>"x", y', 54, 172)
    .text("1", 154, 172)
    .rule(50, 160, 50, 180)
    .rule(150, 160, 150, 180)
    .rule(250, 160, 250, 180);
  page.rule(50, 180, 250, 180);
  const document = blocksOf(page);
  const [table] = tablesOf(document);
  expect(table?.rows).toEqual([
    ["Name", "Sum"],
    ["item 1", "10"],
    ["item 2", "20"],
    ['<b>"x", y', "1"],
  ]);
  expect(table?.csv).toContain('"<b>""x"", y",1\n');
  expect(toHtml(document)).toContain("&lt;b&gt;&quot;x&quot;, y");
});

test("a cell with a list and a paragraph has blocks; a cell of one paragraph has none", () => {
  const page = ruledTable(3);
  for (const y of [160, 260]) page.rule(50, y, 250, y);
  for (const x of [50, 150, 250]) page.rule(x, 160, x, 260);
  for (const [row, text] of ["Habitat", "of ducks:", "• a pond,", "still", "• a marsh"].entries())
    page.text(text, 54, 176 + 12 * row);
  page.text("(a) swim", 154, 176).text("(b) fly", 154, 188).text("Or rest.", 154, 218);
  const document = blocksOf(page);
  const cells = tablesOf(document).flatMap((table) => table.cells);
  expect(cells.slice(-2)).toMatchObject([
    {
      text: "Habitat of ducks:\n• a pond, still\n• a marsh",
      blocks: [
        { kind: "paragraph", text: "Habitat of ducks:" },
        {
          kind: "list",
          ordered: false,
          items: [
            { marker: "•", text: "a pond, still" },
            { marker: "•", text: "a marsh" },
          ],
        },
      ],
    },
    {
      blocks: [
        { kind: "list", ordered: true },
        { kind: "paragraph", text: "Or rest." },
      ],
    },
  ]);
  expect(cells[0]).not.toHaveProperty("blocks");
  expect(toMarkdown(document)).toContain(
    "| Habitat of ducks:<br>• a pond, still<br>• a marsh | (a) swim<br>(b) fly<br>Or rest. |",
  );
  expect(toHtml(document)).toContain(
    "<td><p>Habitat of ducks:</p><ul><li>a pond, still</li><li>a marsh</li></ul></td>" +
      '<td><ol style="list-style: none"><li>(a) swim</li><li>(b) fly</li></ol><p>Or rest.</p></td>',
  );
  const { text: _text, ...blocks } = document;
  expect(blocksSchema.safeParse(blocks)).toMatchObject({ success: true });
});

test("a table over two pages is one, and its head is not repeated", () => {
  const [table, ...others] = tablesOf(blocksOf(ruledTable(30), ruledTable(6, 60, 29)));
  expect(others).toEqual([]);
  expect(table?.pages).toEqual([1, 2]);
  expect(table?.rows).toHaveLength(35);
  expect(table?.rows.at(-1)).toEqual(["item 34", "340"]);
});

test("chunks of a long table repeat its head, and no row is split", () => {
  const chunks = toChunks(blocksOf(ruledTable(33)), { size: 60 });
  expect(chunks.length).toBeGreaterThan(3);
  for (const { text } of chunks)
    expect(text).toMatch(/^\| Name \| Sum \|\n\| --- \| --- \|\n(?:\| item \d+ \| \d+ \|\n?)+$/u);
});

test("characters that Markdown reads as markup are escaped", () => {
  const page = new PageBuilder().text("# not a heading *at* all [x](y) a_b_ <i> 5 * 3", 50, 100);
  expect(toMarkdown(blocksOf(page))).toBe("\\# not a heading \\*at\\* all \\[x\\](y) a_b\\_ \\<i> 5 \\* 3\n");
});

test("chunk options are checked", () => {
  expect(() => toChunks({ blocks: [] }, { size: 1 })).toThrow(
    expect.objectContaining({ code: "BAD_OPTION" }),
  );
});

test("an address beside labels with values is text, and each value stays with its label", () => {
  const page = new PageBuilder();
  const right = [
    ["Invoice no:", "4711"],
    ["Date:", "3 May 2024"],
    ["Due:", "2 June 2024"],
  ];
  for (const [row, text] of ["Nordwind Supplies Ltd", "14 Harbour Road", "Bristol"].entries()) {
    const [label = "", value = ""] = right[row] ?? [];
    page
      .text(text, 50, 80 + 14 * row)
      .text(label, 300, 80 + 14 * row)
      .text(value, 400, 80 + 14 * row);
  }
  expect(toMarkdown(blocksOf(page))).toBe(
    "Nordwind Supplies Ltd\\\n14 Harbour Road\\\nBristol\n\nInvoice no: 4711\n\nDate: 3 May 2024\n\nDue: 2 June 2024\n",
  );
});

test("entries of a table of contents without leaders are lines of text, also those of two lines", () => {
  const page = new PageBuilder();
  const entry = (title: string, number: string, y: number): PageBuilder =>
    page.text(title, 50, y).text(number, 500 - 5 * number.length, y);
  entry("Introduction", "1", 80);
  entry("A title that is so long that it needs", "4", 100);
  page.text("a second line in the list", 50, 112);
  entry("Results", "9", 132);
  entry("Discussion", "23", 152);
  entry("Conclusion", "31", 172);
  expect(toMarkdown(blocksOf(page)).split("\n\n")).toEqual([
    "Introduction 1",
    "A title that is so long that it needs a second line in the list 4",
    "Results 9",
    "Discussion 23",
    "Conclusion 31\n",
  ]);
});

test("prose beside amounts is not in their table", () => {
  const page = new PageBuilder();
  const prose = [
    "If we do not receive your payment by the due",
    "date of the invoice, you may have to pay a fee",
    "of up to forty and the rate may be increased",
    "to the usual rate of the bank in this region.",
  ];
  for (const [row, text] of prose.entries())
    page
      .text(text, 50, 80 + 14 * row, { size: 9 })
      .text(`Item ${"abcd".charAt(row)}`, 320, 80 + 14 * row)
      .text(`${row}00.50`, 420, 80 + 14 * row);
  const { blocks } = blocksOf(page);
  expect(kindsOf(blocks)).toEqual(["paragraph", "table"]);
  expect(blocks[1]).toMatchObject({ rows: 4, columns: 2 });
});

describe("bad input", () => {
  test("a page of 50,000 glyphs", () => {
    const page = new PageBuilder();
    for (let row = 0; row < 500; row++) page.text("x1 ".repeat(33), 20, 20 + 1.5 * row, { size: 1.2 });
    expect(blocksOf(page).blocks.length).toBeGreaterThan(0);
  });

  test("a table of 5,000 rows", () => {
    const pages = Array.from({ length: 139 }, (_, page) => ruledTable(37, 40, 36 * page));
    const [table, ...others] = tablesOf(blocksOf(...pages));
    expect(others).toEqual([]);
    expect(table?.rows).toHaveLength(1 + 139 * 36);
  });

  test("300 nested lists", () => {
    const pages = [0, 100, 200].map((first) => {
      const page = new PageBuilder();
      for (let level = 0; level < 100; level++) {
        page.text(`• level ${first + level}`, 20 + 5 * level, 40 + 7 * level, { size: 5 });
      }
      return page;
    });
    expect(toMarkdown(blocksOf(...pages)).match(/level \d+/gu)).toHaveLength(300);
  });

  test("a document whose every line is a heading has no headings", () => {
    const page = new PageBuilder();
    for (let line = 0; line < 40; line++) page.text(`THE ${line}th LINE`, 50, 40 + 18 * line);
    expect(kindsOf(blocksOf(page).blocks)).not.toContain("heading");
  });

  test("thousands of ruling lines are a drawing", () => {
    const page = new PageBuilder().text(LINE, 50, 40);
    for (let line = 0; line < 3000; line++)
      page.rule(50, 60 + line / 5, 500, 60 + line / 5).rule(50 + line / 7, 60, 50 + line / 7, 700);
    expect(kindsOf(blocksOf(page).blocks)).toEqual(["paragraph"]);
  });
});
