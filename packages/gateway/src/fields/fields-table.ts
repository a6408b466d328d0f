import { toWorkbook, type WorkbookCell, type WorkbookSheet } from "@galley/core";
import { csvField, valueAt, type FieldsRow, type FieldValue, type TableFormat } from "@galley/core/domain";
import { arraysIn, leavesIn, type FieldProperty, type FieldsSchema } from "@galley/fields";

/**
 * The data of documents as a file: a row for each document, and in a workbook a sheet for each array.
 *
 * @param as as CSV, of the rows of an array if it is named.
 */
export async function fieldsTable(
  schema: FieldsSchema,
  rows: readonly FieldsRow[],
  { format, array }: { readonly format: TableFormat; readonly array?: string | undefined },
): Promise<Uint8Array> {
  const arrays = arraysIn(schema.properties);
  if (format === "xlsx") {
    return toWorkbook([
      sheetOfDocuments(schema, rows),
      ...arrays.map(({ path, property }) => sheetOfRows(path, property, rows)),
    ]);
  }
  const one = arrays.find(({ path }) => path === array);
  const sheet = one ? sheetOfRows(one.path, one.property, rows) : sheetOfDocuments(schema, rows);
  return Buffer.from(csvOf(sheet));
}

function sheetOfDocuments(
  { title, name, properties }: FieldsSchema,
  rows: readonly FieldsRow[],
): WorkbookSheet {
  const columns = leavesIn(properties);
  return {
    name: title ?? name,
    rows: [
      ["file", ...columns.map(({ path }) => path), "needs_review"],
      ...rows.map(({ file, data, needsReview }) => [
        file,
        ...columns.map(({ path, property }) => cellOf(valueAt(data, path), property)),
        needsReview,
      ]),
    ],
  };
}

/** The number of the row stands beside the file: together they are the key. */
function sheetOfRows(name: string, { items }: FieldProperty, documents: readonly FieldsRow[]): WorkbookSheet {
  const columns = leavesIn(items?.properties ?? {});
  const cells = (row: FieldValue): readonly WorkbookCell[] =>
    columns.length === 0
      ? [cellOf(row, items)]
      : columns.map(({ path, property }) => cellOf(valueAt(row, path), property));
  return {
    name,
    rows: [
      ["file", "row", ...(columns.length === 0 ? ["value"] : columns.map(({ path }) => path))],
      ...documents.flatMap(({ file, data }) =>
        listOf(valueAt(data, name)).map((row, index) => [file, index + 1, ...cells(row)]),
      ),
    ],
  };
}

function listOf(value: FieldValue | undefined): readonly FieldValue[] {
  return Array.isArray(value) ? value : [];
}

function cellOf(value: FieldValue | undefined, property: FieldProperty | undefined): WorkbookCell {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  if (typeof value === "string" && property?.format === "date") return { date: value };
  if (typeof value === "number" && property?.format === "amount") return { number: value, format: AMOUNT };
  return value ?? null;
}

const AMOUNT = "#,##0.00";

function csvOf({ rows }: WorkbookSheet): string {
  return rows.map((row) => `${row.map((cell) => csvField(written(cell))).join(",")}\r\n`).join("");
}

function written(cell: WorkbookCell): string {
  if (cell === null) return "";
  if (typeof cell !== "object") return `${cell}`;
  return "date" in cell ? cell.date : `${cell.number}`;
}
