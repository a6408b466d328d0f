import type { JsonFields } from "n8n-workflow";

/** The members of a JSON object; none of anything else. */
export function fieldsOf(value: unknown): JsonFields {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isObject(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
