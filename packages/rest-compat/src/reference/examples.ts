import { z } from "zod";
import { EXAMPLE_VALUES } from "./example-values.ts";
import type {
  Content,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
} from "./open-api-document.ts";

/** The document with an example for every body and every successful response, made from their schemas. */
export function withExamples(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const illustrated = (operation: Operation): Operation => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => illustratedParameter(parameter)),
    ...(operation.requestBody && {
      requestBody: {
        ...operation.requestBody,
        content: illustratedContent(operation.requestBody.content, schemas),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]): [string, Response] => [
        status,
        status.startsWith("2")
          ? { ...response, content: illustratedContent(response.content, schemas) }
          : response,
      ]),
    ),
  });
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const all = Object.entries(operations).map(([method, operation]) => [method, illustrated(operation)]);
    return [path, Object.fromEntries(all)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Those that are required; a client leaves the others out unless it has a reason. */
function illustratedParameter(parameter: Parameter): Parameter {
  if (!parameter.required) return parameter;
  const example = exampleOf(parameter.schema, { name: parameter.name, schemas: {} });
  return { ...parameter, example };
}

function illustratedContent(content: Content, schemas: Schemas): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => {
      if (type === "application/octet-stream" || type === "multipart/form-data") return [type, { schema }];
      return [type, { schema, example: exampleOf(schema, { name: "", schemas }) }];
    }),
  );
}

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Place {
  /** The name of the property or parameter. */
  readonly name: string;
  readonly schemas: Schemas;
}

const anySchema = z.record(z.string(), z.unknown());
/** `items` and `additionalProperties` can also be a boolean. */
const schemaOnly = anySchema.optional().catch(undefined);

const shape = z.object({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  anyOf: z.array(anySchema).optional(),
  oneOf: z.array(anySchema).optional(),
  type: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maxItems: z.number().optional(),
  items: schemaOnly,
  prefixItems: z.array(anySchema).optional(),
  properties: z.record(z.string(), anySchema).optional(),
  additionalProperties: schemaOnly,
});
type Shape = z.infer<typeof shape>;

/** A valid value: the one that is known for the name, or the simplest that the schema allows. */
function exampleOf(schema: JsonSchema, place: Place): unknown {
  const given = shape.parse(schema);
  if (given.$ref !== undefined) {
    const target = place.schemas[given.$ref.replace(/^.*\//, "")];
    return target && exampleOf(target, place);
  }
  if ("const" in given) return given.const;
  const known = EXAMPLE_VALUES[place.name];
  const variants = given.anyOf ?? given.oneOf ?? [];
  if (known !== undefined && allows(given, variants, known)) return known;
  if (given.enum) return given.enum[0];
  if (given.default !== undefined) return given.default;
  const variant = variants.find(({ type }) => type !== "null") ?? variants[0];
  return variant ? exampleOf(variant, place) : plainExample(given, place);
}

function allows({ type, enum: values }: Shape, variants: readonly JsonSchema[], value: unknown): boolean {
  if (values) return values.includes(value);
  if (variants.length > 0) {
    return variants.some((variant) => !("const" in variant) && allows(shape.parse(variant), [], value));
  }
  const types = new Set([type].flat());
  return types.has(typeof value) || (types.has("integer") && Number.isInteger(value));
}

function plainExample(given: Shape, { name, schemas }: Place): unknown {
  const type = [given.type].flat().find((one) => one !== "null");
  if (type === "object") return objectExample(given, schemas);
  if (type === "array") {
    if (given.prefixItems) return given.prefixItems.map((item) => exampleOf(item, { name, schemas }));
    const { items, maxItems } = given;
    return !items || maxItems === 0 || "not" in items ? [] : [exampleOf(items, { name, schemas })];
  }
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return Math.max(1, given.minimum ?? 1);
  if (type === "string") return FORMATS[given.format ?? ""] ?? "text";
  return null;
}

function objectExample({ properties, additionalProperties }: Shape, schemas: Schemas): object {
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, { name, schemas })]),
    );
  }
  const isMap = additionalProperties && Object.keys(additionalProperties).length > 0;
  return isMap ? { "1": exampleOf(additionalProperties, { name: "", schemas }) } : {};
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "3f0c9a2e-7d41-4b58-9c06-2a1f8e5d7b90",
  "date-time": "2026-02-10T10:40:54Z",
  uri: "https://example.com/report.pdf",
  email: "ada@example.com",
};
