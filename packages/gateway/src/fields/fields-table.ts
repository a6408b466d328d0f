import { workbook, type CellType, type CellValue, type Sheet } from "@galley/core";
import { csvField, valueAt, type FieldsRow, type FieldValue, type TableFormat } from "@galley/core/domain";
import type { FieldProperty, FieldsSchema } from "@galley/fields";

/** The data of documents as a file: a row for each document, and in a workbook a sheet for each array. */
export function fieldsTable(
  schema: FieldsSchema,
  rows: readonly FieldsRow[],
  format: TableFormat,
): Uint8Array {
  const documents = sheetOfDocuments(schema, rows);
  if (format === "csv") return Buffer.from(csvOf(documents));
  const arrays = Object.entries(schema.properties).filter(([, { type }]) => type === "array");
  const sheets = arrays.map(([name, property]) => sheetOfRows(name, property, rows));
  return workbook([documents, ...sheets]);
}

interface Column {
  readonly path: string;
  readonly title: string;
  readonly type: CellType;
}

function sheetOfDocuments(schema: FieldsSchema, rows: readonly FieldsRow[]): Sheet {
  const columns = columnsOf(schema.properties, "");
  return {
    name: schema.title ?? schema.name,
    columns: [
      { title: "File", type: "text" },
      ...columns,
      { title: "Needs review", type: "boolean" },
    ],
    rows: rows.map(({ file, data, needsReview }) => [
      file,
      ...columns.map(({ path }) => cellOf(valueAt(data, path))),
      needsReview,
    ]),
  };
}

/** The number of the row stands beside the file: together they are the key. */
function sheetOfRows(name: string, { items }: FieldProperty, documents: readonly FieldsRow[]): Sheet {
  const columns: readonly Column[] = items?.properties
    ? columnsOf(items.properties, "")
    : [{ path: "", title: "value", type: typeOf(items) }];
  return {
    name,
    columns: [{ title: "File", type: "text" }, { title: "Row", type: "number" }, ...columns],
    rows: documents.flatMap(({ file, data }) => {
      const rows = data[name];
      if (!Array.isArray(rows)) return [];
      return rows.map((row: FieldValue, index: number) => [
        file,
        index + 1,
        ...columns.map(({ path }) => cellOf(path === "" ? row : valueAt(row, path))),
      ]);
    }),
  };
}

/** Objects become columns; arrays have a sheet of their own. */
function columnsOf(
  properties: { readonly [name: string]: FieldProperty },
  prefix: string,
): readonly Column[] {
  return Object.entries(properties).flatMap(([name, property]): readonly Column[] => {
    if (property.type === "array") return [];
    if (property.type === "object") return columnsOf(property.properties ?? {}, `${prefix}${name}.`);
    return [{ path: `${prefix}${name}`, title: `${prefix}${name}`, type: typeOf(property) }];
  });
}

function typeOf(property: FieldProperty | undefined): CellType {
  if (property?.format === "date") return "date";
  if (property?.type === "boolean") return "boolean";
  return property?.type === "number" || property?.type === "integer" ? "number" : "text";
}

function csvOf({ columns, rows }: Sheet): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => row.map((cell) => (cell === null ? "" : `${cell}`)))];
  return lines.map((line) => `${line.map((cell) => csvField(cell)).join(",")}\r\n`).join("");
}

function cellOf(value: FieldValue | undefined): CellValue {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null);
}
