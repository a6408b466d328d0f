import { z } from "zod";
import type { Endpoint, OtherResponse } from "../http/endpoint.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { MANAGEMENT_ENDPOINTS } from "../management/endpoints.ts";
import type { ManagementEndpoint } from "../management/management-endpoint.ts";
import {
  MANAGEMENT_FORBIDDEN,
  MANAGEMENT_REFUSAL,
  MANAGEMENT_TAG,
  managementPaths,
} from "./management-operations.ts";
import { BROWSER_TAG, OTHER_PATHS, PIPELINE_TAG } from "./other-operations.ts";
import {
  jsonSchemaOf,
  TOO_MANY_WRONG_CREDENTIALS,
  withRetryAfter,
  type Content,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
} from "./open-api-document.ts";
import { DOCUMENT_PASSWORD } from "./document-password-parameter.ts";
import { withExamples } from "./examples.ts";
import { operationId } from "./operation-id.ts";
import { PARAMETER_MEANINGS } from "./parameter-meanings.ts";

const TAGS = [
  {
    name: "Version 2",
    description: "Documents are processed in the background; poll for the text, or use a webhook.",
  },
  {
    name: "Version 1",
    description: "The response is the text. If it takes longer than the timeout, retrieve it later.",
  },
  MANAGEMENT_TAG,
  PIPELINE_TAG,
  BROWSER_TAG,
] as const;

/** Describes the whole documented API, from the schemas that its endpoints validate with. */
export function openApiDocument(
  endpoints: readonly Endpoint[] = ENDPOINTS,
  management: readonly ManagementEndpoint[] = MANAGEMENT_ENDPOINTS,
): OpenApiDocument {
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  return withExamples({
    openapi: "3.1.0",
    info: {
      title: "Galley REST API",
      version: "2",
      description:
        "Turns documents into layout-preserving text. Errors are JSON with a `message`; a caller's mistake is never a 5xx. Unknown parameters are ignored, and a blank one counts as absent.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: TAGS,
    security: [{ serviceKey: [] }, { unstractKey: [] }],
    paths: withoutFinalSlashes({
      ...Object.fromEntries(
        [...paths].map(([path, onPath]) => [
          path,
          Object.fromEntries(
            onPath.map((endpoint) => [
              endpoint.method.toLowerCase(),
              operationOf(endpoint, operationId(endpoint.method, path, onPath.length === 1)),
            ]),
          ),
        ]),
      ),
      ...managementPaths(management),
      ...OTHER_PATHS,
    }),
    components: {
      securitySchemes: {
        serviceKey: { type: "apiKey", in: "header", name: "service-key" },
        unstractKey: { type: "apiKey", in: "header", name: "unstract-key" },
        accessToken: { type: "http", scheme: "bearer" },
        pipelineKey: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "galley_session" },
      },
      schemas: {
        Refusal: REFUSAL,
        ManagementRefusal: MANAGEMENT_REFUSAL,
        ManagementForbidden: MANAGEMENT_FORBIDDEN,
      },
    },
  });
}

/** The final slash of the management area may be omitted, and tools take paths with and without one for two. */
function withoutFinalSlashes(paths: OpenApiDocument["paths"]): OpenApiDocument["paths"] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [path.replace(/(?<=.)\/$/, ""), operations]),
  );
}

const REFUSAL = {
  type: "object",
  properties: { message: { type: "string", description: "What is wrong and what is valid." } },
  required: ["message"],
} as const satisfies JsonSchema;

function operationOf(endpoint: Endpoint, id: string): Operation {
  const { path, summary, body } = endpoint;
  return {
    operationId: id,
    summary,
    tags: [path.startsWith("/v1/") ? TAGS[1].name : TAGS[0].name],
    parameters: parametersOf(endpoint),
    ...(body !== "none" && { requestBody: requestBodyOf(body) }),
    responses: responsesOf(endpoint),
  };
}

function parametersOf({ query, body }: Endpoint): readonly Parameter[] {
  const { properties, required } = objectSchema.parse(jsonSchemaOf(query));
  const inQuery = Object.entries(properties).map(([name, schema]): Parameter => {
    const isRequired = required.includes(name) && !("default" in schema);
    const description = PARAMETER_MEANINGS[name] ?? "";
    return { name, in: "query", required: isRequired, description, schema };
  });
  return body === "document" ? [...inQuery, IDEMPOTENCY_KEY, DOCUMENT_PASSWORD] : inQuery;
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes retries safe: for 24 hours, the same key with the same document and options returns the same job. The same key with another document or options returns 409.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const satisfies Parameter;

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
});

function requestBodyOf(body: Exclude<Endpoint["body"], "none">): NonNullable<Operation["requestBody"]> {
  if (body === "document") {
    return {
      description: "The document, of any content type; with `url_in_post=true` its URL.",
      required: false,
      content: {
        "application/octet-stream": { schema: { type: "string", format: "binary" } },
        "text/plain": { schema: { type: "string", format: "uri" } },
      },
    };
  }
  if (body === "text") {
    return {
      description: "The search term.",
      required: true,
      content: { "text/plain": { schema: { type: "string", maxLength: 1000 } } },
    };
  }
  return { description: "A JSON object.", required: true, content: contentOf(jsonSchemaOf(body)) };
}

function responsesOf({ body: sent, response, otherResponses = [] }: Endpoint): Operation["responses"] {
  const all: readonly OtherResponse[] = [response, ...otherResponses];
  const answers = all.map(({ status, body, headers }) => [
    `${status}`,
    {
      description: MEANING_OF_STATUS[status] ?? "Success.",
      ...(headers && { headers: headersOf(headers) }),
      content: contentOf(jsonSchemaOf(body)),
    },
  ]);
  return { ...Object.fromEntries(answers), ...REFUSALS, ...(sent !== "none" && NOT_DECODED) };
}

const MEANING_OF_STATUS: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the document is being processed.",
};

function headersOf(headers: Readonly<Record<string, string>>): NonNullable<Response["headers"]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

const refusal = (description: string): Response => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

const NOT_DECODED: Operation["responses"] = {
  "415": refusal("The `Content-Encoding` of the body is none of `gzip`, `deflate` and `br`."),
};

const REFUSALS: Operation["responses"] = {
  "4XX": refusal("The request was rejected; `message` says why."),
  "401": refusal("The key is missing or unknown."),
  "403": refusal("The key was revoked."),
  "429": withRetryAfter(
    refusal(
      `The key has exceeded its rate limit or its page quota, or the organization one of its limits. Or: ${TOO_MANY_WRONG_CREDENTIALS}`,
    ),
  ),
  "503": withRetryAfter(refusal("A dependency of the service is unavailable.")),
};

/** Strings are plain text, everything else is JSON. */
function contentOf(schema: JsonSchema): Content {
  const variants = z.array(z.record(z.string(), z.unknown())).safeParse(schema["anyOf"]).data ?? [schema];
  return Object.fromEntries(
    variants.map((variant) => [
      variant["type"] === "string" ? "text/plain" : "application/json",
      { schema: variant },
    ]),
  );
}
