import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

/** Rows of numbers flush right behind labels flush left, `gap` points apart; every character is 5 points wide. */
function numbers(rows: readonly (readonly string[])[], gap: number): PageBuilder {
  const page = new PageBuilder();
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      const indent = /^\D/u.test(cell) ? 0 : 45 - 5 * cell.length;
      page.text(cell, 50 + column * (45 + gap) + indent, 100 + row * 12);
    }
  }
  return page;
}

const linesOf = (page: PageBuilder): readonly string[] => layoutPage(page.build(), OPTIONS).text.split("\n");

test("numbers with gaps slightly wider than spaces are separate cells", () => {
  const rows = [
    ["1,234,567", "2,345,678", "3,456,789"],
    ["1,234,568", "9,345,678", "12%"],
    ["9", "1,345,678", "12.5%"],
  ];
  expect(linesOf(numbers(rows, 5)).map((line) => line.trim().split(/ {2,}/u))).toEqual(rows);
});

test("labels and heads are parted where the numbers of the rows around begin", () => {
  const page = numbers(
    [
      ["", "Operating", "Investing"],
      ["Northerly", "2,345,678", "3,456,789"],
      ["South", "2,345,678", "3,456,789"],
      ["East", "12", "3,456,789"],
      ["West", "2,345,678", "1"],
    ],
    5,
  );
  const lines = linesOf(page).map((line) => line.trim().split(/ {2,}/u));
  expect(lines[0]).toEqual(["Operating", "Investing"]);
  expect(lines[1]).toEqual(["Northerly", "2,345,678", "3,456,789"]);
});

test.each([
  ["thousands parted by blanks", "1 234 567 and 12 345"],
  ["dates and times", "9/10/2021 7:12"],
  ["years in prose", "between 1990 1995 and in 2000"],
  ["a dash and a number in prose", "from the coast – 12 miles"],
])("numbers one blank apart stay one text: %s", (_, text) => {
  expect(linesOf(new PageBuilder().text(text, 50, 100, { advance: 0.5 }))).toEqual([text]);
});
