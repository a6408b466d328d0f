import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

const textOf = (page: PageBuilder): string => layoutPage(page.build(), OPTIONS).text;

test("of runs drawn over each other, the one drawn last is read first, beside what leaves it room", () => {
  const page = new PageBuilder()
    .text("Item", 50, 100)
    .text("Amount payable", 150, 100)
    .text("1,234.50", 153, 100);
  expect(textOf(page)).toMatch(/^Item +1,234\.50\n +Amount payable$/u);
});

test("leader dots under a name leave it whole", () => {
  const page = new PageBuilder()
    .text("Name:", 50, 100)
    .text(".".repeat(30), 80, 100)
    .text("Ruth Hollis", 102, 100);
  expect(textOf(page)).toMatch(/^Name: \.+ ?Ruth Hollis ?\.+$/u);
});

test("a text and its shadow are one text", () => {
  const page = new PageBuilder().text("Shadow", 50, 100, { size: 20 }).text("Shadow", 55, 101, { size: 20 });
  expect(textOf(page)).toBe("Shadow");
});

test("letters that were drawn by themselves into the gaps of a run stay in its words", () => {
  const page = new PageBuilder().text("t", 50, 100).text("e", 60, 100).text("h", 55, 100);
  expect(textOf(page)).toBe("the");
});

test("a page-high number leaves the rows that it overlaps alone", () => {
  const page = new PageBuilder().text("7", 60, 340, { size: 300 });
  const rows = ["first row", "second row", "third row", "fourth row"];
  for (const [index, row] of rows.entries()) page.text(row, 50, 100 + index * 80);
  const lines = textOf(page).split("\n");
  expect(lines.filter((line) => rows.includes(line))).toEqual(rows);
});

test("lines beside a large number are no scripts of it", () => {
  const page = new PageBuilder().text("12", 50, 120, { size: 40 });
  const rows = ["alpha beta gamma", "delta epsilon zeta", "eta theta iota"];
  for (const [index, row] of rows.entries()) page.text(row, 100, 100 + index * 12);
  for (const row of rows) expect(textOf(page)).toContain(row);
});
