import type { ColumnValue, TableRows } from "../../connectors/connector-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { fieldsRows } from "./fields-rows.ts";
import { renditionColumns } from "./rendition-columns.ts";
import { renditionMembers, renditionValues } from "./rendition-values.ts";
import { isRead, resultMetadata, type FileResult } from "./result-metadata.ts";

/** Rows of a file with the same content are replaced, however often it is written. */
const KEY = ["file_path", "content_hash"];

const KEY_COLUMNS = [
  { name: "file_path", type: "text" },
  { name: "content_hash", type: "text" },
] as const;

const EXECUTION = { name: "execution_id", type: "text" } as const;
const WRITTEN = { name: "written_at", type: "timestamp" } as const;

const FACT_COLUMNS = [
  { name: "metadata", type: "json" },
  { name: "status", type: "text" },
  { name: "error", type: "text" },
  { name: "started_at", type: "timestamp" },
  WRITTEN,
] as const;

const SINGLE_COLUMNS = [{ name: "data", type: "json" }] as const;

const CHUNK_COLUMNS = [
  ...KEY_COLUMNS,
  EXECUTION,
  { name: "chunk", type: "integer" },
  { name: "text", type: "text" },
  { name: "headings", type: "json" },
  { name: "pages", type: "json" },
  { name: "places", type: "json" },
  { name: "tokens", type: "integer" },
  WRITTEN,
] as const;

/**
 * The rows that a result has in each table: one, or those of its data by a schema, and one for each chunk if there is a
 * table for chunks. A file that could not be read has no data, so what an earlier run wrote of it stays.
 */
export function resultTables(written: TableWritten, result: FileResult): readonly TableRows[] {
  const { chunkTable, createTable: create, schema } = written;
  const results = schema === null ? [resultRow(written, result)] : fieldsRows(written, result);
  if (chunkTable === null || !isRead(result)) return results;
  const target = { table: chunkTable, columns: CHUNK_COLUMNS, key: KEY, create };
  return [{ target, key: keyOf(result), rows: chunkRows(result) }, ...results];
}

function resultRow(
  { table, createTable: create, columnMode, renditions }: TableWritten,
  result: FileResult,
): TableRows {
  const key = keyOf(result);
  if (columnMode === "single") {
    const columns = [...KEY_COLUMNS, ...SINGLE_COLUMNS];
    const row = { ...key, data: wholeJson(renditions, result) };
    return { target: { table, columns, key: KEY, create }, key, rows: [row] };
  }
  const columns = [...KEY_COLUMNS, EXECUTION, ...renditionColumns(renditions), ...FACT_COLUMNS];
  const row = { ...key, ...factsOf(result), ...renditionValues(renditions, result) };
  return { target: { table, columns, key: KEY, create }, key, rows: [row] };
}

/** The metadata, text and renditions as one JSON object. */
function wholeJson(renditions: TableWritten["renditions"], result: FileResult): string {
  const metadata = JSON.stringify(resultMetadata(result)).slice(1, -1);
  return `{${[metadata, ...renditionMembers(renditions, result)].join(",")}}`;
}

function keyOf({ file }: FileResult): Record<string, ColumnValue> {
  return { file_path: file.path, content_hash: file.contentHash ?? "" };
}

function factsOf(result: FileResult): Record<string, ColumnValue> {
  const { run, file, job, writtenAt } = result;
  return {
    execution_id: run.id,
    metadata: JSON.stringify(resultMetadata(result)),
    status: isRead(result) ? "SUCCESS" : "FAILURE",
    error: isRead(result) ? "" : job.statusMessage,
    started_at: file.startedAt,
    written_at: writtenAt,
  };
}

function chunkRows(result: FileResult): readonly Record<string, ColumnValue>[] {
  const { run, content, writtenAt } = result;
  return content.chunks.map(({ text, headings, pages, places, tokens }, index) => ({
    ...keyOf(result),
    execution_id: run.id,
    chunk: index + 1,
    text,
    headings: JSON.stringify(headings),
    pages: JSON.stringify(pages),
    places: JSON.stringify(places),
    tokens,
    written_at: writtenAt,
  }));
}
