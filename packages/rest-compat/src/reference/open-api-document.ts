import { z } from "zod";

/** A JSON Schema of the dialect that OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "header" | "path";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Set if it differs from the document's default. */
  readonly security?: OpenApiDocument["security"];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly description: string;
    readonly required: boolean;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly []>>[];
  /** Operations by path and by lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** The response with the header `Retry-After`. */
export function withRetryAfter(response: Response): Response {
  return { ...response, headers: { ...response.headers, ...RETRY_AFTER } };
}

const RETRY_AFTER = {
  "Retry-After": {
    description: "Whole seconds after which the same call may succeed.",
    schema: { type: "integer" },
  },
} as const;

/** What a 429 says to callers that send credentials. */
export const TOO_MANY_WRONG_CREDENTIALS = "Too many wrong credentials were sent from this address.";

export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output" = "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
