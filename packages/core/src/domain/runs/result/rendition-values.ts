import type { ColumnValue } from "../../connectors/connector-ports.ts";
import type { TableWritten } from "../../workflows/endpoint-configuration.ts";
import { namesOf, renditionColumns } from "./rendition-columns.ts";
import type { FileResult } from "./result-metadata.ts";

type Renditions = TableWritten["renditions"];

/** Renditions are null for a file that could not be read. */
export function renditionValues(
  renditions: Renditions,
  result: FileResult,
): Readonly<Record<string, ColumnValue>> {
  return {
    ...(renditions.includes("text") && { text: result.text }),
    ...Object.fromEntries(namesOf(renditions).map((name) => [name, result.content.texts.get(name) ?? null])),
  };
}

/** The text and the renditions as members of a JSON object; those that are JSON are copied. */
export function renditionMembers(renditions: Renditions, result: FileResult): readonly string[] {
  const values = renditionValues(renditions, result);
  return renditionColumns(renditions).map(({ name, type }) => {
    const value = values[name] ?? null;
    return `${JSON.stringify(name)}:${type === "json" ? String(value) : JSON.stringify(value)}`;
  });
}
