import type { DataColumn, DataShape } from "@galley/core/domain";
import { leavesAndArraysIn, type FieldProperty, type FieldsSchema, type LeafProperty } from "@galley/fields";

/** Objects become columns of what contains them; arrays of objects have rows of their own. */
export function dataShape({ properties }: FieldsSchema): DataShape {
  const all = leavesAndArraysIn(properties);
  return {
    columns: all.filter(({ property }) => property.items?.properties === undefined).map(columnOf),
    arrays: all.flatMap(({ path, property: { items } }) =>
      items?.properties === undefined
        ? []
        : [{ path, columns: leavesAndArraysIn(items.properties).map(columnOf) }],
    ),
  };
}

function columnOf({ path, property }: LeafProperty): DataColumn {
  return { path, type: typeOf(property) };
}

function typeOf({ type, format }: FieldProperty): DataColumn["type"] {
  if (type === "array" || type === "object") return "json";
  if (type === "string") return format === "date" ? "date" : "text";
  return type;
}
