import { afterAll, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../../create-extractor.ts";
import { pdfOf } from "../../engines/testing/tiny-pdf.ts";
import type { Extractor } from "../../extractor/extractor.ts";
import { tablesOf } from "../renditions/tables.ts";
import { CONTRADICTED_TABLE } from "./cell-order.ts";

/** A page of a tagged table: its rows as drawn, with the order in which the tags have the cells of each row. */
interface Part {
  readonly rows: readonly (readonly string[])[];
  readonly order: readonly number[];
  /** The order in which the tags have the rows. */
  readonly rowOrder?: readonly number[];
}

/** A PDF with one tagged table over pages. */
function taggedTablePdf(parts: readonly Part[]): Uint8Array {
  const objects: string[] = [
    "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 4 0 R /MarkInfo << /Marked true >> >>",
    "",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "",
    "",
  ];
  const add = (object: string): number => objects.push(object);
  const pages: number[] = [];
  const rows: number[] = [];
  const nums: string[] = [];
  for (const [index, { rows: drawn, order, rowOrder = drawn.map((_, row) => row) }] of parts.entries()) {
    const width = drawn[0]?.length ?? 0;
    const content = drawn.flatMap((texts, row) =>
      texts.map(
        (text, column) =>
          `/TD << /MCID ${row * width + column} >> BDC BT /F1 10 Tf ${50 + 150 * column} ${650 - 20 * row} Td (${text}) Tj ET EMC`,
      ),
    );
    const bytes = content.join("\n");
    const stream = add(`<< /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`);
    const page = add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /StructParents ${index} /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    pages.push(page);
    const owners: string[] = [];
    for (const row of rowOrder) {
      const element = add("");
      const cells = order.map((column) => {
        const id = row * width + column;
        const cell = add(`<< /Type /StructElem /S /TD /P ${element} 0 R /Pg ${page} 0 R /K ${id} >>`);
        owners[id] = `${cell} 0 R`;
        return `${cell} 0 R`;
      });
      objects[element - 1] = `<< /Type /StructElem /S /TR /P 5 0 R /K [${cells.join(" ")}] >>`;
      rows.push(element);
    }
    nums.push(`${index} [${owners.join(" ")}]`);
  }
  const listed = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(" ");
  objects[1] = `<< /Type /Pages /Kids [${listed(pages)}] /Count ${pages.length} >>`;
  objects[3] = `<< /Type /StructTreeRoot /K [5 0 R] /ParentTree << /Nums [${nums.join(" ")}] >> >>`;
  objects[4] = `<< /Type /StructElem /S /Table /P 4 0 R /K [${listed(rows)}] >>`;
  return pdfOf(objects);
}

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 1 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

/** The rows of the only table, and the notes. */
async function readTable(
  parts: readonly Part[],
): Promise<{ readonly rows: readonly (readonly string[])[]; readonly notes: readonly string[] }> {
  const { blocks } = await extractor.extract(taggedTablePdf(parts), { blocks: true, mode: "native_text" });
  const [table, ...others] = tablesOf(blocks);
  expect(others).toEqual([]);
  return { rows: table?.rows ?? [], notes: blocks.notes };
}

const FIRST = [
  ["Item", "Colour", "Price"],
  ["Cup", "red", "4"],
  ["Bowl", "blue", "6"],
];
const SECOND = [
  ["Plate", "green", "9"],
  ["Jug", "white", "12"],
];
const NUMBERS = [
  ["2019", "31", "7"],
  ["2020", "33", "8"],
];

test.each([
  ["the columns on page 2 the other way round", SECOND, [2, 1, 0]],
  ["two columns on page 2 changed", SECOND, [0, 2, 1]],
  ["the columns of numbers on page 2 the other way round", NUMBERS, [2, 1, 0]],
])("tags with %s: the places decide, and a note says so", async (_, rows, order) => {
  const parts = [
    { rows: FIRST, order: [0, 1, 2] },
    { rows, order },
  ];
  const notes = [`${CONTRADICTED_TABLE} Pages: 2.`];
  expect(await readTable(parts)).toEqual({ rows: [...FIRST, ...rows], notes });
});

test("tags with the rows of a page in another order: the places decide, and a note says so", async () => {
  const parts = [{ rows: FIRST, order: [0, 1, 2], rowOrder: [0, 2, 1] }];
  expect(await readTable(parts)).toEqual({ rows: FIRST, notes: [CONTRADICTED_TABLE] });
});

test("tags in the order of the page are used without a note", async () => {
  const parts = [
    { rows: FIRST, order: [0, 1, 2] },
    { rows: SECOND, order: [0, 1, 2] },
  ];
  expect(await readTable(parts)).toEqual({ rows: [...FIRST, ...SECOND], notes: [] });
});
