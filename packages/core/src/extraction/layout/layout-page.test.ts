import { expect, test } from "vitest";
import { layoutPage } from "./layout-page.ts";
import { OPTIONS, PageBuilder } from "./testing/page-builder.ts";

function textOf(page: PageBuilder): string {
  return layoutPage(page.build(), OPTIONS).text;
}

function linesOf(page: PageBuilder): readonly string[] {
  return textOf(page).split("\n");
}

test("empty cells stay empty and the values after them do not shift", () => {
  const page = new PageBuilder();
  page.text("Name", 50, 100).text("Debit", 200, 100).text("Credit", 300, 100);
  page.text("Rent", 50, 112).text("90.00", 300, 112);
  page.text("Sale", 50, 124).text("25.00", 200, 124);
  const [head = "", rent = "", sale = ""] = linesOf(page);
  expect(rent.indexOf("90.00")).toBe(head.indexOf("Credit"));
  expect(sale.indexOf("25.00")).toBe(head.indexOf("Debit"));
});

test("numbers that end at one edge end in one column", () => {
  const page = new PageBuilder();
  for (const [row, amount] of ["1,234.50", "8.00", "56.75", "912.00"].entries()) {
    const y = 100 + 12 * row;
    page.text(`Item ${row}`, 50, y).text(amount, 400 - 5 * amount.length, y);
  }
  expect(new Set(linesOf(page).map((line) => line.length)).size).toBe(1);
});

test("the justified right edge of a paragraph does not tear its lines from the left edge", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2, 3, 4])
    page.text("justified".repeat(6 - (row % 2)), 50, 100 + 12 * row, { advance: 0.5 + 0.1 * (row % 2) });
  expect(linesOf(page).every((line) => line.startsWith("justified"))).toBe(true);
});

test("the lines of a justified column stay at its left edge although other text ends at its right edge", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2, 3, 4, 5]) {
    page.text("the line of a paragraph".repeat(2), 300, 100 + 12 * row, { advance: row % 2 ? 0.4 : 0.42 });
  }
  for (const row of [0, 1, 2, 3, 4, 5, 6])
    page.text("left", 50, 172 + 12 * row).text("x".repeat(5 + row), 493 - 5 * (5 + row), 172 + 12 * row);
  expect(
    new Set(
      linesOf(page)
        .slice(0, 6)
        .map((line) => line.indexOf("the")),
    ).size,
  ).toBe(1);
});

test("wide rows are not cut on the right, and neighbours keep two blanks", () => {
  const page = new PageBuilder();
  page.text("An ordinary line of the page's text", 50, 80).text("And another one of them", 50, 92);
  const wide = "dense".repeat(20);
  page.text(wide, 50, 104, { advance: 0.2 }).text("next", 260, 104).text(wide, 300, 104, { advance: 0.25 });
  expect(linesOf(page).at(-1)).toBe(`${wide}  next  ${wide}`);
});

test("no line is dropped where rows are set solid", () => {
  const page = new PageBuilder();
  const words = Array.from({ length: 40 }, (_, index) => `row${index}`);
  for (const [index, word] of words.entries()) page.text(word, 50, 100 + 7 * index);
  expect(linesOf(page)).toEqual(words);
});

test("leader dots and the stops of sentences stay", () => {
  const page = new PageBuilder()
    .text("Chapter 1 ........................ 12", 50, 100)
    .text("The end.", 50, 112);
  expect(textOf(page)).toBe("Chapter 1 ........................ 12\nThe end.");
});

test("a superscript stays with its word and a subscript in its formula", () => {
  const page = new PageBuilder();
  page.text("note", 50, 100).text("12", 70, 96.5, { size: 6 }).text("and", 80, 100);
  page.text("H", 50, 120).text("2", 55, 122.5, { size: 6 }).text("O", 58, 120);
  expect(linesOf(page)).toEqual(["note12 and", "H2O"]);
});

test("a stroke through the sign of a formula is part of the sign", () => {
  const page = new PageBuilder().text("A", 50, 100).glyphs(["\u0338", "="], 60, 100).text("B", 70, 100);
  expect(textOf(page)).toBe("A ≠ B");
});

test.each([
  ["12", "The source of it", "12 The source of it"],
  ["*", "See below", "* See below"],
  ["238", "Pu and", "238Pu and"],
  ["1234", "The source", "1234The source"],
])("a raised %s and %j at the start of a line", (mark, text, line) => {
  const page = new PageBuilder().text("A line above the notes", 50, 80);
  page.text(mark, 50, 96.5, { size: 6 }).text(text, 50 + 3 * mark.length, 100);
  expect(linesOf(page).at(-1)).toBe(line);
});

test("a number as large as its text, or level with it, is no footnote mark", () => {
  const page = new PageBuilder().text("12The end", 50, 80);
  page.text("12", 50, 92, { size: 6 }).text("The end", 56, 92);
  expect(linesOf(page)).toEqual(["12The end", "12The end"]);
});

test("glyphs set twice to look bold are written once, real double letters twice", () => {
  const page = new PageBuilder().text("Total", 50, 100).text("Total", 50.4, 100).text("ballook", 90, 100);
  expect(textOf(page)).toBe("Total   ballook");
});

test("letter-spaced words are joined, and single letters with blanks between are not", () => {
  const page = new PageBuilder();
  page.text("CHAPTER", 50, 100, { spacing: 3 }).text("A B C", 50, 120);
  expect(linesOf(page)).toEqual(["CHAPTER", "A B C"]);
});

test("text that is tracked out keeps its blanks", () => {
  const page = new PageBuilder().glyphs(Array.from("widesettext"), 50, 100, { spacing: 1 });
  page.glyphs(Array.from("again"), 50 + 11 * 6 + 2, 100, { spacing: 1 });
  expect(textOf(page)).toBe("widesettext again");
});

test("ligatures are split, presentation forms are letters, marks of direction are gone", () => {
  const page = new PageBuilder();
  page.glyphs(["o", "\ufb03", "c", "e"], 50, 100).glyphs(["c", "o", "o", "p", "\u200e"], 50, 112);
  page.glyphs(["x", "\u0001", "\u2f00"], 50, 124, { advance: 0.1 });
  expect(linesOf(page)).toEqual(["office", "coop", "x一"]);
});

test("a soft hyphen is a hyphen where it is drawn", () => {
  const page = new PageBuilder().glyphs(["-", "a", " ", "\u00ad", "v"], 50, 100);
  page.glyphs(["b", "r", "e", "\u00ad"], 50, 112);
  page.glyphs(["c", "o"], 50, 124).glyphs(["\u00ad"], 60, 124, { advance: 0 }).glyphs(["o", "p"], 60, 124);
  expect(linesOf(page)).toEqual(["-a -v", "bre-", "coop"]);
});

test("a combining mark stays on its letter and takes no column", () => {
  const page = new PageBuilder().glyphs(["e", "\u0301", "t", "e", "\u0301"], 50, 100).text("right", 200, 100);
  page.text("abc", 50, 112).text("right", 200, 112);
  const [accented = "", plain = ""] = linesOf(page);
  expect(accented.startsWith("e\u0301te\u0301 ")).toBe(true);
  expect(accented.indexOf("right") - 2).toBe(plain.indexOf("right"));
});

test.each([
  ["before", ["¨", "u"]],
  ["after", ["u", "¨"]],
])("an accent set %s its letter is merged with it", (_, [first = "", second = ""]) => {
  const page = new PageBuilder()
    .text("M", 50, 100)
    .text(first, 55, 100)
    .text(second, 55.5, 100)
    .text("nch", 60, 100);
  expect(textOf(page)).toBe("Münch");
});

test("an accent without a letter is kept", () => {
  expect(textOf(new PageBuilder().text("x^2 ˜ y", 50, 100))).toBe("x^2 ˜ y");
});

test("text outside the page is dropped", () => {
  expect(textOf(new PageBuilder().text("seen", 50, 100).text("unseen", 700, 100))).toBe("seen");
});

test("gaps give blank lines, never more than one in a row", () => {
  const page = new PageBuilder();
  for (const y of [100, 112, 124, 160, 172, 300]) page.text(`at ${y}`, 50, y);
  expect(linesOf(page)).toEqual(["at 100", "at 112", "at 124", "", "at 160", "at 172", "", "at 300"]);
});

test("columns whose lines alternate make no blank lines where one of them goes on alone", () => {
  const page = new PageBuilder();
  for (let row = 0; row < 6; row++) page.text(`right line number ${row}`, 320, 106 + 12 * row);
  for (let row = 0; row < 10; row++) page.text(`left line number ${row}`, 50, 100 + 12 * row);
  expect(linesOf(page).filter((line) => line === "")).toEqual([]);
});

test("a margin stamp comes after the page and pushes no margin", () => {
  const page = new PageBuilder().text("Title", 100, 100).text("Body of the page", 100, 112);
  page.text("arXiv 2101.00001", 20, 500, { angle: -90 });
  expect(linesOf(page)).toEqual(["Title", "Body of the page", "arXiv 2101.00001"]);
});

test("the letters of a diagonal watermark stay together and out of the rows", () => {
  const page = new PageBuilder();
  for (const row of Array.from({ length: 20 }).keys()) page.text("A row of the page", 100, 100 + 12 * row);
  page.text("DRAFT COPY", 100, 350, { angle: -45, size: 40 });
  const lines = linesOf(page);
  expect(lines.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "A row of the page"));
  expect(lines.slice(20)).toEqual(["DRAFT COPY"]);
});

test.each([90, -90, 180])("a block turned by %d degrees keeps its rows and columns", (angle) => {
  const page = new PageBuilder();
  const down = angle === 180 ? [0, -12] : angle === 90 ? [-12, 0] : [12, 0];
  for (const [row, word] of ["one", "two", "six"].entries()) {
    page.text(`${word} and more`, 300 + row * (down[0] ?? 0), 400 + row * (down[1] ?? 0), { angle });
  }
  expect(linesOf(page)).toEqual(["one and more", "two and more", "six and more"]);
});

test("vertical writing is read downwards, its columns from right to left", () => {
  const page = new PageBuilder();
  const style = { angle: 90, advance: 1, vertical: true };
  page.text("春眠不覚暁", 300, 100, style).text("処処聞啼鳥", 282, 100, style);
  expect(linesOf(page)).toEqual(["春眠不覚暁", "処処聞啼鳥"]);
});

test("words from right to left are not reversed, and their row starts with the one read first", () => {
  const page = new PageBuilder();
  page.text("םלוע", 100, 100).text("םולש", 400, 100);
  expect(textOf(page)).toMatch(/^שלום {2,}עולם$/u);
});

test("rows from right to left and rows from left to right share one margin", () => {
  const page = new PageBuilder().text("םולש", 480, 100).text("םולש", 60, 112).text("לכ", 490, 112);
  page.text("Latin text", 60, 130);
  expect(linesOf(page).map((line) => line.search(/\S/u))).toEqual([0, 0, 0]);
});

test("numbers and Latin words keep their order among words from right to left", () => {
  expect(textOf(new PageBuilder().text("2024 תנשב PDF ץבוק", 100, 100))).toBe("קובץ PDF בשנת 2024");
});

test("close cells separated by a rule keep two spaces, parts of one cell keep one", () => {
  const ruled = new PageBuilder().text("12.50", 50, 100).text("80.00", 81, 100).rule(78, 80, 78, 110);
  expect(textOf(ruled)).toBe("12.50  80.00");
  expect(textOf(new PageBuilder().text("Items", 50, 100).text("80.00", 81, 100))).toBe("Items 80.00");
});

test("a vertical rule separates close text on its sides", () => {
  const parted = new PageBuilder().text("left", 50, 100).text("right", 72, 100).rule(71, 80, 71, 110);
  expect(textOf(parted)).toBe("left  right");
  const { words } = layoutPage(parted.build(), OPTIONS);
  expect(words).toHaveLength(14);
});

test("a page without anything has one empty line of text, no words and no marks", () => {
  expect(layoutPage(new PageBuilder().build(), OPTIONS)).toEqual({
    text: "",
    checkMarks: [],
    lines: new Float32Array(5),
    words: new Float64Array(),
  });
});

test("a line's box reaches from the bottom of its ink a quarter above the ink's height", () => {
  const { lines } = layoutPage(new PageBuilder().text("Hxg", 50, 100, { size: 20 }).build(), OPTIONS);
  const [x0, x1, bottom = 0, height = 0, confidence] = lines;
  expect([x0, x1, confidence]).toEqual([50, 80, 1]);
  const ink = 20 * (0.7 + 0.21);
  expect(bottom).toBeCloseTo(100 + 20 * 0.21, 1);
  expect(height).toBeCloseTo(1.25 * ink, 1);
});

test("every word has its place in the text and its box on the page, turned text too", () => {
  const page = new PageBuilder()
    .text("two words", 50, 100)
    .text("far", 400, 100)
    .text("up", 30, 300, { angle: -90 });
  const { text, words } = layoutPage(page.build(), OPTIONS);
  const rows = Array.from({ length: words.length / 7 }, (_, index) => [
    ...words.subarray(7 * index, 7 * index + 7),
  ]);
  expect(rows.map(([start, end]) => text.slice(start, end))).toEqual(["two", "words", "far", "up"]);
  expect(rows.map(([, , x0]) => Math.round(x0 ?? 0))).toEqual([50, 70, 400, 25]);
  const [, , x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rows[3] ?? [];
  expect(x1).toBeGreaterThan(x0);
  expect([y0, y1].map(Math.round)).toEqual([290, 300]);
});

test("no geometry throws or makes words without a place", () => {
  const page = new PageBuilder().text("huge", 50, 100, { size: 5000 }).text("none", 50, 100, { size: 0 });
  page.text("NaN", Number.NaN, 100).text("far", 1e30, Number.POSITIVE_INFINITY).text("ok", 50, 100);
  expect(textOf(page)).toContain("ok");
});

test.each([
  ["a narrow blank apart", 3],
  ["wider apart than columns", 14],
])("leader dots that are drawn %s are written without blanks", (_, spacing) => {
  const page = new PageBuilder();
  page.text("Introduction", 50, 100).text(".....", 150, 100, { spacing }).text("7", 300, 100);
  expect(textOf(page)).toMatch(/^Introduction +\.{5} +7$/u);
});

test("the tiny print of a figure does not stretch the text of the page", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2]) page.text("A line of the text of the page.", 50, 100 + 12 * row);
  for (const row of [0, 1, 2]) {
    for (const x of [50, 80, 110, 140, 170, 200]) page.text("tiny print", x, 300 + 3 * row, { size: 2 });
  }
  page.text("left", 50, 136).text("right", 250, 136);
  expect(
    linesOf(page)
      .find((line) => line.startsWith("left"))
      ?.indexOf("right"),
  ).toBe(40);
});

test("the box of a line is as high as the capitals that its font declares", () => {
  const heightOf = (style: { capHeight?: number }): number =>
    layoutPage(new PageBuilder().text("EFH", 50, 100, { size: 100, ...style }).build(), OPTIONS).lines[3] ??
    0;
  expect(heightOf({ capHeight: 0.6 }) - heightOf({ capHeight: 0.8 })).toBeCloseTo(-1.25 * 20);
  expect(heightOf({})).toBe(heightOf({ capHeight: 0.7 }));
});

test("the words of a field's value are as high as their letters, wherever they are in it", () => {
  const page = new PageBuilder().field({
    kind: "text",
    value: "EFH EFH",
    fontSize: 10,
    box: { x0: 50, y0: 100, x1: 250, y1: 114 },
  });
  const { words } = layoutPage(page.build(), OPTIONS);
  expect((words[5] ?? 0) - (words[3] ?? 0)).toBeCloseTo(7.12);
  expect(words[10]).toBe(words[3]);
});

test("the page numbers of a contents list end in one column, however long its leaders are", () => {
  const page = new PageBuilder();
  for (const [row, [entry, dots, number]] of [
    ["Introduction", 30, "1"],
    ["Illicit fillings", 36, "27"],
    ["Wonderful moorings", 22, "104"],
    ["Winter hall", 34, "8"],
  ].entries()) {
    const y = 100 + 12 * row;
    const text = `${entry}${".".repeat(Number(dots))}`;
    const end = 400 - 5 * String(number).length;
    page.text(text, 50, y, { advance: (end - 50) / 10 / text.length }).text(String(number), end, y);
  }
  const lines = linesOf(page);
  expect(lines.every((line) => /\.{22,36} +\d+$/u.test(line))).toBe(true);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

test("a small letter that is kerned into the letters beside it stays in its word", () => {
  const page = new PageBuilder();
  page.text("The L", 50, 100).text("A", 72.6, 98, { size: 7 }).text("TEX logo", 76, 100);
  expect(textOf(page)).toBe("The LATEX logo");
  const tight = new PageBuilder();
  tight.text("The L", 50, 100).text("A", 71.5, 98, { size: 7 }).text("TEX logo", 74, 100);
  expect(textOf(tight)).toBe("The LATEX logo");
});

test("a lowered letter that overlaps the letters on both sides stays in its word", () => {
  const page = new PageBuilder();
  page.text("with BibT", 50, 100).text("E", 93.5, 103.1).text("X files", 97, 100);
  expect(textOf(page)).toBe("with BibTEX files");
});

test("the characters of a comb field are placed in its cells", () => {
  const box = { x0: 50, y0: 100, x1: 250, y1: 120 };
  const page = new PageBuilder().field({ kind: "text", value: "12 345", combCells: 10, box });
  const { text, words } = layoutPage(page.build(), OPTIONS);
  expect(text).toBe("12 345");
  const columns = [0, 1].map((word) => [2, 4].map((side) => Math.round(words[7 * word + side] ?? 0)));
  expect(columns).toEqual([
    [50, 90],
    [110, 170],
  ]);
});

test("a value is aligned with its label, although numbers farther down share its right edge", () => {
  const page = new PageBuilder().text("Employee number", 150, 100).text("004417", 150, 112);
  page.text("Day of payment", 150, 124).text("31/10/2026", 150, 136);
  for (const [row, hours] of ["162.50", "9.00", "8.25", "10.00", "7.75"].entries()) {
    const y = 148 + 12 * row;
    page.text(`Item ${row}`, 50, y).text(hours, 180 - 5 * hours.length, y);
  }
  const [label = "", value = ""] = linesOf(page);
  expect(value.indexOf("004417")).toBe(label.indexOf("Employee"));
});

test.each([
  ["f", "(x)", 0.9, "f(x)"],
  ["sin", "(x)", 0.3, "sin(x)"],
  ["Apples", "•", 0.9, "Apples •"],
  ["•", "Apples", 0.9, "• Apples"],
])("%j and %j %d points apart", (left, right, gap, text) => {
  const page = new PageBuilder().text(left, 50, 100).text(right, 50 + 5 * left.length + gap, 100);
  expect(layoutPage(page.build(), OPTIONS).text).toBe(text);
});
