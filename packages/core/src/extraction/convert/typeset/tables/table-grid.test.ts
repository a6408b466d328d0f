import { expect, test } from "vitest";
import type { TableRow } from "../../model/flow-document.ts";
import { bandsOf, cellsIn, placed } from "./table-grid.ts";

function row(...spans: readonly (readonly [columnSpan: number, rowSpan: number])[]): TableRow {
  return { cells: spans.map(([columnSpan, rowSpan]) => ({ columnSpan, rowSpan, blocks: [] })) };
}

function columnsOf(rows: readonly TableRow[]): readonly (readonly string[])[] {
  return placed(rows).map((cells) =>
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
  const cells = placed(rows).flat();
  expect(cells.filter(({ continues }) => !continues).length).toBe(count);
  expect(cells.length).toBeLessThan(600_000);
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
  const [cells = []] = placed([row([2, 1], [3, 1])]);
  const spans = cellsIn(cells, { first: 0, end: 4 }).map(({ column, cell }) => [column, cell.columnSpan]);
  expect(spans).toEqual([
    [0, 2],
    [2, 2],
  ]);
});
