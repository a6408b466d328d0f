import { registerEnumType } from "type-graphql";

/** Names of an enum's values in the schema, each with the value that the records carry. */
export type EnumValues = Readonly<Record<string, string>>;

/** Every value with its meaning: a value that is missing does not compile. */
export function enumType<V extends string>(
  name: string,
  description: string,
  meanings: Record<V, string>,
): EnumValues {
  const values: Record<string, V> = {};
  const valuesConfig: Record<string, { description: string }> = {};
  for (const value in meanings) {
    values[schemaNameOf(value)] = value;
    valuesConfig[schemaNameOf(value)] = { description: meanings[value] };
  }
  registerEnumType(values, { name, description, valuesConfig });
  return values;
}

/** The name in the schema of a value that core writes in small letters. */
export function schemaNameOf(value: string): string {
  return value.toUpperCase().replaceAll("-", "_");
}
