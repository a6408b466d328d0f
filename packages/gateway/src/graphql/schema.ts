import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchema } from "type-graphql";
import { JobFields } from "./operations/job-fields.ts";
import { JobMutations } from "./operations/job-mutations.ts";
import { JobQueries } from "./operations/job-queries.ts";
import { JobSubscriptions } from "./operations/job-subscriptions.ts";
import { KeyMutations } from "./operations/key-mutations.ts";
import { KeyQueries } from "./operations/key-queries.ts";
import { PageFields } from "./operations/page-fields.ts";
import { UsageQueries } from "./operations/usage-queries.ts";
import { ViewerQueries } from "./operations/viewer-queries.ts";
import { DeliveryFields, WebhookFields } from "./operations/webhook-fields.ts";
import { WebhookMutations } from "./operations/webhook-mutations.ts";
import { WebhookQueries } from "./operations/webhook-queries.ts";

export async function makeSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      JobFields,
      JobMutations,
      JobQueries,
      JobSubscriptions,
      KeyMutations,
      KeyQueries,
      PageFields,
      UsageQueries,
      ViewerQueries,
      DeliveryFields,
      WebhookFields,
      WebhookMutations,
      WebhookQueries,
    ],
    validate: false,
    // The library asks for one; every subscription here brings its own source.
    pubSub: {
      publish: () => undefined,
      subscribe() {
        throw new Error("Every subscription brings its own source.");
      },
    },
  });
  describe(schema.getQueryType(), "What can be read. A query changes nothing.");
  describe(schema.getMutationType(), "What can be done.");
  describe(schema.getSubscriptionType(), "What can be watched, over a socket of the graphql-ws protocol.");
  return schema;
}

/** The library makes these types itself and leaves no other way to describe them. */
function describe(type: { description: unknown } | null | undefined, description: string): void {
  Object.assign(type ?? {}, { description });
}
