import { z } from "zod";
import type { ManagementEndpoint } from "../management/management-endpoint.ts";
import { operationId } from "./operation-id.ts";
import {
  jsonSchemaOf,
  TOO_MANY_WRONG_CREDENTIALS,
  withRetryAfter,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
} from "./open-api-document.ts";

export const MANAGEMENT_TAG = {
  name: "Management",
  description:
    "Pipelines, workflows, connectors and keys of an organization. `/api/v1/unstract/{org_id}/` is an alias. Authenticate with an access token: `Authorization: Bearer …`.",
} as const;

/** The error body of the management API. */
export const MANAGEMENT_REFUSAL = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["validation_error", "client_error", "server_error"] },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: {
          code: { type: "string" },
          detail: { type: "string", description: "What is wrong and what is valid." },
          attr: { type: ["string", "null"], description: "The field or parameter." },
        },
        required: ["code", "detail", "attr"],
      },
    },
  },
  required: ["type", "errors"],
} as const satisfies JsonSchema;

/** The body of a 403 in the management API: refusals at the gate have another format. */
export const MANAGEMENT_FORBIDDEN = {
  anyOf: [{ $ref: "#/components/schemas/Refusal" }, { $ref: "#/components/schemas/ManagementRefusal" }],
} as const satisfies JsonSchema;

const AREA = "/api/v1/service/{org_id}";

export function managementPaths(endpoints: readonly ManagementEndpoint[]): OpenApiDocument["paths"] {
  const byPath = Map.groupBy(endpoints, ({ path }) => AREA + path);
  return Object.fromEntries(
    [...byPath].map(([path, onPath]) => [
      path,
      Object.fromEntries(
        onPath.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(path, endpoint)]),
      ),
    ]),
  );
}

function operationOf(
  path: string,
  { method, summary, query, body, response, fails }: ManagementEndpoint,
): Operation {
  return {
    operationId: operationId(method, path, false),
    summary,
    tags: [MANAGEMENT_TAG.name],
    security: [{ accessToken: [] }],
    parameters: [...pathParametersOf(path), ...queryParametersOf(query)],
    ...(body instanceof z.ZodType && {
      requestBody: {
        description: "A JSON object.",
        required: true,
        content: { "application/json": { schema: jsonSchemaOf(body, "input") } },
      },
    }),
    responses: {
      [response.status]: success(response.body),
      ...REFUSALS,
      ...(fails !== undefined && { "500": refusal(fails) }),
    },
  };
}

function pathParametersOf(path: string): readonly Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: name === "org_id" ? "The organization's name." : "The id of the record.",
    schema: { type: "string" },
  }));
}

const membersSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function queryParametersOf(query: z.ZodType): readonly Parameter[] {
  const { properties, required } = membersSchema.parse(jsonSchemaOf(query, "input"));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: typeof description === "string" ? description : "",
    schema,
  }));
}

function success(body: z.ZodType): Response {
  if (body instanceof z.ZodUndefined) return { description: "Done. There is no body.", content: {} };
  return { description: "Done.", content: { "application/json": { schema: jsonSchemaOf(body) } } };
}

const refusal = (description: string): Response => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/ManagementRefusal" } } },
});

const gate = (description: string): Response => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

const REFUSALS: Operation["responses"] = {
  "4XX": refusal("The request was rejected; `errors` says why."),
  "401": gate("The access token is missing, malformed or invalid."),
  "403": {
    description:
      "The token, its tier or its organization does not allow the call, or the caller cannot change the record.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/ManagementForbidden" } } },
  },
  "429": withRetryAfter(refusal(TOO_MANY_WRONG_CREDENTIALS)),
  "503": withRetryAfter(refusal("A dependency of the service is unavailable.")),
};
