import { expect, test } from "vitest";
import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";
import { readingFlows } from "./reading-order.ts";

const CELL = 20;

function cell(text: string, column: number, baseline: number): Segment {
  const x0 = column * CELL;
  const y = baseline * 12;
  return { text, cells: text.length, x0, x1: x0 + 8, y, size: 8, isSeparated: false, baseline, words: [] };
}

test("a table of very many cells is not looked through for columns of prose again and again", () => {
  const [rowCount, columns] = [400, 200];
  let reads = 0;
  const rows = Array.from({ length: rowCount }, (_, row): Row => {
    const segments = Array.from({ length: columns }, (__, column) => cell(`${row}`, column, row));
    return {
      get segments() {
        reads++;
        return segments;
      },
      y: row * 12,
      size: 8,
    };
  });
  const flows = readingFlows(rows);
  expect(flows.flat().map(({ y }) => y)).toEqual(rows.map(({ y }) => y));
  // If each gutter were looked at again from each row on, there would be 16 million.
  expect(reads).toBeLessThan(2_000_000);
});
