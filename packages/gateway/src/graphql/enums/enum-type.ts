import { registerEnumType } from "type-graphql";

/** The schema's names of the enum values, mapped to the values in the records. */
export type EnumValues = Readonly<Record<string, string>>;

/** Registers an enum with a description for each value; a missing value does not compile. */
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

/** The schema's name for a value that core writes in lower case. */
export function schemaNameOf(value: string): string {
  return value.toUpperCase().replaceAll("-", "_");
}
