import type { TableColumn, TableTarget } from "../../connectors/connector-ports.ts";
import type { DataColumn, DataShape } from "../../fields/fields-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { renditionColumns } from "./rendition-columns.ts";

/** Identifies a document by its path and content, so that a table has it once. */
export const DOCUMENT = { name: "document_id", type: "id" } as const;
/** The number of a part of the document, counted from 1. */
export const PART = { name: "document_part", type: "integer" } as const;
/** The number of a row in its array, counted from 1. */
export const POSITION = { name: "row_position", type: "integer" } as const;

const PLACE_COLUMNS = [
  DOCUMENT,
  { name: "file_path", type: "text" },
  { name: "content_hash", type: "text" },
] as const;

/** Null of a document with a single invoice. */
const PAGE_COLUMNS = [
  { name: "first_page", type: "integer" },
  { name: "last_page", type: "integer" },
] as const;

const FACT_COLUMNS = [
  { name: "review_status", type: "text" },
  { name: "confidence", type: "number" },
  { name: "doubtful_fields", type: "json" },
  { name: "execution_id", type: "text" },
  { name: "written_at", type: "timestamp" },
] as const;

/** The table that has a row for each document, or for each of its parts, and one for the rows of each array of objects. */
interface FieldsTables {
  readonly documents: TableTarget;
  readonly arrays: readonly TableTarget[];
}

/** The tables of data with a shape; those of arrays are in its order. */
export function fieldsTables(
  { table, createTable: create, renditions, split }: TableWritten,
  { columns, arrays }: DataShape,
): FieldsTables {
  // All parts are replaced together: reading again may find others.
  const key = [DOCUMENT.name];
  const parts = split ? [PART] : [];
  const primaryKey = [DOCUMENT, ...parts].map(({ name }) => name);
  const documents = [...PLACE_COLUMNS, ...parts, ...(split ? PAGE_COLUMNS : []), ...columns.map(columnOf)];
  return {
    documents: {
      table,
      columns: [...documents, ...renditionColumns(renditions), ...FACT_COLUMNS],
      key,
      primaryKey,
      create,
    },
    arrays: arrays.map(({ path, columns: own }) => ({
      table: `${table}_${nameOf(path)}`,
      columns: [DOCUMENT, ...parts, POSITION, ...own.map(columnOf)],
      key,
      primaryKey: [...primaryKey, POSITION.name],
      parent: table,
      parentKey: primaryKey,
      create,
    })),
  };
}

function columnOf({ path, type }: DataColumn): TableColumn {
  return { name: nameOf(path), type };
}

/** `seller.city` is the column seller_city. */
export function nameOf(path: string): string {
  return path.replaceAll(".", "_");
}
