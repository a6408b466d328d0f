import { z } from "zod";
import type { ManagementEndpoint } from "./management-endpoint.ts";

/** The description of a field that OPTIONS returns. */
interface FieldMetadata {
  readonly type: string;
  readonly required: boolean;
  readonly read_only: boolean;
  readonly label: string;
  readonly help_text?: string;
  readonly max_length?: number;
  readonly min_value?: number;
  readonly max_value?: number;
  readonly choices?: readonly { readonly value: string; readonly display_name: string }[];
}

interface Metadata {
  readonly name: string;
  readonly description: string;
  readonly renders: readonly string[];
  readonly parses: readonly string[];
  readonly actions?: Readonly<Record<string, Readonly<Record<string, FieldMetadata>>>>;
}

const METHODS_WITH_FIELDS: ReadonlySet<string> = new Set(["POST", "PUT"]);

/** Describes the endpoints of one path: for POST and PUT every field, both writable and read-only. */
export function metadataOf(endpoints: readonly ManagementEndpoint[]): Metadata {
  const [first] = endpoints;
  const actions = endpoints
    .filter(({ method, body }) => METHODS_WITH_FIELDS.has(method) && body instanceof z.ZodType)
    .map((endpoint) => [endpoint.method, fieldsOf(endpoint)] as const);
  return {
    name: nameOf(first?.path ?? ""),
    description: first?.summary ?? "",
    renders: ["application/json"],
    parses: ["application/json"],
    ...(actions.length > 0 && { actions: Object.fromEntries(actions) }),
  };
}

function fieldsOf({ body, response }: ManagementEndpoint): Readonly<Record<string, FieldMetadata>> {
  const given = body instanceof z.ZodType ? membersOf(body, "input") : { properties: {}, required: [] };
  const answered = membersOf(response.body, "output");
  const names = new Set([...Object.keys(answered.properties), ...Object.keys(given.properties)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const written = given.properties[name];
      const schema = written ?? answered.properties[name] ?? {};
      return [
        name,
        metadataOfField(name, schema, {
          required: given.required.includes(name),
          writable: written !== undefined,
        }),
      ];
    }),
  );
}

const schemaOfMembers = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function membersOf(schema: z.ZodType, io: "input" | "output"): z.output<typeof schemaOfMembers> {
  return schemaOfMembers.parse(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
}

const fieldSchema = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
});

function metadataOfField(
  name: string,
  schema: Readonly<Record<string, unknown>>,
  { required, writable }: { readonly required: boolean; readonly writable: boolean },
): FieldMetadata {
  const { description, maxLength, minimum, maximum, ...field } = fieldSchema.parse(withoutNull(schema));
  return {
    type: typeOf(field),
    required,
    read_only: !writable,
    label: labelOf(name),
    ...(description !== undefined && { help_text: description }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { min_value: minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { max_value: maximum }),
    ...(field.enum && { choices: field.enum.map((value) => ({ value, display_name: value })) }),
  };
}

/** A nullable field is described by its other type. */
function withoutNull(schema: Readonly<Record<string, unknown>>): unknown {
  const variants = z.array(z.record(z.string(), z.unknown())).safeParse(schema["anyOf"]).data ?? [schema];
  const { type, enum: values, ...other } = { ...schema, ...variants.find((one) => one["type"] !== "null") };
  return {
    ...other,
    type: Array.isArray(type) ? type.find((one) => one !== "null") : type,
    enum: Array.isArray(values) ? values.filter((value) => value !== null) : values,
  };
}

function typeOf(field: Pick<z.output<typeof fieldSchema>, "type" | "format" | "enum">): string {
  if (field.enum) return "choice";
  if (field.type === "string") return field.format === "date-time" ? "datetime" : "string";
  return (field.type && TYPES[field.type]) ?? "field";
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: "boolean",
  integer: "integer",
  number: "float",
  array: "list",
  object: "nested object",
};

/** "cron_string" → "Cron string". */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "/pipeline/{id}/" → "Pipeline". */
function nameOf(path: string): string {
  return labelOf(path.replaceAll(/\{\w+\}|\//g, " ").trim());
}
