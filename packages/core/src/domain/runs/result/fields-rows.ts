import { createHash } from "node:crypto";
import type { ColumnValue, TableRows } from "../../connectors/connector-ports.ts";
import { isList, valueAt } from "../../fields/field-paths.ts";
import type { DataColumn } from "../../fields/fields-ports.ts";
import type { FieldValue } from "../../fields/fields-result.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { DOCUMENT, fieldsTables, nameOf, PART, POSITION } from "./fields-tables.ts";
import { renditionValues } from "./rendition-values.ts";
import type { FileResult } from "./result-metadata.ts";
import type { WrittenFields, WrittenPart } from "./written-fields.ts";

/** The rows of a document, parents before their children; none of what a person has rejected. */
export function fieldsRows(written: TableWritten, result: FileResult): readonly TableRows[] {
  const { fields } = result;
  if (!fields) return [];
  const { shape, parts } = fields;
  const { documents, arrays } = fieldsTables(written, shape);
  const key = { [DOCUMENT.name]: documentId(result) };
  const kept = parts.filter(({ status }) => status !== "rejected");
  const keyOf = ({ part }: WrittenPart): Readonly<Record<string, ColumnValue>> =>
    written.split ? { ...key, [PART.name]: part } : key;
  return [
    {
      target: documents,
      key,
      rows: kept.map((part) => ({ ...keyOf(part), ...documentRow(written, { ...result, fields }, part) })),
    },
    ...arrays.map((target, index) => {
      const { path = "", columns = [] } = shape.arrays[index] ?? {};
      const rows = kept.flatMap((part) =>
        listAt(part.data, path).map((row, at) => ({
          ...keyOf(part),
          [POSITION.name]: at + 1,
          ...valuesOf(columns, row),
        })),
      );
      return { target, key, rows };
    }),
  ];
}

function documentRow(
  { renditions, split }: TableWritten,
  result: FileResult & { readonly fields: WrittenFields },
  { pages, data, status, confidence, review }: WrittenPart,
): Readonly<Record<string, ColumnValue>> {
  const { run, file, fields, writtenAt } = result;
  return {
    file_path: file.path,
    content_hash: file.contentHash ?? "",
    ...(split && { first_page: pages?.[0] ?? null, last_page: pages?.[1] ?? null }),
    ...valuesOf(fields.shape.columns, data),
    ...renditionValues(renditions, result),
    review_status: status,
    confidence,
    doubtful_fields: JSON.stringify(review),
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
