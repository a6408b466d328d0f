import { expect, test } from "vitest";
import { documentBlocks } from "./document/document-blocks.ts";
import type { StructuredPage } from "./document/document-page.ts";

test("a tagged table over thousands of pages takes time in proportion to its cells", () => {
  const [pages, rows, columns] = [1500, 40, 8];
  const box = { x0: 20, y0: 20, x1: 500, y1: 700 };
  const read = Array.from({ length: pages }, (_, page): StructuredPage => {
    const cells = Array.from({ length: rows * columns }, (__, cell) => {
      const row = page * rows + Math.floor(cell / columns);
      const column = cell % columns;
      return { row, column, rowSpan: 1, columnSpan: 1, text: `${row}/${column}`, box };
    });
    const table = { kind: "table", element: "t1", box, rows, columns, headRows: 1, ruling: "none", cells };
    const structure = JSON.stringify({ version: 1, blocks: [{ ...table, confidence: 1 }], note: "" });
    return { ok: true, number: page + 1, width: 595, height: 842, lines: new Float32Array(), structure };
  });
  const before = process.cpuUsage().user;
  const { blocks } = documentBlocks(read);
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(15);
  expect(blocks).toMatchObject([{ kind: "table", rows: pages * rows, columns }]);
});
