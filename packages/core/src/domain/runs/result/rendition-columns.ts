import type { Rendition } from "../../../extraction/options/renditions.ts";
import type { ColumnType, TableColumn } from "../../connectors/connector-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";

type Renditions = TableWritten["renditions"];

/** The column type of each rendition. */
const COLUMN_TYPES = {
  markdown: "text",
  html: "text",
  plain: "text",
  tables: "json",
  blocks: "json",
  chunks: "json",
} as const satisfies Record<Rendition, ColumnType>;

/** A column for the text and each rendition that is chosen. */
export function renditionColumns(renditions: Renditions): readonly TableColumn[] {
  return [
    ...(renditions.includes("text") ? [{ name: "text", type: "text" } as const] : []),
    ...namesOf(renditions).map((name) => ({ name, type: COLUMN_TYPES[name] })),
  ];
}

/** The renditions that have a column beside the text. */
export function namesOf(renditions: Renditions): readonly Rendition[] {
  return [...new Set(renditions)].filter((name) => name !== "text");
}
