import type { FieldProperty, FieldsSchema } from "./fields-schema.ts";

/** A JSON value that can be written as it is. */
export type JsonSchema = { readonly [key: string]: unknown };

/** The schema as JSON Schema 2020-12, which `parseFieldsSchema` reads back. */
export function jsonSchemaOf({
  name,
  kind,
  model,
  title,
  description,
  properties,
  required,
}: FieldsSchema): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...given({ name, kind, model, title, description }),
    type: "object",
    properties: eachProperty(properties),
    required,
  };
}

function eachProperty(properties: { readonly [name: string]: FieldProperty }): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, propertyJson(one)]));
}

function propertyJson({ items, properties, ...rest }: FieldProperty): JsonSchema {
  return given({
    ...rest,
    items: items === undefined ? undefined : propertyJson(items),
    properties: properties === undefined ? undefined : eachProperty(properties),
  });
}

function given(values: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
