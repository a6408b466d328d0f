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
