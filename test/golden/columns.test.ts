import { createExtractor, type Extractor } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocument } from "../fixtures/pdf/document.ts";
import { A4 } from "../fixtures/pdf/geometry.ts";
import type { PageBuilder } from "../fixtures/pdf/page.ts";
import { someWords } from "../fixtures/words.ts";

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 1 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

async function linesOf(draw: (page: PageBuilder) => void): Promise<readonly string[]> {
  const document = createDocument();
  document.page(A4, draw);
  const { text } = await extractor.extract(document.finish().bytes, {
    mode: "native_text",
    outputMode: "text",
  });
  return text.replace("<<<", "").trimEnd().split("\n");
}

const SIZE = 10;
const LEADING = 12;
const LEFT = 60;
const RIGHT = 310;

/** A ragged column of numbered lines. */
function column(
  page: PageBuilder,
  name: string,
  { x, y, count }: { x: number; y: number; count: number },
): void {
  for (let line = 0; line < count; line++) {
    page.text(`${name}${line} ${someWords(5, name.charCodeAt(0) + line)}`, {
      x,
      y: y + LEADING * line,
      size: SIZE,
    });
  }
}

/** A fraction and a sum with limits, 40 points high, with its number at the end of the column. */
function formula(page: PageBuilder, x: number, y: number): void {
  page.text("x =", { x, y, size: SIZE });
  page.text("a + b", { x: x + 26, y: y - 7, size: SIZE });
  page.line({ x: x + 22, y: y - 3 }, { x: x + 56, y: y - 3 }, 0.5);
  page.text("c - d", { x: x + 26, y: y + 7, size: SIZE });
  page.text("n", { x: x + 76, y: y - 10, size: 7 });
  page.text("S", { x: x + 72, y: y + 3, size: 16 });
  page.text("i=1", { x: x + 72, y: y + 12, size: 7 });
  page.text("(1)", { x: x + 195, y, size: SIZE });
}

const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, line) => `${name}${line}`);

const FORMULA = ["a", "x", "c", "i=1"];

/** The first word of each line. */
const starts = (lines: readonly string[]): readonly string[] => lines.map((line) => line.split(" ")[0] ?? "");

test("the lines of a formula stay together in its column, with the formula's number", async () => {
  const lines = await linesOf((page) => {
    column(page, "L", { x: LEFT, y: 100, count: 6 });
    formula(page, LEFT, 190);
    column(page, "M", { x: LEFT, y: 220, count: 10 });
    column(page, "R", { x: RIGHT, y: 100, count: 20 });
  });
  expect(starts(lines)).toEqual([...named("L", 6), ...FORMULA, ...named("M", 10), ...named("R", 20)]);
  expect(lines.find((line) => line.includes("(1)"))).toMatch(/^x = .*\(1\)$/u);
});

test("formulas in both columns stay in them", async () => {
  const lines = await linesOf((page) => {
    column(page, "L", { x: LEFT, y: 100, count: 6 });
    formula(page, LEFT, 190);
    column(page, "M", { x: LEFT, y: 220, count: 10 });
    column(page, "R", { x: RIGHT, y: 100, count: 4 });
    formula(page, RIGHT, 168);
    column(page, "S", { x: RIGHT, y: 200, count: 11 });
  });
  expect(starts(lines)).toEqual([
    ...named("L", 6),
    ...FORMULA,
    ...named("M", 10),
    ...named("R", 4),
    ...FORMULA,
    ...named("S", 11),
  ]);
});

test("full-height columns go on across a blank band", async () => {
  const lines = await linesOf((page) => {
    for (const [name, x, y] of [
      ["L", LEFT, 100],
      ["R", RIGHT, 100],
      ["M", LEFT, 400],
      ["S", RIGHT, 400],
    ] as const)
      column(page, name, { x, y, count: 20 });
  });
  expect(starts(lines)).toEqual(["L", "M", "R", "S"].flatMap((name) => named(name, 20)));
});

test("footnotes that stand apart below two columns follow the text, column by column", async () => {
  const lines = await linesOf((page) => {
    column(page, "L", { x: LEFT, y: 100, count: 20 });
    column(page, "R", { x: RIGHT, y: 100, count: 20 });
    page.text("1 A note on the left column", { x: LEFT, y: 360, size: 7.5 });
    page.text("that takes two lines.", { x: LEFT, y: 369, size: 7.5 });
    page.text("2 A note on the right one", { x: RIGHT, y: 360, size: 7.5 });
  });
  expect(starts(lines.slice(0, 40))).toEqual([...named("L", 20), ...named("R", 20)]);
  expect(lines.slice(40)).toEqual([
    "1 A note on the left column",
    "that takes two lines.",
    "2 A note on the right one",
  ]);
});

test("the cells of table rows are two blanks apart", async () => {
  const lines = await linesOf((page) => {
    for (let row = 0; row < 5; row++) {
      page.text(someWords(2, row), { x: LEFT, y: 100 + 14 * row, size: SIZE });
      page.text(`${row + 1},204.00`, { x: 220, y: 100 + 14 * row, size: SIZE, align: "right" });
      page.text(`${row}8.1`, { x: 250, y: 100 + 14 * row, size: SIZE, align: "right" });
      page.text("paid", { x: 259, y: 100 + 14 * row, size: SIZE });
    }
  });
  expect(lines).toEqual(
    Array.from({ length: 5 }, (_, row) => `${someWords(2, row)}  ${row + 1},204.00  ${row}8.1  paid`),
  );
});

test("the columns of prose below a heading do not pull the heads of a table off their columns", async () => {
  const document = createDocument();
  document.page(A4, (page) => {
    for (let row = 0; row < 6; row++) {
      const y = 100 + 14 * row;
      page.text(row === 0 ? "Stop" : someWords(1, row), { x: LEFT, y, size: SIZE });
      for (let stop = 0; stop < 9; stop++) {
        const text = row === 0 ? `10${stop}` : `0${stop}:${row}5`;
        page.text(text, { x: 150 + 34 * stop, y, size: SIZE, align: "right" });
      }
    }
    page.text("Heading", { x: LEFT, y: 192, size: 15 });
    for (let row = 0; row < 6; row++) {
      page.text(someWords(8, 40 + row), { x: LEFT, y: 208 + 10 * row, size: 7.5 });
      page.text(someWords(7, 80 + row), { x: 265, y: 208 + 10 * row, size: 7.5 });
    }
    for (let row = 0; row < 20; row++) page.text(someWords(11, row), { x: LEFT, y: 400 + 14 * row });
  });
  const { text } = await extractor.extract(document.finish().bytes, { mode: "native_text" });
  const [heads = [], ...rows] = text
    .split("\n")
    .filter((line) => /10\d|\d:/u.test(line))
    .map((line) => Array.from(line.matchAll(/\S+/gu), ({ 0: word, index }) => index + word.length).slice(1));
  expect(rows).toHaveLength(5);
  const offsets = rows.flatMap((row) => row.map((end, at) => Math.abs(end - (heads[at] ?? 0))));
  expect(Math.max(...offsets)).toBeLessThanOrEqual(1);
});
