import type { Server } from "node:http";
import type { ApolloServer } from "@apollo/server";
import { DomainError } from "@galley/core/domain";
import express, { type ErrorRequestHandler, type Router } from "express";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import { presentedError } from "./errors.ts";
import { makeSchema } from "./schema.ts";
import { createApolloServer, requestContext } from "./transport/apollo.ts";
import type { GraphqlDependencies, GraphqlSettings } from "./transport/dependencies.ts";
import { graphiqlRouter } from "./transport/graphiql.ts";
import { answerOperations, operationMethodsOnly } from "./transport/operations.ts";
import { serveSubscriptions } from "./transport/sockets.ts";
import { uploadsRouter } from "./transport/uploads.ts";

const PATH = "/graphql";

/** An operation with its variables; documents go to /uploads. */
const MAX_BODY_BYTES = 256 * 1024;

/** The GraphQL API. Its disposal ends subscriptions with 1001 and waits for operations that are under way. */
export interface Graphql extends AsyncDisposable {
  /** Handlers and the paths below which they answer. */
  readonly mounts: readonly { readonly path: string; readonly handler: Router }[];
  /** Serves subscriptions over sockets of this server; to be called once. */
  attach(server: Server): void;
}

export async function createGraphql(
  dependencies: GraphqlDependencies,
  settings: GraphqlSettings,
): Promise<Graphql> {
  const schema = await makeSchema();
  const apollo = createApolloServer(schema, dependencies, settings);
  await apollo.start();
  let sockets: AsyncDisposable | undefined;
  return {
    mounts: [
      { path: PATH, handler: graphqlRouter(apollo, dependencies) },
      { path: "/uploads", handler: uploadsRouter(dependencies) },
    ],
    attach(server) {
      sockets = serveSubscriptions({ server, path: PATH, schema }, dependencies, settings);
    },
    async [Symbol.asyncDispose]() {
      const attached = sockets;
      sockets = undefined;
      await attached?.[Symbol.asyncDispose]();
      await apollo.stop();
    },
  };
}

function graphqlRouter(apollo: ApolloServer<RequestContext>, dependencies: GraphqlDependencies): Router {
  const router = express.Router();
  router.use(operationMethodsOnly, graphiqlRouter());
  router.use(
    express.json({ limit: MAX_BODY_BYTES }),
    answerOperations(apollo, (request) => requestContext(request, dependencies)),
  );
  router.use(answerUnreadableBody);
  return router;
}

/** A body that is no JSON is answered in the words of GraphQL, too; other errors pass. */
const answerUnreadableBody: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const refusal = bodyErrorSchema.safeParse(error);
  if (!refusal.success || response.headersSent) {
    next(error);
    return;
  }
  const { status } = refusal.data;
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ errors: [presentedError(refusalOf(status))] }));
};

/** An error of the parser of bodies; its type is what tells it from those of others. */
const bodyErrorSchema = z.object({ type: z.string(), status: z.int().min(400).max(499) });

function refusalOf(status: number): DomainError {
  if (status === 413) {
    return new DomainError("TOO_LARGE", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  }
  const message =
    status === 415 ? "The body's charset or encoding is not read here." : "The body is not readable as JSON.";
  return new DomainError("BAD_INPUT", message);
}
