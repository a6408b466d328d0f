import type { IncomingMessage, ServerResponse } from "node:http";
import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import {
  DomainError,
  type Access,
  type Caller,
  type Credentials,
  type DomainErrorCode,
} from "@galley/core/domain";
import { OperationTypeNode, type GraphQLError, type GraphQLSchema } from "graphql";
import { createContext, type RequestContext } from "../context/context.ts";
import { credentialsOf, hasCredentials } from "./credentials.ts";
import { edgeError, presentedAndReported, refusedError } from "../errors/errors.ts";
import { countCalls } from "../limits/count-calls.ts";
import { documentLimits } from "../limits/document-limits.ts";
import { assertAffordable } from "../limits/operation-cost.ts";
import { MAX_TOKENS, withTokenLimit } from "../limits/token-limit.ts";
import type { GraphqlDependencies, GraphqlSettings } from "./dependencies.ts";

type Plugin = ApolloServerPlugin<RequestContext>;

/** Serves queries and mutations: one operation per request, errors formatted by the API. */
export function createApolloServer(
  schema: GraphQLSchema,
  { failed }: Pick<GraphqlDependencies, "failed">,
  { openSchema }: Pick<GraphqlSettings, "openSchema">,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: openSchema,
    hideSchemaDetailsFromClientErrors: !openSchema,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [documentLimits],
    formatError: (_formatted, error) => presentedAndReported(withTokenLimit(error), failed),
    logger: { debug: ignore, info: ignore, warn: ignore, error: failed },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      acceptableOnly,
      unauthenticatedIs401,
    ],
  });
}

/**
 * An invalid session leaves the request without a caller, so that it can still sign in.
 *
 * @throws GraphQLError if the request has another credential and it is not valid.
 */
export async function requestContext(
  request: IncomingMessage,
  response: ServerResponse,
  dependencies: GraphqlDependencies,
): Promise<RequestContext> {
  const credentials = { ...credentialsOf(request.headers), session: dependencies.sessionOf?.(request) };
  const { access } = dependencies.application;
  const found = hasCredentials(credentials) ? await callerWith(credentials, access) : {};
  return createContext(dependencies, {
    caller: undefined,
    ...found,
    browser: dependencies.browserOf?.(request, response),
  });
}

async function callerWith(
  credentials: Credentials,
  access: Access,
): Promise<Pick<RequestContext, "refusal"> & { readonly caller?: Caller }> {
  try {
    return { caller: await access.authenticate(credentials) };
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    const { accessToken, extractionKey } = credentials;
    const isOfSession = accessToken === undefined && extractionKey === undefined;
    if (isOfSession && SESSION_REFUSALS.has(cause.code)) return { refusal: cause };
    throw refusedError(cause);
  }
}

const SESSION_REFUSALS: ReadonlySet<DomainErrorCode> = new Set(["UNAUTHENTICATED", "FORBIDDEN"]);

const acceptableOnly: Plugin = {
  requestDidStart: async () => ({
    async didResolveOperation({
      schema,
      document,
      operation,
      operationName,
      request: { variables },
      contextValue,
    }) {
      // Execution rejects a document without such an operation.
      if (!operation) return;
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw overSocketsOnly();
      assertAffordable({ schema, document, operationName, variables });
      await countCalls(contextValue, document, operation);
    },
  }),
};

function overSocketsOnly(): GraphQLError {
  const message =
    "Send subscriptions over a WebSocket on the same path, with the graphql-ws protocol (graphql-transport-ws).";
  return edgeError("GRAPHQL_VALIDATION_FAILED", message);
}

/** Lets clients detect missing credentials from the status alone. */
const unauthenticatedIs401: Plugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body, http } }) => {
      const errors = body.kind === "single" ? (body.singleResult.errors ?? []) : [];
      if (errors.some(({ extensions }) => extensions?.["code"] === "UNAUTHENTICATED")) http.status = 401;
    },
  }),
};

function ignore(): void {}
