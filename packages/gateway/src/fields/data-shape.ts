import type { DataColumn, DataShape } from "@galley/core/domain";
import type { FieldProperty, FieldsSchema } from "@galley/fields";

type Properties = FieldsSchema["properties"];

/** Objects become columns of what contains them; arrays of objects have rows of their own. */
export function dataShape({ properties }: FieldsSchema): DataShape {
  const columns: DataColumn[] = [];
  const arrays: { path: string; columns: readonly DataColumn[] }[] = [];
  for (const [path, property] of leavesOf(properties, "")) {
    const row = property.items?.properties;
    if (row === undefined) columns.push({ path, type: typeOf(property) });
    else
      arrays.push({
        path,
        columns: leavesOf(row, "").map(([own, one]) => ({ path: own, type: typeOf(one) })),
      });
  }
  return { columns, arrays };
}

/** The properties that are no objects, by their path. */
export function leavesOf(
  properties: Properties,
  prefix: string,
): readonly (readonly [path: string, property: FieldProperty])[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    if (property.type === "object") return leavesOf(property.properties ?? {}, `${path}.`);
    return [[path, property] as const];
  });
}

function typeOf({ type, format }: FieldProperty): DataColumn["type"] {
  if (type === "array" || type === "object") return "json";
  if (type === "string") return format === "date" ? "date" : "text";
  return type;
}
