import type { Server } from "node:http";
import type { ApolloServer } from "@apollo/server";
import express, { type Router } from "express";
import type { RequestContext } from "./context/context.ts";
import { nameValidValues } from "./enums/name-valid-values.ts";
import { makeSchema } from "./schema.ts";
import { createApolloServer, requestContext } from "./transport/apollo.ts";
import type { GraphqlDependencies, GraphqlSettings } from "./transport/dependencies.ts";
import { graphiqlRouter } from "./transport/graphiql.ts";
import { answerOperations, operationMethodsOnly } from "./transport/operations.ts";
import { readOperation } from "./transport/operation-body.ts";
import { serveSubscriptions } from "./transport/sockets.ts";
import { uploadsRouter } from "./transport/uploads.ts";

const PATH = "/graphql";

/** The GraphQL API. Disposing it closes sockets with 1001 and waits for running operations. */
export interface Graphql extends AsyncDisposable {
  /** Handlers and the paths to mount them on. */
  readonly mounts: readonly { readonly path: string; readonly handler: Router }[];
  /** Serves subscriptions over WebSockets of this server. Call it once. */
  attach(server: Server): void;
}

export async function createGraphql(
  dependencies: GraphqlDependencies,
  settings: GraphqlSettings,
): Promise<Graphql> {
  const schema = await makeSchema();
  if (settings.openSchema) nameValidValues(schema);
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
    readOperation,
    answerOperations(apollo, (request, response) => requestContext(request, response, dependencies)),
  );
  return router;
}
