import { expect, test } from "vitest";
import { PageBuilder } from "../../layout/testing/page-builder.ts";
import { tablesOf } from "../renditions/tables.ts";
import { blocksOf } from "../testing/made-blocks.ts";

const COUNTRIES = ["Northern Ireland", "Wales", "Scotland", "Isle of Man", "England", "Jersey"];

test("columns that stand hardly farther apart than words are columns", () => {
  const page = new PageBuilder();
  page.text("Country", 50, 80).text("Total sum", 138, 80).text("Mean age", 190, 80);
  for (const [row, name] of COUNTRIES.entries()) {
    const y = 94 + 12 * row;
    page.text(name, 50, y).text(`1${row},500`, 153, y).text(`4${row}.5`, 210, y);
  }
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows)).toEqual([
    [
      ["Country", "Total sum", "Mean age"],
      ...COUNTRIES.map((name, row) => [name, `1${row},500`, `4${row}.5`]),
    ],
  ]);
});

test("rows that are far apart are one table if their cells are aligned; tables of near rows are not joined", () => {
  const page = new PageBuilder().text("Owed for the berths of the year", 50, 60);
  const sums = ["Berths", "Water", "Waste", "All", "Paid"];
  for (const [row, name] of sums.entries())
    page.text(name, 50, 100 + 34 * row).text(`${row}00,50`, 300, 100 + 34 * row);
  page.text("Terms", 50, 300).text("All sums are owed within thirty days of the date above.", 50, 312);
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows)).toEqual([
    sums.map((name, row) => [name, `${row}00,50`]),
  ]);
  const near = new PageBuilder();
  for (const top of [100, 184]) {
    for (const [row, name] of sums.entries())
      near.text(name, 50, top + 12 * row).text(`${row}00,50`, 300, top + 12 * row);
  }
  expect(tablesOf(blocksOf(near)).map(({ rows }) => rows.length)).toEqual([5, 5]);
});

test("a frame around rows of values does not make them one row", () => {
  const page = new PageBuilder();
  for (const y of [70, 85, 240]) page.rule(45, y, 300, y);
  for (const x of [45, 180, 240, 300]) page.rule(x, 70, x, 240);
  page.text("Country", 50, 80).text("Sum", 185, 80).text("Share", 245, 80);
  for (const [row, name] of COUNTRIES.entries()) {
    const y = 98 + 24 * row;
    page.text(name, 50, y).text("with its islands", 50, y + 11);
    page.text(`${row}00`, 185, y).text(`${row}.5`, 245, y);
  }
  const [table, ...others] = tablesOf(blocksOf(page));
  expect(others).toEqual([]);
  expect(table?.rows.map(([name]) => name)).toEqual([
    "Country",
    ...COUNTRIES.map((name) => `${name} with its islands`),
  ]);
});

test("labels at the side of paragraphs are no table", () => {
  const page = new PageBuilder();
  for (const [row, label] of ["Scope", "Terms", "Duties"].entries()) {
    const y = 80 + 40 * row;
    page.text(label, 50, y).text("This part of the act says what is meant by it and", 120, y);
    page.text("whom it binds.", 120, y + 12);
  }
  expect(tablesOf(blocksOf(page))).toEqual([]);
});

test("the axes of a chart are no table, and one of years above values is", () => {
  const page = new PageBuilder();
  for (const [row, step] of [60, 40, 20, 0].entries()) page.text(`${step}`, 50, 80 + 20 * row);
  for (const [column, value] of [12, 55, 31].entries())
    page.text(`${value}`, 100 + 60 * column, 80 + 20 * column);
  for (const [column, name] of ["North", "South", "East"].entries()) page.text(name, 100 + 60 * column, 140);
  expect(tablesOf(blocksOf(page))).toEqual([]);
  const table = new PageBuilder();
  for (const [row, label] of ["Country", "North", "South"].entries()) {
    table.text(label, 50, 80 + 14 * row);
    for (let column = 0; column < 4; column++)
      table.text(row === 0 ? `${2001 + column}` : `${row}${column}.5`, 120 + 60 * column, 80 + 14 * row);
  }
  expect(tablesOf(blocksOf(table))).toHaveLength(1);
});

test.each([
  ["numbers of trains", "Train", (column: number) => `IC ${410 + column}`, "10:4"],
  ["years", "2000", (column: number) => `${2001 + column}`, "1,20"],
])("%s that count up above values are a head, not the axis of a chart", (_, stub, headOf, value) => {
  const page = new PageBuilder();
  for (const [row, label] of [stub, "Airport", "Old Mill", "Harbour"].entries()) {
    page.text(label, 50, 80 + 14 * row);
    for (let column = 0; column < 4; column++)
      page.text(row === 0 ? headOf(column) : `${value}${row}`, 120 + 60 * column, 80 + 14 * row);
  }
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.length)).toEqual([4]);
});

test("rows with leaders to several values are a table, and a head that comes again begins another", () => {
  const page = new PageBuilder();
  for (const [part, top] of [80, 200].entries()) {
    page.text("Design effect", 160, top).text("Share", 50, top + 14);
    for (let column = 0; column < 3; column++) page.text(`${part}.${column}`, 180 + 50 * column, top + 14);
    for (let row = 0; row < 6; row++) {
      page.text(`0.${90 - row} .................`, 50, top + 28 + 14 * row);
      for (let column = 0; column < 3; column++)
        page.text(`${row + 20 * column}`, 180 + 50 * column, top + 28 + 14 * row);
    }
  }
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.length)).toEqual([7, 7]);
});

test("the caption and the notes in the frame of a table are no rows of it, and the lines of its head are one row", () => {
  const page = new PageBuilder();
  for (const y of [70, 90, 140, 160, 180, 200, 220]) page.rule(45, y, 400, y);
  for (const x of [45, 400]) page.rule(x, 70, x, 220);
  for (const x of [200, 300]) page.rule(x, 90, x, 200);
  page.text("Table 3. Ships by port", 50, 83);
  for (const x of [205, 305])
    for (const [row, text] of ["Share", "of all", "(n = 9)"].entries()) page.text(text, x, 102 + 14 * row);
  page.text("Port", 50, 130);
  for (const [row, port] of ["Leith", "Hull", "Cork"].entries())
    page
      .text(port, 50, 154 + 20 * row)
      .text(`3${row}%`, 205, 154 + 20 * row)
      .text(`1${row}%`, 305, 154 + 20 * row);
  page.text("Source: Harbour masters.", 50, 214);
  const blocks = blocksOf(page);
  expect(tablesOf(blocks).map(({ rows }) => rows)).toEqual([
    [
      ["Port", "Share of all (n = 9)", "Share of all (n = 9)"],
      ["Leith", "30%", "10%"],
      ["Hull", "31%", "11%"],
      ["Cork", "32%", "12%"],
    ],
  ]);
  expect(blocks.blocks.map((block) => (block.kind === "table" ? block.caption : block.kind))).toEqual([
    "Table 3. Ships by port",
    "paragraph",
  ]);
});

test.each([
  [
    "numbered headings",
    [
      ["2.2", "Kitchen tasks"],
      ["3.", "Workshop"],
      ["3.1", "Bench setup"],
    ],
    0,
  ],
  [
    "notes",
    [
      ["GDP:", "Gross domestic product."],
      ["(*)", "Forecast."],
      ["Source:", "Eurostat, 2005."],
    ],
    0,
  ],
  [
    "rows with their number",
    [
      ["1", "Rope"],
      ["2", "Sail"],
      ["3", "Tar"],
    ],
    1,
  ],
])("%s beside texts: %j are %i tables", (_, rows, count) => {
  const page = new PageBuilder();
  for (const [row, [marker = "", text = ""]] of rows.entries())
    page.text(marker, 50, 80 + 14 * row).text(text, 130, 80 + 14 * row);
  expect(tablesOf(blocksOf(page))).toHaveLength(count);
});

test("the numbers below the bars of a chart are no table with the values in them", () => {
  const page = new PageBuilder();
  for (const [row, values] of [
    ["2001", "30.5", "49.0"],
    ["2005", "29.7", "48.6"],
    ["2010", "28.7", "46.3"],
  ].entries())
    for (const [at, value] of values.entries()) page.text(value, 50 + 80 * at, 80 + 14 * row);
  for (let at = 0; at < 7; at++) page.text(`${10 * at}%`, 50 + 40 * at, 122);
  expect(tablesOf(blocksOf(page))).toEqual([]);
});

test("columns of a table are not read one after the other if the last one holds texts of several lines", () => {
  const page = new PageBuilder();
  for (const [row, name] of COUNTRIES.entries()) {
    const y = 80 + 28 * row;
    page.text(`${name} and its harbours`, 50, y).text(`1${row} March 2024`, 220, y);
    page.text("The survey of the quay was late", 330, y).text("because of missing permits", 330, y + 12);
  }
  expect(tablesOf(blocksOf(page)).map(({ rows }) => [rows.length, rows[0]?.length])).toEqual([[6, 3]]);
});

test("a label that fills its column goes on in the next line, and the title of a section does not", () => {
  const page = new PageBuilder();
  const rows = [
    ["Cash at banks and in", "12.5"],
    ["hand"],
    ["Inventories", "10.1"],
    ["Assets"],
    ["Ships", "11.7"],
    ["Land and buildings of"],
    ["the harbour", "14.2"],
  ];
  for (const [row, [label = "", value = ""]] of rows.entries()) {
    page.text(label, 50, 80 + 12 * row);
    if (value !== "") page.text(value, 200, 80 + 12 * row).text(value, 260, 80 + 12 * row);
  }
  expect(tablesOf(blocksOf(page))[0]?.rows.map(([label, value]) => [label, value])).toEqual([
    ["Cash at banks and in hand", "12.5"],
    ["Inventories", "10.1"],
    ["Assets", ""],
    ["Ships", "11.7"],
    ["Land and buildings of the harbour", "14.2"],
  ]);
});

test("a text centred above columns with heads of their own is one over all of them", () => {
  const page = new PageBuilder();
  page.text("Households", 180, 80).text("Area", 50, 94);
  for (const [column, head] of ["Total", "Urban", "Rural", "Rate"].entries())
    page.text(head, 120 + 55 * column, 94);
  for (const [row, name] of COUNTRIES.entries()) {
    page.text(name.split(" ")[0] ?? "", 50, 108 + 14 * row);
    for (let column = 0; column < 4; column++)
      page.text(`${row}${column}.5`, 120 + 55 * column, 108 + 14 * row);
  }
  const [table] = tablesOf(blocksOf(page));
  expect(table?.cells.find(({ text }) => text === "Households")).toMatchObject({ column: 1, columnSpan: 4 });
  expect(table?.cells.find(({ text }) => text === "Area")).toMatchObject({ row: 0, rowSpan: 2 });
});

test("rules around a head only do not end its table", () => {
  const page = new PageBuilder();
  page.rule(45, 70, 300, 70).rule(45, 102, 300, 102);
  page.text("Number of", 180, 82).text("Region", 50, 94).text("ships", 180, 94).text("Share", 250, 94);
  for (const [row, name] of COUNTRIES.entries())
    page
      .text(name, 50, 116 + 14 * row)
      .text(`1${row},500`, 180, 116 + 14 * row)
      .text(`4${row}.5`, 250, 116 + 14 * row);
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.slice(0, 2))).toEqual([
    [
      ["Region", "Number of ships", "Share"],
      ["Northern Ireland", "10,500", "40.5"],
    ],
  ]);
});

test("a leader to values is a table's, and one to page numbers is not", () => {
  const tableOf = (value: (row: number) => string): number => {
    const page = new PageBuilder();
    for (const [row, name] of COUNTRIES.entries())
      page
        .text(`${name} ${".".repeat(30 - name.length)}`, 50, 80 + 14 * row)
        .text(value(row), 260, 80 + 14 * row);
    return tablesOf(blocksOf(page)).length;
  };
  expect([tableOf((row) => `1,${row}00`), tableOf((row) => `${3 + 4 * row}`)]).toEqual([1, 0]);
});

test("rows of bold words with as many cells each are rows, not the lines of one head", () => {
  const bold = { font: "Made-Bold" };
  const page = new PageBuilder();
  const names = ["alpha", "beta", "gamma", "delta", "omega", "sigma"];
  for (const [row, name] of names.entries())
    page
      .text(name, 50, 80 + 12 * row, bold)
      .text("gives", 120, 80 + 12 * row, bold)
      .text(`${name} too`, 190, 80 + 12 * row, bold);
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.length)).toEqual([6]);
});

test("tables beside one another are two, although rows of one are between rows of the other", () => {
  const page = new PageBuilder().text("In 12 counties the offices remained closed in March.", 50, 60);
  for (const [row, name] of COUNTRIES.entries()) {
    page
      .text(name, 50, 90 + 22 * row)
      .text(`1${row}5`, 150, 90 + 22 * row)
      .text(`4${row}.5`, 190, 90 + 22 * row);
    page.text(`Port ${"of".repeat(row + 1)}`, 300, 97 + 14 * row);
    page.text(`2${row}7`, 400, 97 + 14 * row).text(`3${row}.5`, 440, 97 + 14 * row);
  }
  page.text("The agreement covers deliveries to all members since 1998.", 50, 240);
  expect(tablesOf(blocksOf(page)).map(({ rows }) => [rows.length, rows[0]?.length])).toEqual([
    [6, 3],
    [6, 3],
  ]);
});

test("cells of several lines that end in the line of their row are one row", () => {
  const page = new PageBuilder();
  const remarks = [
    ["No funds"],
    ["Delayed because", "of permits"],
    ["No funds"],
    ["Delayed because", "of permits"],
  ];
  page.text("Measure", 50, 76).text("Office", 150, 76).text("Remarks", 260, 76);
  for (const [row, lines] of remarks.entries()) {
    const y = 110 + 34 * row;
    page
      .text("Repair of the", 50, y - 11)
      .text("quay wall", 50, y)
      .text("City council", 150, y);
    for (const [at, line] of lines.toReversed().entries()) page.text(line, 260, y - 11 * at);
  }
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows)).toEqual([
    [
      ["Measure", "Office", "Remarks"],
      ...remarks.map((lines) => ["Repair of the quay wall", "City council", lines.join(" ")]),
    ],
  ]);
});

test("in a grid that shows only columns, texts between two lines span these, and entries are rows", () => {
  const page = new PageBuilder();
  page.rule(45, 70, 350, 70).rule(45, 104, 350, 104).rule(45, 140, 350, 140);
  page.rule(150, 70, 150, 140).rule(250, 86, 250, 140);
  page.text("Households", 225, 81).text("Urban", 185, 98).text("Rural", 285, 98).text("Area", 85, 98);
  for (const [row, name] of ["Wales", "England"].entries())
    page
      .text(name, 50, 118 + 14 * row)
      .text(`1${row}5`, 200, 118 + 14 * row)
      .text(`2${row}7`, 300, 118 + 14 * row);
  const [table] = tablesOf(blocksOf(page));
  expect(table?.cells.find(({ text }) => text === "Households")).toMatchObject({ column: 1, columnSpan: 2 });
  expect(table?.rows.slice(-2)).toEqual([
    ["Wales", "105", "207"],
    ["England", "115", "217"],
  ]);
});

test("a leader to several cells is a table's, whatever these are", () => {
  const page = new PageBuilder();
  for (const [row, name] of COUNTRIES.entries())
    page
      .text(`${name} ${".".repeat(30 - name.length)}`, 50, 80 + 14 * row)
      .text(`KX-4${row}91`, 260, 80 + 14 * row)
      .text("piece", 340, 80 + 14 * row);
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.length)).toEqual([6]);
});

test("a title over columns that is aligned with no head below is over all in whose middle it is", () => {
  const page = new PageBuilder();
  page.text("Test set", 187, 80).text("Model", 50, 94).text("Accuracy", 150, 94).text("AUC", 240, 94);
  for (let row = 0; row < 5; row++)
    page
      .text(`Model ${row}`, 50, 108 + 14 * row)
      .text(`123,456,78${row}.123`, 150, 108 + 14 * row)
      .text(`0.${row}08`, 240, 108 + 14 * row);
  const [table] = tablesOf(blocksOf(page));
  expect(table?.cells.find(({ text }) => text === "Test set")).toMatchObject({ column: 1, columnSpan: 2 });
});

test("a caption and a note end the table above them", () => {
  const page = new PageBuilder();
  for (const [part, top] of [80, 174].entries()) {
    page.text(`Table ${part + 1}. Ships`, 50, top);
    for (let row = 0; row < 4; row++)
      for (const [at, x] of [50, 160, 220].entries())
        page.text(at === 0 ? `Port ${row}` : `${part}${row}.${at}`, x, top + 16 + 14 * row);
    page.text("Source: Harbour masters.", 50, top + 74);
  }
  expect(tablesOf(blocksOf(page)).map(({ rows }) => rows.length)).toEqual([4, 4]);
});
