import type { IncomingMessage } from "node:http";
import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { DomainError, type Access, type Caller, type Credentials } from "@galley/core/domain";
import { OperationTypeNode, type GraphQLError, type GraphQLSchema } from "graphql";
import { createContext, type RequestContext } from "../context/context.ts";
import { credentialsOf, hasCredentials } from "./credentials.ts";
import { edgeError, presentedOrTold, refusedError } from "../errors/errors.ts";
import { documentLimits, MAX_TOKENS } from "../limits/document-limits.ts";
import { assertAffordable } from "../limits/operation-cost.ts";
import type { GraphqlDependencies, GraphqlSettings } from "./dependencies.ts";

type Plugin = ApolloServerPlugin<RequestContext>;

/** The server of queries and mutations: one operation a request, every error as the API presents it. */
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
    formatError: (_formatted, error) => presentedOrTold(error, failed),
    logger: { debug: ignore, info: ignore, warn: ignore, error: failed },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      acceptableOnly,
      unauthenticatedIs401,
    ],
  });
}

/** @throws GraphQLError when there are credentials and they do not hold. */
export async function requestContext(
  request: IncomingMessage,
  dependencies: GraphqlDependencies,
): Promise<RequestContext> {
  const credentials = { ...credentialsOf(request.headers), session: dependencies.sessionOf?.(request) };
  const { access } = dependencies.application;
  const caller = hasCredentials(credentials) ? await callerWith(credentials, access) : undefined;
  return createContext(dependencies, caller);
}

async function callerWith(credentials: Credentials, access: Access): Promise<Caller> {
  try {
    return await access.authenticate(credentials);
  } catch (cause) {
    throw cause instanceof DomainError ? refusedError(cause) : cause;
  }
}

const acceptableOnly: Plugin = {
  requestDidStart: async () => ({
    async didResolveOperation({ schema, document, operation, operationName, request: { variables } }) {
      // The execution refuses a document that has no such operation.
      if (!operation) return;
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw overSocketsOnly();
      assertAffordable({ schema, document, operationName, variables });
    },
  }),
};

function overSocketsOnly(): GraphQLError {
  const message = "Subscriptions go over a socket of the graphql-ws protocol, on the same path.";
  return edgeError("GRAPHQL_VALIDATION_FAILED", message);
}

/** So that a client whose credentials are missing sees it without looking into the answer. */
const unauthenticatedIs401: Plugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body, http } }) => {
      const errors = body.kind === "single" ? (body.singleResult.errors ?? []) : [];
      if (errors.some(({ extensions }) => extensions?.["code"] === "UNAUTHENTICATED")) http.status = 401;
    },
  }),
};

function ignore(): void {}
