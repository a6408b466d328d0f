import { expect, test } from "vitest";
import type { TableRow } from "../../model/flow-document.ts";
import { bandsOf, cellsIn, placed } from "./table-grid.ts";

function row(...spans: readonly (readonly [columnSpan: number, rowSpan: number])[]): TableRow {
  return { cells: spans.map(([columnSpan, rowSpan]) => ({ columnSpan, rowSpan, blocks: [] })) };
}

function columnsOf(rows: readonly TableRow[]): readonly (readonly string[])[] {
  return placed(rows).rows.map((cells) =>
    cells.map(({ column, continues }) => `${column}${continues ? " continued" : ""}`),
  );
}

test("cells stand beside those that reach down from rows above", () => {
  const rows = [row([1, 3], [2, 1]), row([1, 2]), row([1, 1])];
  expect(columnsOf(rows)).toEqual([
    ["0", "1"],
    ["0 continued", "1"],
    ["0 continued", "1 continued", "2"],
  ]);
});

test("rows of cells that reach down through all others claim a limited number of places", () => {
  const count = 3000;
  const rows = Array.from({ length: count }, () => row([1, count]));
  const cells = placed(rows).rows.flat();
  expect(cells.filter(({ continues }) => !continues).length).toBe(count);
  expect(cells.length).toBeLessThan(600_000);
});

test("a thousand cells that each span all there may be take a thousand columns and rows", () => {
  const wide = placed([row(...Array.from({ length: 1000 }, () => [1000, 65_534] as const))]);
  expect(wide).toMatchObject({ columns: { length: 1000 }, rows: [{ length: 1000 }], width: 1_000_000 });
  const tall = placed(Array.from({ length: 1000 }, () => row([1000, 65_534])));
  expect(tall.columns.length).toBeLessThanOrEqual(1000);
  expect(tall.rows.flat().length).toBeLessThanOrEqual(21_000);
});

test("a column in which no cell begins is left out; a cell ends before one that reaches down into its place", () => {
  const { rows, columns, width } = placed([row([1, 1], [2, 2], [3, 1]), row([5, 1])]);
  const spans = rows.map((cells) => cells.map(({ cell, column }) => [column, cell.columnSpan]));
  expect({ spans, columns, width }).toEqual({
    spans: [
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      [
        [0, 1],
        [1, 1],
      ],
    ],
    columns: [0, 1, 3],
    width: 6,
  });
});

test("columns that are too many or too wide for a page are divided", () => {
  expect(bandsOf([0])).toEqual([{ first: 0, end: 0 }]);
  expect(bandsOf([0, 100, 200])).toEqual([{ first: 0, end: 2 }]);
  expect(bandsOf([0, 30_000, 60_000, 90_000])).toEqual([
    { first: 0, end: 1 },
    { first: 1, end: 2 },
    { first: 2, end: 3 },
  ]);
  const edges = Array.from({ length: 2501 }, (_, column) => column);
  expect(bandsOf(edges).map(({ end }) => end)).toEqual([1000, 2000, 2500]);
});

test("a cell that reaches into the next columns of a divided table is cut off", () => {
  const [cells = []] = placed([row([2, 1], [3, 1]), row([1, 1], [1, 1], [1, 1], [1, 1], [1, 1])]).rows;
  const spans = cellsIn(cells, { first: 0, end: 4 }).map(({ column, cell }) => [column, cell.columnSpan]);
  expect(spans).toEqual([
    [0, 2],
    [2, 2],
  ]);
});
