import type { Rendition } from "../../../extraction/options/renditions.ts";
import type { ColumnType, ColumnValue, TableColumn } from "../../connectors/connector-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import type { FileResult } from "./result-metadata.ts";

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

/** Renditions are null for a file that could not be read. */
export function renditionValues(
  renditions: Renditions,
  result: FileResult,
): Readonly<Record<string, ColumnValue>> {
  return {
    ...(renditions.includes("text") && { text: result.text }),
    ...Object.fromEntries(
      namesOf(renditions).map((name) => [name, result.content.texts.get(name) ?? null]),
    ),
  };
}

/** The text and the renditions as members of a JSON object; those that are JSON are copied. */
export function renditionMembers(renditions: Renditions, result: FileResult): readonly string[] {
  return Object.entries(renditionValues(renditions, result)).map(([name, value]) => {
    const isJson = renditionColumns(renditions).some((one) => one.name === name && one.type === "json");
    return `${JSON.stringify(name)}:${isJson ? `${value}` : JSON.stringify(value)}`;
  });
}

function namesOf(renditions: Renditions): readonly Rendition[] {
  return [...new Set(renditions)].filter((name) => name !== "text");
}
