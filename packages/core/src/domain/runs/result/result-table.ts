import type { ColumnValue, TableTarget } from "../../connectors/connector-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { isRead, resultMetadata, type FileResult } from "./result-metadata.ts";

/** A row of a destination, and its table. */
interface ResultRow {
  readonly target: TableTarget;
  readonly row: Readonly<Record<string, ColumnValue>>;
}

/** A file with the same content is one row, however often it is written. */
const KEY = ["file_path", "content_hash"];

const KEY_COLUMNS = [
  { name: "file_path", type: "text" },
  { name: "content_hash", type: "text" },
] as const;

const FACT_COLUMNS = [
  { name: "execution_id", type: "text" },
  { name: "text", type: "text" },
  { name: "metadata", type: "json" },
  { name: "status", type: "text" },
  { name: "error", type: "text" },
  { name: "started_at", type: "timestamp" },
  { name: "written_at", type: "timestamp" },
] as const;

const SINGLE_COLUMNS = [{ name: "data", type: "json" }] as const;

export function resultTable({ table, createTable, columnMode }: TableWritten, result: FileResult): ResultRow {
  const { file, text } = result;
  const key = { file_path: file.path, content_hash: file.contentHash ?? "" };
  const isSingle = columnMode === "single";
  return {
    target: {
      table,
      columns: [...KEY_COLUMNS, ...(isSingle ? SINGLE_COLUMNS : FACT_COLUMNS)],
      key: KEY,
      create: createTable,
    },
    row: isSingle
      ? { ...key, data: JSON.stringify({ ...resultMetadata(result), text }) }
      : { ...key, ...factsOf(result) },
  };
}

function factsOf(result: FileResult): Record<string, ColumnValue> {
  const { run, file, job, text, writtenAt } = result;
  return {
    execution_id: run.id,
    text,
    metadata: JSON.stringify(resultMetadata(result)),
    status: isRead(result) ? "SUCCESS" : "FAILURE",
    error: isRead(result) ? "" : job.statusMessage,
    started_at: file.startedAt,
    written_at: writtenAt,
  };
}
