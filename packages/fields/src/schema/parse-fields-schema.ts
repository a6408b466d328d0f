import { z } from "zod";
import { compiledPattern } from "./pattern.ts";
import { ASK_MODEL, type FieldProperty, type FieldsSchema, KINDS, PROPERTY_TYPES } from "./fields-schema.ts";
import { withoutReferences } from "./resolve-references.ts";
import { FieldsSchemaError } from "./schema-error.ts";

/** Long enough for any wording, short enough to compare with every line of a document. */
const MAX_LABEL_LENGTH = 200;
/** The shipped invoice has up to 130 in twelve languages. */
const MAX_LABELS = 300;
const MAX_CHOICES = 1000;
const MAX_TEXT_LENGTH = 4000;
const MAX_PATTERN_LENGTH = 500;

/** Paths such as `lines[2].amount` use the other characters. */
const PROPERTY_NAME = /^[^.[\]\p{Cc}]{1,100}$/u;
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

const text = z.string().max(MAX_TEXT_LENGTH);
const scalar = z.union([z.string().max(MAX_TEXT_LENGTH), z.number(), z.boolean()]);
const nameOfProperty = z.string().refine((name) => PROPERTY_NAME.test(name) && !RESERVED.has(name), {
  error: "expected a name of 1 to 100 characters without . [ ]",
});

/** Keywords that say nothing about a value that is read. */
const IGNORED = {
  $schema: z.unknown(),
  $id: z.unknown(),
  $comment: z.unknown(),
  additionalProperties: z.unknown(),
  default: z.unknown(),
  deprecated: z.unknown(),
  readOnly: z.unknown(),
  writeOnly: z.unknown(),
};
const ignored = z.object(IGNORED).partial().shape;

const pattern = z
  .string()
  .max(MAX_PATTERN_LENGTH)
  .refine((source) => compiledPattern(source) !== undefined, {
    error: "expected a regular expression in RE2 syntax (no backreferences, no look-around)",
  });

const property = z.strictObject({
  ...ignored,
  type: z.enum(PROPERTY_TYPES),
  title: text.optional(),
  description: text.optional(),
  format: z.string().max(100).optional(),
  enum: z
    .array(z.union([z.string().max(MAX_TEXT_LENGTH), z.number()]))
    .min(1)
    .max(MAX_CHOICES)
    .optional(),
  pattern: pattern.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  labels: z.array(z.string().min(1).max(MAX_LABEL_LENGTH)).max(MAX_LABELS).optional(),
  examples: z.array(scalar).max(MAX_LABELS).optional(),
  get items(): z.ZodOptional<z.ZodType<FieldProperty>> {
    return propertyOrFault.optional();
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodType<FieldProperty>>> {
    return z.record(nameOfProperty, propertyOrFault).optional();
  },
  required: z.array(z.string()).optional(),
});

const propertyOrFault: z.ZodType<FieldProperty> = property
  .transform((all) => withoutIgnored(all))
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

/** What is wrong with a property as a whole. */
function faultOf({ type, items, properties, required }: FieldProperty): string | undefined {
  if (type === "array" && items === undefined) return "an array needs items";
  if (type === "array" && items?.type === "array") return "items of an array: expected anything but an array";
  if (type === "object" && Object.keys(properties ?? {}).length === 0) return "an object needs properties";
  const unknown = required?.find((name) => !Object.hasOwn(properties ?? {}, name));
  return unknown === undefined ? undefined : `required: there is no property ${JSON.stringify(unknown)}`;
}

function withoutIgnored<Value extends object>(value: Value): Omit<Value, keyof typeof IGNORED> {
  const kept = { ...value };
  for (const key of Object.keys(IGNORED)) Reflect.deleteProperty(kept, key);
  return kept;
}

const schemaShape = z
  .strictObject({
    ...ignored,
    type: z.literal("object").default("object"),
    name: z.string().min(1).max(200).optional(),
    kind: z.enum(KINDS).optional(),
    model: z.enum(ASK_MODEL).optional(),
    title: text.optional(),
    description: text.optional(),
    properties: z.record(nameOfProperty, propertyOrFault).refine((all) => Object.keys(all).length > 0, {
      error: "expected at least one property",
    }),
    required: z.array(z.string()).default([]),
  })
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

/**
 * Checks a schema: a subset of JSON Schema 2020-12 with the hints `labels`, `examples`, `kind` and `model`.
 *
 * @throws FieldsSchemaError that names the path, what is wrong there and what is valid.
 */
export function parseFieldsSchema(json: unknown): FieldsSchema {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new FieldsSchemaError(
      "",
      'A schema is an object, such as {"properties": {"total": {"type": "number"}}}.',
    );
  }
  const parsed = schemaShape.safeParse(withoutReferences(json));
  if (!parsed.success) throw schemaError(parsed.error);
  const { name, type: _, ...schema } = parsed.data;
  return { name: name ?? schema.title ?? schema.kind ?? "fields", ...schema };
}

function schemaError(error: z.ZodError): FieldsSchemaError {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  const valid =
    issue?.code === "unrecognized_keys" ? ` Valid: ${Object.keys(property.shape).join(", ")}.` : "";
  return new FieldsSchemaError(path, `${issue?.message ?? "invalid"}.${valid}`, { cause: error });
}
