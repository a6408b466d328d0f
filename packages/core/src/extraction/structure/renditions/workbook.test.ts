import { read } from "@e965/xlsx";
import { expect, test } from "vitest";
import { sheetNames, toWorkbook, type WorkbookCell } from "./workbook.ts";

test("values keep their types: numbers, dates and truth are no texts, and texts are no formulas", async () => {
  const rows: WorkbookCell[][] = [
    ["item", "amount", "day", "paid"],
    ["=1+1", { number: -1234.5, format: '#,##0.00 "€"' }, { date: "2026-11-28" }, true],
    ["00123", 7, { date: "2026-11-28T09:30:00" }, null],
    ["a & <b>\n\u0001", 0, { date: "1899-01-01" }, false],
  ];
  const book = read(await toWorkbook([{ name: "Items", rows }]), { cellFormula: true, cellNF: true });
  const sheet = book.Sheets["Items"];
  expect(sheet?.["A2"]).toMatchObject({ t: "s", v: "=1+1" });
  expect(sheet?.["A2"]?.f).toBeUndefined();
  expect(sheet?.["A3"]).toMatchObject({ t: "s", v: "00123" });
  expect(sheet?.["A4"]).toMatchObject({ t: "s", v: "a & <b>\n\u0001" });
  expect(sheet?.["B2"]).toMatchObject({ t: "n", v: -1234.5, w: "-1,234.50 €" });
  expect(sheet?.["B3"]).toMatchObject({ t: "n", v: 7 });
  expect(sheet?.["C2"]).toMatchObject({ t: "n", v: 46_354, w: "2026-11-28" });
  expect(sheet?.["C3"]).toMatchObject({ t: "n", w: "2026-11-28 09:30:00" });
  expect(sheet?.["C4"]).toMatchObject({ t: "s", v: "1899-01-01" });
  expect(sheet?.["D2"]).toMatchObject({ t: "b", v: true });
  expect(sheet?.["D3"]).toBeUndefined();
});

test("spans are merged cells; a text longer than a cell says that it is cut", async () => {
  const bytes = await toWorkbook([
    {
      name: "A",
      rows: [["x".repeat(40_000), null]],
      spans: [{ row: 0, column: 0, rowSpan: 1, columnSpan: 2 }],
    },
  ]);
  const sheet = read(bytes).Sheets["A"];
  expect(sheet?.["!merges"]).toEqual([{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]);
  expect(String(sheet?.["A1"]?.v)).toHaveLength(32_767);
  expect(String(sheet?.["A1"]?.v)).toMatch(/cut: longer than a cell of Excel\)$/u);
});

test("sheets have names that Excel accepts, each once", () => {
  const names = sheetNames(["a/b", "A_B", "", "'quoted'", "History", "x".repeat(40), "x".repeat(50)]);
  expect(names).toEqual([
    "a_b",
    "A_B (2)",
    "Sheet",
    "quoted",
    "History (2)",
    "x".repeat(31),
    `${"x".repeat(27)} (2)`,
  ]);
});

test("a sheet beyond Excel's limits is an error that names them", async () => {
  const wide = Array.from({ length: 16_385 }, () => 1);
  await expect(toWorkbook([{ name: "wide", rows: [wide] }])).rejects.toThrow(/16385 columns; Excel takes/u);
  await expect(toWorkbook([])).rejects.toThrow(/at least one sheet/u);
});
