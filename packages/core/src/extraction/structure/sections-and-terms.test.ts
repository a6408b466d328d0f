import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { tablesOf } from "./renditions/tables.ts";
import { blocksOf } from "./testing/made-blocks.ts";

const PROSE = "The committee met in the second week of March to review the figures of the year";

function withProse(page: PageBuilder, y: number): PageBuilder {
  for (const row of [0, 1, 2]) page.text(PROSE, 50, y + 12 * row);
  return page;
}

/** A statement with a rule below each row of values. */
function statement(title: string, size = 10): PageBuilder {
  const page = withProse(new PageBuilder(), 300);
  const rows = [
    ["Net profit", "233", "201"],
    [title],
    ["Items that stay in equity"],
    ["Of which to be paid later"],
    ["Pensions", "23", "84"],
    ["Hedges", "20", "92"],
  ];
  page.rule(50, 56, 400, 56);
  for (const [at, [label = "", ...values]] of rows.entries()) {
    const y = 70 + 20 * at;
    page.text(label, 50, y, { size: values.length === 0 ? size : 10 });
    for (const [column, value] of values.entries()) page.text(value, 300 + 60 * column, y);
    if (values.length > 0) page.rule(50, y + 6, 400, y + 6);
  }
  return page;
}

test("titles of sections between two rules are rows of the table", () => {
  const [table, ...others] = tablesOf(blocksOf(statement("Other income")));
  expect(others).toEqual([]);
  expect(table?.rows.map(([label]) => label)).toEqual([
    "Net profit",
    "Other income",
    "Items that stay in equity",
    "Of which to be paid later",
    "Pensions",
    "Hedges",
  ]);
});

test("a larger title, or a caption, between two rules ends the table above it", () => {
  expect(tablesOf(blocksOf(statement("Other income", 14)))).toHaveLength(1);
  expect(toMarkdown(blocksOf(statement("Other income", 14)))).toContain("# Other income");
  expect(toMarkdown(blocksOf(statement("Table 2: Other income")))).toContain("\n\nTable 2: Other income");
});

test("labels with a colon and their values have no header row", () => {
  const page = new PageBuilder();
  const rows = [
    ["Currency:", "EUR"],
    ["Period:", "Spring"],
    ["Number:", "549910"],
    ["Reference:", "471102"],
    ["Account:", "20145"],
    ["Amount:", "90.50"],
  ];
  for (const [at, [label = "", value = ""]] of rows.entries())
    page.text(label, 50, 70 + 20 * at).text(value, 300, 70 + 20 * at);
  expect(tablesOf(blocksOf(page))[0]).toMatchObject({ headRows: 0, rows });
});

test("terms in capitals are no headings if sections in capitals stand farther left", () => {
  const page = new PageBuilder();
  const bold = { font: "Made-Bold" };
  let y = 60;
  const add = (text: string, x: number, style = {}): void => {
    page.text(text, x, y, style);
    y += 14;
  };
  for (const section of ["DESCRIPTION", "ENVIRONMENT"]) {
    add(section, 50, bold);
    for (const line of [0, 1]) add(`${PROSE} ${line}.`, 80);
    y += 10;
    for (const term of ["FILETYPE", "MODE_OF_FILE", "-q, --quiet"]) {
      add(term, 80, bold);
      add("What it is set to.", 110);
      y += 10;
    }
  }
  expect(blocksOf(page).blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : []))).toEqual([
    "DESCRIPTION",
    "ENVIRONMENT",
  ]);
});

test("a text that is indented below a short line is a paragraph of its own", () => {
  const page = withProse(new PageBuilder(), 200);
  page.text("--overwrite=FILE", 50, 60).text("Overwrite existing files when extracting", 80, 72);
  expect(toMarkdown(blocksOf(page))).toContain("--overwrite=FILE\n\nOverwrite existing");
});

test("names that are centred one by one are lines of their own", () => {
  const page = withProse(new PageBuilder(), 200);
  for (const [at, text] of ["ada calder", "ada@galley.example", "press of port ellis"].entries())
    page.text(text, 250 - 2.5 * text.length, 60 + 12 * at);
  expect(toMarkdown(blocksOf(page))).toContain("ada calder\\\nada@galley.example\\\npress of port ellis");
});

test("subscripts below the texts of lines are no cells", () => {
  const page = new PageBuilder();
  for (const [at, y] of [60, 72, 84, 96, 108].entries()) {
    page.text(`${PROSE} ${at}`, 50, y);
    if (at % 2 === 0) for (const x of [80, 180, 280]) page.text("vul", x, y + 4.5, { size: 6 });
  }
  expect(tablesOf(blocksOf(page))).toEqual([]);
});

test("chapters among entries with leaders are no headings", () => {
  const page = new PageBuilder().text("Contents", 50, 40, { size: 16 });
  const entries = ["1 Preface v", "2 Tutorial 3", `2.1 Installing it ${".".repeat(40)} 4`, "3 Commands 9"];
  for (const [at, text] of entries.entries())
    page.text(text, 50, 70 + 20 * at, text.includes("..") ? {} : { font: "Made-Bold" });
  expect(blocksOf(withProse(page, 200)).blocks.map(({ kind }) => kind)).toEqual([
    "title",
    ...entries.map(() => "paragraph"),
    "paragraph",
  ]);
});

test("words with equal spaces, however wide, are a line of justified text", () => {
  const page = withProse(new PageBuilder(), 60);
  for (const [row, words] of [
    ["the", "file", "is", "not", "present", "locally,", "so"],
    ["defaults", "are", "read", "from", "a", "configuration", "elsewhere"],
  ].entries()) {
    let x = 80;
    for (const word of words) {
      page.text(word, x, 110 + 12 * row);
      x += 5 * word.length + 26;
    }
  }
  expect(tablesOf(blocksOf(page))).toEqual([]);
});

test("monospaced lines that end as statements do are code, although the whole page is monospaced", () => {
  const page = new PageBuilder();
  for (const [at, [type = "", name = ""]] of [
    ["int", "count;"],
    ["char*", "source;"],
    ["FILE*", "target;"],
    ["long", "size;"],
  ].entries())
    page
      .text(type, 50, 60 + 12 * at, { font: "Made-Mono" })
      .text(name, 150, 60 + 12 * at, { font: "Made-Mono" });
  expect(tablesOf(blocksOf(page))).toEqual([]);
});

test("chapters without leaders above entries with leaders are no table", () => {
  const page = new PageBuilder();
  const entries = [
    ["7", "Commands of it", "57"],
    ["8", "Surfaces", "69"],
  ];
  for (const [at, [number = "", title = "", last = ""]] of entries.entries()) {
    const y = 60 + 14 * at;
    page.text(number, 50, y).text(title, 80, y).text(last, 490, y);
  }
  page.text(`8.1 Contours ${".".repeat(68)} 71`, 80, 88);
  expect(tablesOf(blocksOf(withProse(page, 160)))).toEqual([]);
});

test("lines of double-spaced prose are one paragraph, and single lines as far apart are not", () => {
  const lines = [
    "I have served as a member of the committee for almost four years, and throughout the",
    "term I have devoted a great deal of attention to questions of property, as well as to the",
    "law of competition, on which the decision of last August that was made by all of us is a",
    "noteworthy example.",
  ];
  const spaced = new PageBuilder();
  for (const [at, line] of lines.entries()) spaced.text(line, 50, 60 + 24 * at);
  expect(toMarkdown(blocksOf(spaced))).toBe(`${lines.join(" ")}\n`);
  const apart = new PageBuilder();
  for (const row of [0, 1, 2, 3]) apart.text(`${PROSE}.`, 50, 60 + 24 * row);
  expect(blocksOf(apart).blocks).toHaveLength(4);
});
