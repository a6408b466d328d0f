import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

const UPWARDS = { angle: -90 };

function layoutOf(page: PageBuilder) {
  return layoutPage(page.build(), OPTIONS);
}

/** A table of three narrow columns whose heads read upwards. */
function table(heads: readonly string[]): PageBuilder {
  const page = new PageBuilder().text("Material", 50, 100);
  for (const [index, head] of heads.entries()) page.text(head, 158 + 40 * index, 101, UPWARDS);
  for (const [row, name] of ["Copper", "Oak", "Wool"].entries()) {
    page.text(name, 50, 114 + 12 * row);
    for (const column of [0, 1, 2]) page.text(`${row}${column}`, 150 + 40 * column, 114 + 12 * row);
  }
  return page;
}

test("headings rotated to fit narrow columns are written on one line above them", () => {
  const lines = layoutOf(table(["Weight", "Length", "Height"])).text.split("\n");
  expect(lines[0]).toMatch(/^Material +Weight +Length +Height$/u);
  for (const [index, head] of ["Weight", "Length", "Height"].entries()) {
    const at = lines[0]?.indexOf(head) ?? -1;
    expect(lines[1]?.slice(at, at + 6).trim()).toBe(`0${index}`);
  }
  expect(lines).toHaveLength(4);
});

test("the words of a turned head have their places on the page", () => {
  const { text, words } = layoutOf(table(["Net weight", "Length", "Height"]));
  const rows = Array.from({ length: words.length / 7 }, (_, row) => words.subarray(7 * row, 7 * row + 7));
  const weight = rows.find(([start, end]) => text.slice(start, end) === "weight") ?? [];
  const [, , x0 = 0, y0 = 0, x1 = 0, y1 = 0] = weight;
  expect(x1).toBeLessThanOrEqual(162);
  expect(x0).toBeGreaterThanOrEqual(149);
  expect([y0, y1].map(Math.round)).toEqual([51, 81]);
});

test("a stamp in the margin of a table stays behind the page", () => {
  const page = new PageBuilder();
  page.text("arXiv:1234", 20, 300, UPWARDS).text("2 Nov 2026", 32, 300, UPWARDS);
  for (const row of [0, 1, 2]) {
    page.text("A first cell", 100, 310 + 12 * row).text("B", 200, 310 + 12 * row);
  }
  expect(layoutOf(page).text.split("\n").slice(-2)).toEqual(["arXiv:1234", "2 Nov 2026"]);
});

test("turned labels over a caption stay behind the page", () => {
  const page = new PageBuilder();
  for (const [index, label] of ["2019", "2020", "2021"].entries()) {
    page.text(label, 100 + 40 * index, 200, UPWARDS);
  }
  page.text("Figure 1: what was sold in each of the years", 90, 215);
  const lines = layoutOf(page).text.split("\n");
  expect(lines.filter((line) => line !== "").slice(-3)).toEqual(["2019", "2020", "2021"]);
});
