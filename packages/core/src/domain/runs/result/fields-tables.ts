import { createHash } from "node:crypto";
import type {
  ColumnValue,
  TableColumn,
  TableRows,
  TableTarget,
} from "../../connectors/connector-ports.ts";
import { valueAt } from "../../fields/field-paths.ts";
import type { DataColumn, DataShape } from "../../fields/fields-ports.ts";
import type { FieldValue } from "../../fields/fields-result.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { renditionColumns, renditionValues } from "./rendition-columns.ts";
import type { FileResult } from "./result-metadata.ts";

/** Identifies a document by its path and content, so that a table has it once. */
const DOCUMENT = { name: "document_id", type: "id" } as const;
/** The number of a row in its array, counted from 1. */
const POSITION = { name: "row_position", type: "integer" } as const;

const PLACE_COLUMNS = [
  DOCUMENT,
  { name: "file_path", type: "text" },
  { name: "content_hash", type: "text" },
] as const;

const FACT_COLUMNS = [
  { name: "review_status", type: "text" },
  { name: "confidence", type: "number" },
  { name: "doubtful_fields", type: "json" },
  { name: "execution_id", type: "text" },
  { name: "written_at", type: "timestamp" },
] as const;

/** The table that has a row for each document, and one for the rows of each array of objects. */
export interface FieldsTables {
  readonly documents: TableTarget;
  readonly arrays: readonly TableTarget[];
}

/** The tables of data with a shape; those of arrays are in its order. */
export function fieldsTables(
  { table, createTable: create, renditions }: TableWritten,
  { columns, arrays }: DataShape,
): FieldsTables {
  const key = [DOCUMENT.name];
  return {
    documents: {
      table,
      columns: [
        ...PLACE_COLUMNS,
        ...columns.map(columnOf),
        ...renditionColumns(renditions),
        ...FACT_COLUMNS,
      ],
      key,
      primaryKey: key,
      create,
    },
    arrays: arrays.map(({ path, columns: own }) => ({
      table: `${table}_${nameOf(path)}`,
      columns: [DOCUMENT, POSITION, ...own.map(columnOf)],
      key,
      primaryKey: [DOCUMENT.name, POSITION.name],
      parent: table,
      create,
    })),
  };
}

/** The rows of a document, parents before their children; none of a document that a person has rejected. */
export function fieldsRows(written: TableWritten, result: FileResult): readonly TableRows[] {
  if (!result.fields) return [];
  const { shape, status, data } = result.fields;
  const { documents, arrays } = fieldsTables(written, shape);
  const key = { [DOCUMENT.name]: documentId(result) };
  const isLeftOut = status === "rejected";
  return [
    { target: documents, key, rows: isLeftOut ? [] : [{ ...key, ...documentRow(written, result) }] },
    ...arrays.map((target, index) => {
      const { path = "", columns = [] } = shape.arrays[index] ?? {};
      const found = isLeftOut ? [] : listAt(data, path);
      const rows = found.map((row, at) => ({ ...key, [POSITION.name]: at + 1, ...valuesOf(columns, row) }));
      return { target, key, rows };
    }),
  ];
}

function documentRow(
  { renditions }: TableWritten,
  result: FileResult,
): Readonly<Record<string, ColumnValue>> {
  const { run, file, fields, writtenAt } = result;
  return {
    file_path: file.path,
    content_hash: file.contentHash ?? "",
    ...(fields && valuesOf(fields.shape.columns, fields.data)),
    ...renditionValues(renditions, result),
    review_status: fields?.status ?? "",
    confidence: fields?.confidence ?? null,
    doubtful_fields: JSON.stringify(fields?.review ?? []),
    execution_id: run.id,
    written_at: writtenAt,
  };
}

const ID_LENGTH = 32;

function documentId({ file }: FileResult): string {
  const named = `${file.path}\0${file.contentHash ?? ""}`;
  return createHash("sha256").update(named).digest("hex").slice(0, ID_LENGTH);
}

function columnOf({ path, type }: DataColumn): TableColumn {
  return { name: nameOf(path), type };
}

/** `seller.city` is the column seller_city. */
function nameOf(path: string): string {
  return path.replaceAll(".", "_");
}

function valuesOf(
  columns: readonly DataColumn[],
  data: FieldValue,
): Readonly<Record<string, ColumnValue>> {
  return Object.fromEntries(
    columns.map(({ path, type }) => {
      const value = valueAt(data, path) ?? null;
      const written = type === "json" || typeof value === "object" ? jsonOrNull(value) : value;
      return [nameOf(path), written];
    }),
  );
}

function jsonOrNull(value: FieldValue): string | null {
  return value === null ? null : JSON.stringify(value);
}

function listAt(data: FieldValue, path: string): readonly FieldValue[] {
  const value = valueAt(data, path);
  return Array.isArray(value) ? value : [];
}
