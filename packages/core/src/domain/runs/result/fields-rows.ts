import { createHash } from "node:crypto";
import type { ColumnValue, TableRows } from "../../connectors/connector-ports.ts";
import { isList, valueAt } from "../../fields/field-paths.ts";
import type { DataColumn } from "../../fields/fields-ports.ts";
import type { FieldValue } from "../../fields/fields-result.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { DOCUMENT, fieldsTables, nameOf, POSITION } from "./fields-tables.ts";
import { renditionValues } from "./rendition-values.ts";
import type { FileResult } from "./result-metadata.ts";

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

function valuesOf(columns: readonly DataColumn[], data: FieldValue): Readonly<Record<string, ColumnValue>> {
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
  return isList(value) ? value : [];
}
