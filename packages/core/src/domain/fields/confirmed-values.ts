import { isList, stepsOf, valueAt, withValue } from "./field-paths.ts";
import type { FieldRecord, FieldsResult } from "./fields-result.ts";

/** A result with the values that a person confirmed in an earlier one. Of arrays, all rows stay if one was confirmed. */
export function withConfirmed(result: FieldsResult, earlier: FieldsResult | null): FieldsResult {
  if (!earlier) return result;
  const confirmed = Object.entries(earlier.fields).filter(([, { confirmed: is }]) => is === true);
  const roots = new Set(confirmed.map(([path]) => rootOf(earlier, path)));
  let { data } = result;
  for (const root of roots) data = withValue(data, root, valueAt(earlier.data, root) ?? null);
  const isKept = (path: string): boolean => [...roots].some((root) => isBelow(path, root));
  const fields: Record<string, FieldRecord> = {};
  for (const [path, field] of Object.entries(result.fields)) if (!isKept(path)) fields[path] = field;
  for (const [path, field] of Object.entries(earlier.fields)) if (isKept(path)) fields[path] = field;
  const review = [
    ...result.review.filter((path) => !isKept(path)),
    ...earlier.review.filter((path) => isKept(path)),
  ];
  return { ...result, data, fields, review };
}

/** The array that contains a path, or the path itself. */
function rootOf({ data }: FieldsResult, path: string): string {
  const [first] = stepsOf(path);
  const name = `${first}`;
  return isList(valueAt(data, name)) ? name : path;
}

/** Whether a path is a part of another, or the same. */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}.`) || path.startsWith(`${root}[`);
}
