import { expect, test } from "vitest";
import type { PlacedCell, TableBlock } from "../model/block.ts";
import { toChunks } from "./chunks.ts";

const BOX = { x0: 0, y0: 0, x1: 100, y1: 10 };
const ROWS_OF_PAGE = 50;

function cell(row: number, column: number, text: string, span: Partial<PlacedCell> = {}): PlacedCell {
  const page = 1 + Math.floor(row / ROWS_OF_PAGE);
  return { row, column, rowSpan: 1, columnSpan: 1, text, box: BOX, page, ...span };
}

function table(cells: readonly PlacedCell[], rows: number, columns: number): TableBlock {
  const pages = Math.ceil(rows / ROWS_OF_PAGE);
  const places = Array.from({ length: pages }, (_, index) => ({ page: index + 1, box: BOX, lines: null }));
  return { kind: "table", id: "b1", places, confidence: 1, rows, columns, headRows: 1, caption: "", cells };
}

/** How often elements of a long table's cells are read to make its chunks. */
function readsOf(rows: number): number {
  let reads = 0;
  const cells = Array.from({ length: rows * 3 }, (_, at) => cell(Math.floor(at / 3), at % 3, `${at}`));
  const counted = new Proxy(cells, {
    get: (target, name, receiver) => {
      if (typeof name === "string" && /^\d/u.test(name)) reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  toChunks({ blocks: [table(counted, rows, 3)] });
  return reads;
}

test("the cells of a table are gone through a fixed number of times, however many rows it has", () => {
  expect(readsOf(2000)).toBe(10 * readsOf(200));
});

test("each row has the places of the pages that its cells are on", () => {
  const cells = Array.from({ length: 120 }, (_, row) => cell(row, 0, `${row}`));
  const chunks = toChunks({ blocks: [table(cells, 120, 1)] }, { size: 16, unit: "characters" });
  expect(chunks.at(0)?.pages).toEqual([1]);
  expect(chunks.at(-1)?.pages).toEqual([3]);
  expect(chunks.find(({ text }) => text.includes("| 70 |"))?.pages).toEqual([2]);
});

test("a head that is larger than a chunk is repeated unless that makes the table many times larger", () => {
  const headsOf = (rows: number): number => {
    const head = "every word of this head ".repeat(200);
    const body = Array.from({ length: rows }, (_, row) => cell(row + 1, 0, `row ${row}`));
    const chunks = toChunks({ blocks: [table([cell(0, 0, head), ...body], rows + 1, 1)] });
    const text = chunks.map((chunk) => chunk.text).join("\n");
    for (let row = 0; row < rows; row++) expect(text).toContain(`| row ${row} |`);
    return chunks.filter((chunk) => chunk.text.includes("every word")).length;
  };
  expect(headsOf(5)).toBe(5);
  expect(headsOf(1000)).toBe(1);
});

test("a cell that spans several is repeated unless that makes the table many times larger", () => {
  const of = (text: string): string => {
    const cells = [cell(0, 0, "head"), cell(1, 0, text, { rowSpan: 2000, columnSpan: 100 })];
    const chunks = toChunks({ blocks: [table(cells, 2001, 100)] }, { size: 100_000 });
    return chunks.map((chunk) => chunk.text).join("\n");
  };
  expect(of("abc").split("abc").length - 1).toBe(200_000);
  expect(of("abc".repeat(1000)).split("abc").length - 1).toBe(1000);
});
