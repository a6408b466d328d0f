import { z } from "zod";
import { executionParameters, resultParameters } from "../management/deployment/deployment-parameters.ts";
import { executionAnswer, resultAnswer } from "../management/deployment/execution-answers.ts";
import { DOCUMENT_PASSWORD } from "./document-password-parameter.ts";
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

export const PIPELINE_TAG = {
  name: "Public pipelines",
  description:
    "The public address of a pipeline. Authenticate with one of its keys: `Authorization: Bearer <pipeline key>`. `/api/v1/pipeline/api/…` and `/deployment/api/…` are aliases.",
} as const;

export const BROWSER_TAG = {
  name: "Browsers and uploads",
  description:
    "Signing in with a browser, OAuth for connectors, and uploads for GraphQL. Browsers send the session cookie.",
} as const;

type Responses = Operation["responses"];

const json = (schema: JsonSchema): Content => ({ "application/json": { schema } });
const described = (description: string, content: Content): Response => ({ description, content });
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const refusal = (description: string): Response => described(description, json(reference("Refusal")));
const managementRefusal = (description: string): Response =>
  described(description, json(reference("ManagementRefusal")));

const LOCATION = {
  Location: { description: "The URL that the browser is redirected to.", schema: { type: "string" } },
} as const;
const redirect = (description: string): Response => ({ description, headers: LOCATION, content: {} });
const page = (description: string): Response =>
  described(description, { "text/html": { schema: { type: "string" } } });

function inPath(name: string, description: string): Parameter {
  return { name, in: "path", required: true, description, schema: { type: "string", minLength: 1 } };
}

const membersSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
});

function inQuery(query: z.ZodType, required: readonly string[] = []): readonly Parameter[] {
  const { properties } = membersSchema.parse(jsonSchemaOf(query));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: String(description),
    schema,
  }));
}

const PIPELINE_PARAMETERS = [
  inPath("org_id", "The organization's name."),
  inPath("pipeline_id", "The id of the pipeline."),
];

const PIPELINE_REFUSALS: Responses = {
  "4XX": managementRefusal("The request was rejected; `errors` says why."),
  "429": withRetryAfter(managementRefusal(TOO_MANY_WRONG_CREDENTIALS)),
  "503": withRetryAfter(managementRefusal("A dependency of the service is unavailable.")),
};

const PIPELINE_SECURITY = [{ pipelineKey: [] }] as const;

const execute: Operation = {
  operationId: "executePipelineDeployment",
  summary:
    "Runs the pipeline on the posted files or, without files, on those of its source. With `timeout`, the response contains the result.",
  tags: [PIPELINE_TAG.name],
  security: PIPELINE_SECURITY,
  parameters: [...PIPELINE_PARAMETERS, DOCUMENT_PASSWORD],
  requestBody: {
    description: "Up to 32 files, in fields of any name.",
    required: false,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            files: { type: "array", items: { type: "string", format: "binary" }, maxItems: 32 },
            ...membersSchema.parse(jsonSchemaOf(executionParameters)).properties,
            document_password: {
              type: "string",
              maxLength: DOCUMENT_PASSWORD.schema.maxLength,
              description: "The same as the header Document-Password, which wins if both are sent.",
            },
          },
        },
      },
    },
  },
  responses: {
    "200": described("The execution, started or ended.", json(jsonSchemaOf(executionAnswer))),
    "422": described("The execution failed, or the pipeline is inactive.", {
      "application/json": {
        schema: { anyOf: [jsonSchemaOf(executionAnswer), reference("ManagementRefusal")] },
      },
    }),
    ...PIPELINE_REFUSALS,
  },
};

const acknowledged: JsonSchema = {
  allOf: [reference("ManagementRefusal"), reference("Refusal")],
  properties: { status: { type: "string" } },
  required: ["status"],
};

const result: Operation = {
  operationId: "getPipelineDeploymentResult",
  summary: "Returns the result of an execution. Texts are returned once.",
  tags: [PIPELINE_TAG.name],
  security: PIPELINE_SECURITY,
  parameters: [...PIPELINE_PARAMETERS, ...inQuery(resultParameters, ["execution_id"])],
  responses: {
    "200": described("The execution has ended.", json(jsonSchemaOf(resultAnswer))),
    "406": described("The texts were already returned.", json(acknowledged)),
    "422": described("The execution has not ended, or the pipeline is inactive.", {
      "application/json": {
        schema: { anyOf: [jsonSchemaOf(resultAnswer), reference("ManagementRefusal")] },
      },
    }),
    ...PIPELINE_REFUSALS,
  },
};

const BACKEND = inPath("backend", "The provider: `google-oauth2` or `azuread-tenant-oauth2`.");
const ORGANIZATION = inPath("org_id", "The organization's name.");

function browserOperation(
  operationId: string,
  summary: string,
  facts: Pick<Operation, "parameters" | "responses"> & Partial<Pick<Operation, "security">>,
): Operation {
  return { operationId, summary, tags: [BROWSER_TAG.name], security: [], ...facts };
}

const text = (name: string, description: string, required = false): Parameter => ({
  name,
  in: "query",
  required,
  description,
  schema: { type: "string" },
});

const cacheKey = browserOperation(
  "getOAuthCacheKey",
  "Returns a key that links the OAuth flow to the connector that is created or updated afterwards.",
  {
    security: [{ accessToken: [] }, { session: [] }],
    parameters: [BACKEND],
    responses: {
      "200": described("The cache key.", json(jsonSchemaOf(z.object({ cache_key: z.string() })))),
      "401": refusal("The access token is missing, malformed or invalid."),
      "4XX": managementRefusal(
        "The backend is unknown or not configured, or the token does not allow the call.",
      ),
      "429": withRetryAfter(managementRefusal(TOO_MANY_WRONG_CREDENTIALS)),
      "503": withRetryAfter(managementRefusal("A dependency of the service is unavailable.")),
    },
  },
);

const oauthLogin = browserOperation("beginOAuth", "Sends the browser to the provider's consent screen.", {
  parameters: [ORGANIZATION, BACKEND, text("oauth-key", "The cache key.", true)],
  responses: {
    "302": redirect("Redirects to the provider."),
    "4XX": managementRefusal("The key is unknown, was already used, or has expired (408)."),
    "503": managementRefusal("The provider does not respond."),
  },
});

const oauthComplete = browserOperation(
  "completeOAuth",
  "The provider's callback: stores the credentials under the cache key.",
  {
    parameters: [
      ORGANIZATION,
      BACKEND,
      text("state", "The state, as returned by the provider."),
      text("code", "The authorization code of the provider."),
    ],
    responses: {
      "200": page("The credentials are stored."),
      "4XX": page("The callback does not match a login of this browser."),
      "503": page("The provider does not respond."),
    },
  },
);

const organization = z.object({ id: z.string(), name: z.string(), display_name: z.string() });
const session = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  organization: organization.nullable(),
});

function sessionResponses(success: Responses): Responses {
  return {
    ...success,
    "4XX": refusal("There is no session, or it does not allow the call."),
    "429": withRetryAfter(refusal(TOO_MANY_WRONG_CREDENTIALS)),
    "503": withRetryAfter(refusal("A dependency of the service is unavailable.")),
  };
}

const SESSION = [{ session: [] }] as const;

const SIGN_IN_PATHS: OpenApiDocument["paths"] = {
  "/api/v1/login": {
    get: browserOperation("signIn", "Sends the browser to the identity provider.", {
      parameters: [
        text("return_to", "A path of the service that the browser is redirected to after signing in."),
      ],
      responses: sessionResponses({ "302": redirect("Redirects to the identity provider.") }),
    }),
  },
  "/api/v1/login/callback": {
    get: browserOperation("completeSignIn", "The identity provider's callback: starts a session.", {
      parameters: [
        text("state", "The state, as returned by the provider."),
        text("code", "The authorization code of the provider."),
      ],
      responses: sessionResponses({ "302": redirect("Redirects to `return_to`.") }),
    }),
  },
  "/api/v1/logout": {
    post: browserOperation("signOut", "Ends the session.", {
      security: SESSION,
      parameters: [],
      responses: sessionResponses({ "204": described("Done. There is no body.", {}) }),
    }),
  },
  "/api/v1/session": {
    get: browserOperation("getSession", "Returns the signed-in user and the chosen organization.", {
      security: SESSION,
      parameters: [],
      responses: sessionResponses({ "200": described("Done.", json(jsonSchemaOf(session))) }),
    }),
  },
  "/api/v1/organization": {
    get: browserOperation("listOrganizations", "Lists the organizations of the signed-in user.", {
      security: SESSION,
      parameters: [],
      responses: sessionResponses({
        "200": described(
          "Done.",
          json(jsonSchemaOf(z.object({ message: z.string(), organizations: z.array(organization) }))),
        ),
      }),
    }),
  },
  "/api/v1/organization/{id}/set": {
    post: browserOperation("chooseOrganization", "Chooses the organization of the session.", {
      security: SESSION,
      parameters: [inPath("id", "The organization's id.")],
      responses: sessionResponses({ "200": described("Done.", json(jsonSchemaOf(session))) }),
    }),
  },
};

const upload = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  mediaType: z.string(),
});

const putUpload: Operation = {
  operationId: "uploadDocument",
  summary: "Stores a document. The GraphQL mutation `submitDocument` accepts its id.",
  tags: [BROWSER_TAG.name],
  security: [{ serviceKey: [] }, { unstractKey: [] }, { accessToken: [] }, { session: [] }],
  parameters: [inPath("name", "The name of the document.")],
  requestBody: {
    description: "The document, of any content type.",
    required: true,
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  },
  responses: {
    "201": described("Stored.", json(jsonSchemaOf(upload))),
    "4XX": refusal("The upload was rejected; `message` says why."),
    "415": refusal(
      "The type of the document is not supported, or the `Content-Encoding` is none of `gzip`, `deflate` and `br`.",
    ),
    "429": withRetryAfter(refusal(TOO_MANY_WRONG_CREDENTIALS)),
    "503": withRetryAfter(refusal("A dependency of the service is unavailable.")),
  },
};

const serviceIndex = z.object({
  name: z.literal("Galley"),
  version: z.string(),
  links: z.object({
    console: z.string(),
    graphql: z.string(),
    openapi: z.string(),
    docs: z.string(),
    health: z.string(),
  }),
});

const getIndex = browserOperation(
  "getIndex",
  "Returns the version of the service and its links; redirects browsers to the console.",
  {
    parameters: [],
    responses: {
      "200": described("Done.", json(jsonSchemaOf(serviceIndex))),
      "302": redirect("Redirects a browser, whose `Accept` prefers HTML, to the console."),
    },
  },
);

/** Paths outside the extraction versions and the management API. */
export const OTHER_PATHS: OpenApiDocument["paths"] = {
  "/": { get: getIndex },
  "/deployment/pipeline/api/{org_id}/{pipeline_id}/": { post: execute, get: result },
  "/api/v1/oauth/cache-key/{backend}": { get: cacheKey },
  "/api/v1/service/{org_id}/oauth/login/{backend}/": { get: oauthLogin },
  "/api/v1/service/{org_id}/oauth/complete/{backend}/": { get: oauthComplete },
  ...SIGN_IN_PATHS,
  "/uploads/{name}": { put: putUpload },
};
