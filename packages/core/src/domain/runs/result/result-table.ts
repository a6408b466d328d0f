import type { Rendition } from "../../../extraction/options/renditions.ts";
import type { ColumnType, ColumnValue, TableTarget } from "../../connectors/connector-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { isRead, resultMetadata, type FileResult } from "./result-metadata.ts";

/** Rows of a destination, and their table. */
interface ResultRows {
  readonly target: TableTarget;
  readonly rows: readonly Readonly<Record<string, ColumnValue>>[];
}

/** Rows of a file with the same content are replaced, however often it is written. */
const KEY = ["file_path", "content_hash"];

const KEY_COLUMNS = [
  { name: "file_path", type: "text" },
  { name: "content_hash", type: "text" },
] as const;

const EXECUTION = { name: "execution_id", type: "text" } as const;
const TEXT = { name: "text", type: "text" } as const;
const WRITTEN = { name: "written_at", type: "timestamp" } as const;

const FACT_COLUMNS = [
  { name: "metadata", type: "json" },
  { name: "status", type: "text" },
  { name: "error", type: "text" },
  { name: "started_at", type: "timestamp" },
  WRITTEN,
] as const;

const SINGLE_COLUMNS = [{ name: "data", type: "json" }] as const;

/** The column type of each rendition. */
const COLUMN_TYPES = {
  markdown: "text",
  html: "text",
  plain: "text",
  tables: "json",
  blocks: "json",
  chunks: "json",
} as const satisfies Record<Rendition, ColumnType>;

const CHUNK_COLUMNS = [
  ...KEY_COLUMNS,
  EXECUTION,
  { name: "chunk", type: "integer" },
  TEXT,
  { name: "headings", type: "json" },
  { name: "pages", type: "json" },
  { name: "places", type: "json" },
  { name: "tokens", type: "integer" },
  WRITTEN,
] as const;

/** The rows that a result has in each table: one, and one for each chunk if there is a table for chunks. */
export function resultTables(written: TableWritten, result: FileResult): readonly ResultRows[] {
  const { chunkTable, createTable: create } = written;
  const rows = chunkRows(result);
  const chunks =
    chunkTable === null || rows.length === 0
      ? []
      : [{ target: { table: chunkTable, columns: CHUNK_COLUMNS, key: KEY, create }, rows }];
  return [...chunks, resultRow(written, result)];
}

function resultRow(
  { table, createTable: create, columnMode, renditions }: TableWritten,
  result: FileResult,
): ResultRows {
  const key = keyOf(result);
  if (columnMode === "single") {
    const columns = [...KEY_COLUMNS, ...SINGLE_COLUMNS];
    const row = { ...key, data: wholeJson(renditions, result) };
    return { target: { table, columns, key: KEY, create }, rows: [row] };
  }
  const columns = [
    ...KEY_COLUMNS,
    EXECUTION,
    ...(renditions.includes("text") ? [TEXT] : []),
    ...namesOf(renditions).map((name) => ({ name, type: COLUMN_TYPES[name] })),
    ...FACT_COLUMNS,
  ];
  const row = { ...key, ...factsOf(renditions, result), ...Object.fromEntries(textsOf(renditions, result)) };
  return { target: { table, columns, key: KEY, create }, rows: [row] };
}

type Renditions = TableWritten["renditions"];

function namesOf(renditions: Renditions): readonly Rendition[] {
  return [...new Set(renditions)].filter((name) => name !== "text");
}

/** Null for a file that could not be read. */
function textsOf(
  renditions: Renditions,
  { content }: FileResult,
): readonly (readonly [name: Rendition, text: string | null])[] {
  return namesOf(renditions).map((name) => [name, content.texts.get(name) ?? null]);
}

/** The metadata, text and renditions as one JSON object; those that are JSON are copied. */
function wholeJson(renditions: Renditions, result: FileResult): string {
  const own = { ...resultMetadata(result), ...(renditions.includes("text") && { text: result.text }) };
  const members = textsOf(renditions, result).map(
    ([name, text]) =>
      `${JSON.stringify(name)}:${COLUMN_TYPES[name] === "json" ? text : JSON.stringify(text)}`,
  );
  return `{${[JSON.stringify(own).slice(1, -1), ...members].join(",")}}`;
}

function keyOf({ file }: FileResult): Record<string, ColumnValue> {
  return { file_path: file.path, content_hash: file.contentHash ?? "" };
}

function factsOf(renditions: Renditions, result: FileResult): Record<string, ColumnValue> {
  const { run, file, job, text, writtenAt } = result;
  return {
    execution_id: run.id,
    ...(renditions.includes("text") && { text }),
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
