import { expect, test } from "vitest";
import { PageBuilder } from "../layout/testing/page-builder.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { tablesOf } from "./renditions/tables.ts";
import { blocksOf } from "./testing/made-blocks.ts";

/** Writes rows of cells; numbers end at their place, other texts begin there. */
function cells(
  page: PageBuilder,
  places: readonly number[],
  [y, ...rows]: readonly [number, ...(readonly string[])[]],
): PageBuilder {
  for (const [row, texts] of rows.entries()) {
    for (const [column, text] of texts.entries()) {
      const x = places[column] ?? 0;
      page.text(text, /^\d[\d.]*$/u.test(text) ? x - 5 * text.length : x, y + 18 * row);
    }
  }
  return page;
}

test("a table between rules has all lines of its head, and the sums below its last rule", () => {
  const page = new PageBuilder().text("Item", 50, 100).text("Price", 300, 100).text("Total", 400, 100);
  page.text("£", 300, 112).text("£", 400, 112).rule(45, 116, 450, 116);
  cells(page, [50, 320, 420], [130, ["Rope", "12.40", "24.80"], ["Sail", "90.00", "90.00"]]);
  page.rule(45, 154, 450, 154);
  cells(page, [280, 420], [166, ["Net", "114.80"], ["VAT", "22.96"], ["To pay", "137.76"]]);
  const [table] = tablesOf(blocksOf(page));
  expect(table?.rows.at(0)).toEqual(["Item", "Price £", "Total £"]);
  expect(table?.rows.at(-1)?.filter((text) => text !== "")).toEqual(["To pay", "137.76"]);
});

test("a larger heading, or a bold head after a gap, ends a table without rules", () => {
  const page = new PageBuilder();
  const week = (y: number): PageBuilder =>
    cells(
      page,
      [50, 220, 280],
      [y, ["Quay", "6.00", "7.00"], ["Mole", "6.08", "7.08"], ["Town", "6.15", "7.15"]],
    );
  week(100).text("Saturdays", 50, 172, { size: 13, font: "Made-Bold" });
  week(200);
  for (const [at, text] of ["Date", "Text", "Paid"].entries())
    page.text(text, 50 + 100 * at, 270, { font: "Made-Bold" });
  cells(page, [50, 150, 270], [288, ["1 May", "Rent", "340.00"], ["2 May", "Dues", "55.13"]]);
  const tables = tablesOf(blocksOf(page));
  expect(tables.map(({ rows }) => rows.length)).toEqual([3, 3, 3]);
});

test("a number that begins a line within a sentence is no item, however narrow the column", () => {
  const page = new PageBuilder();
  for (const [row, text] of [
    "(1) Rent is paid once a year, by the",
    "31. March at the latest, to the bank",
    "of the owner.",
  ].entries())
    page.text(text, 50, 100 + 12 * row);
  expect(toMarkdown(blocksOf(page))).toContain("by the 31. March at the latest, to the bank of the owner.");
});

test("numbered paragraphs are no table", () => {
  const page = new PageBuilder();
  const texts = [
    "The invention relates to the mooring of boats.",
    "In particular it relates to bollards.",
    "Bollards are known from many harbours.",
  ];
  for (const [row, text] of texts.entries())
    page.text(`[000${row + 1}]`, 50, 100 + 24 * row).text(text, 100, 100 + 24 * row);
  const { blocks } = blocksOf(page);
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("the numbers of lines are no column of a table", () => {
  const page = new PageBuilder();
  const line = "the harbour board has resolved that all berths shall be let for a term";
  for (let row = 0; row < 12; row++) {
    page.text(`${row + 1}`, 60 - 5 * `${row + 1}`.length, 100 + 20 * row);
    page.text(row === 11 ? "of ten years." : line, 80, 100 + 20 * row);
  }
  const { blocks } = blocksOf(page);
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
  expect(toMarkdown({ blocks })).toContain("for a term the harbour board");
});

test("labels with a full-width colon and their values are lines of their own", () => {
  const page = new PageBuilder();
  const lines = ["請求番号：２０２６", "発行日：二〇二六年十一月", "登録番号：一二三四五六七八九十一二三四"];
  for (const [row, text] of lines.entries()) page.text(text, 50, 100 + 12 * row, { advance: 1 });
  expect(
    toMarkdown(blocksOf(page))
      .split(/\\?\n+/u)
      .filter(Boolean),
  ).toEqual(lines);
});

/** A statement whose only rules are those of its sums. */
function statement(): PageBuilder {
  const page = new PageBuilder().text("2025", 300, 66, { font: "Made-Bold" });
  page.text("2024", 400, 66, { font: "Made-Bold" }).text("Income:", 50, 84, { font: "Made-Bold" });
  const entries = (y: number, ...rows: (readonly string[])[]): PageBuilder =>
    cells(page, [50, 320, 420], [y, ...rows]);
  entries(102, ["Tolls", "77", "81"]).text("From quays:", 50, 120);
  entries(138, ["Berths", "1402", "1310"], ["Cranes", "618", "655"]).rule(45, 160, 430, 160);
  entries(174, ["All income", "2020", "1965"]).text("Costs:", 50, 192);
  entries(210, ["Wages", "812", "798"], ["Dredging", "305", "290"], ["Light", "61", "60"]);
  page.rule(45, 250, 430, 250);
  entries(264, ["All costs", "1178", "1148"]).rule(45, 268, 430, 268);
  entries(282, ["Surplus", "842", "817"]).rule(45, 286, 430, 286);
  entries(300, ["Tax", "210", "204"]).rule(45, 304, 430, 304);
  entries(318, ["Profit", "632", "613"]).rule(45, 322, 430, 322);
  return entries(354, ["Basic", "158", "153"], ["Diluted", "155", "150"]).text("Per share:", 50, 336);
}

test("entries between the rules of sums are rows, and those above the first and below the last rule are added", () => {
  const [table, other] = tablesOf(blocksOf(statement()));
  expect(other).toBeUndefined();
  expect(table?.rows.map(([label]) => label).join(" ")).toBe(
    " Income: Tolls From quays: Berths Cranes All income Costs: Wages Dredging Light All costs Surplus Tax Profit " +
      "Per share: Basic Diluted",
  );
});

test("the rule of a sum is not that of a head, and the title of the first section is no head", () => {
  const bill = new PageBuilder();
  cells(bill, [50, 320], [100, ["Fare", "89.00"], ["Taxes", "35.63"], ["Bag", "28.00"]]);
  bill.rule(45, 140, 325, 140);
  cells(bill, [50, 320], [154, ["Total", "152.63"]]).rule(45, 160, 325, 160);
  const headRows = [statement(), bill].flatMap((page) =>
    blocksOf(page).blocks.flatMap((block) => (block.kind === "table" ? [block.headRows] : [])),
  );
  expect(headRows).toEqual([1, 0]);
});

/** A section of a menu: a centred heading, and dishes with their prices and a line of description each. */
function dishes(page: PageBuilder, heading: string, y: number): void {
  page.text(heading, 227 - 3.25 * heading.length, y, { size: 13, font: "Made-Bold" });
  for (const [row, dish] of ["Clams in wine", "Eel and herbs", "Roast of cod"].entries()) {
    page.text(dish, 100, y + 24 + 34 * row, { font: "Made-Bold" });
    page.text(`1${row}.50`, 330, y + 24 + 34 * row, { font: "Made-Bold" });
    page.text(`${dish.toLowerCase()}, as the house has made it since 1902`, 100, y + 36 + 34 * row, {
      size: 9,
    });
  }
}

test("a centred heading ends a table, and the description of its last entry belongs to it", () => {
  const page = new PageBuilder().text("We cook from noon to ten, and all day on Sundays.", 100, 60);
  page.text("Prices are in pounds, and service is included in them.", 100, 72);
  dishes(page, "Starters", 110);
  dishes(page, "From the oven", 250);
  const { blocks } = blocksOf(page);
  expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "heading", "table", "heading", "table"]);
  const [table] = tablesOf({ blocks });
  expect(table?.rows.at(-1)?.join(" ")).toContain("roast of cod, as the house has made it");
});

test("a larger heading within a table does not decide on its columns", () => {
  const page = new PageBuilder();
  const rows = ["Whole crab", "Half a crab", "Grey prawns", "White wine", "Red wine", "Cider"];
  for (const [row, text] of rows.entries())
    page
      .text(text, 50, 100 + 20 * row + (row > 2 ? 30 : 0))
      .text("12.50", 200, 100 + 20 * row + (row > 2 ? 30 : 0));
  page.text("Wines", 60, 166, { size: 13 }).text("from the house itself", 106, 166, { size: 13 });
  expect(tablesOf(blocksOf(page)).flatMap((table) => table.rows)).toContainEqual(["Cider", "12.50"]);
});

test("the places of signature and date below a table are none of its rows", () => {
  const page = new PageBuilder();
  cells(
    page,
    [50, 200, 300],
    [100, ["Rent", "May", "340.00"], ["Dues", "June", "55.13"], ["Light", "July", "9.20"]],
  );
  page.text("Approved by the harbour board in May", 50, 166);
  page.text("Signed ................ Chair", 50, 190).text("Date ..........", 210, 190);
  const document = blocksOf(page);
  expect(tablesOf(document).map(({ rows }) => rows.length)).toEqual([3]);
  expect(toMarkdown(document)).toContain("\nApproved by the harbour board in May\n");
});

test("values that are centred beside descriptions of several lines are one row with them", () => {
  const page = new PageBuilder();
  page.text("Item", 50, 80).text("Description", 110, 80).text("Quantity", 300, 80).text("Amount", 380, 80);
  page.rule(45, 84, 430, 84);
  for (const [row, name] of ["Rope", "Anchor", "Fender", "Buoy"].entries()) {
    const y = 100 + 36 * row;
    page.text(`R-${row}`, 50, y).text(`${name} of the best kind`, 110, y);
    page.text(`${row + 2}`, 300, y + 6).text(`${row}12.50`, 380, y + 6);
    page.text(`(lot ${row})`, 50, y + 12).text("delivered to the quay", 110, y + 12);
    page.rule(45, y + 18, 430, y + 18);
  }
  const [table] = tablesOf(blocksOf(page));
  expect(table?.rows.slice(1)).toEqual(
    ["Rope", "Anchor", "Fender", "Buoy"].map((name, row) => [
      `R-${row} (lot ${row})`,
      `${name} of the best kind delivered to the quay`,
      `${row + 2}`,
      `${row}12.50`,
    ]),
  );
});

test("a heading with a rule below it ends the table above, whose rules are as wide", () => {
  const page = new PageBuilder();
  page.text("Test", 50, 80).text("Result", 200, 80).text("Unit", 300, 80).rule(50, 84, 500, 84);
  for (const [row, name] of ["Iron", "Zinc", "Copper"].entries())
    page
      .text(name, 50, 96 + 12 * row)
      .text(`1${row}.5`, 200, 96 + 12 * row)
      .text("mg", 300, 96 + 12 * row);
  page.text("Conclusion", 50, 150).rule(50, 154, 500, 154);
  page.text("All of the results are within their ranges.", 50, 168);
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.length)).toEqual([4]);
});

test("a title above the same first head begins another table", () => {
  const page = new PageBuilder();
  const part = (top: number, title: string, value: string): void => {
    page.text(title, 50, top).rule(45, top + 4, 430, top + 4);
    page
      .text("Name", 50, top + 18)
      .text(value, 200, top + 18)
      .text("Amount", 350, top + 18);
    page.rule(45, top + 22, 430, top + 22);
    for (const [row, name] of ["Wages", "Bonus", "Travel"].entries()) {
      const y = top + 36 + 18 * row;
      page
        .text(name, 50, y)
        .text(`${row + 1}`, 200, y)
        .text(`${row}80.00`, 350, y)
        .rule(45, y + 4, 430, y + 4);
    }
  };
  part(80, "Earnings", "Hours");
  part(170, "Deductions", "Rate");
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows[0])).toEqual([
    ["Name", "Hours", "Amount"],
    ["Name", "Rate", "Amount"],
  ]);
});
