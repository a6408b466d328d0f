import "reflect-metadata";
import { GraphQLError, isScalarType, type GraphQLScalarType, type GraphQLSchema } from "graphql";
import { buildSchema } from "type-graphql";
import { AccessTokenOperations } from "./operations/access-token-operations.ts";
import { JobFields } from "./operations/job-fields.ts";
import { JobMutations } from "./operations/job-mutations.ts";
import { JobQueries } from "./operations/job-queries.ts";
import { JobSubscriptions } from "./operations/job-subscriptions.ts";
import { KeyMutations } from "./operations/key-mutations.ts";
import { KeyQueries } from "./operations/key-queries.ts";
import { MemberOperations } from "./operations/member-operations.ts";
import { NodeQueries } from "./operations/node-queries.ts";
import { NoticeOperations } from "./operations/notice-operations.ts";
import {
  OutcomeNotificationFields,
  OutcomeNotificationOperations,
} from "./operations/outcome-notification-operations.ts";
import { PageFields } from "./operations/page-fields.ts";
import { PipelineRunFields, RunFields, RunOperations } from "./operations/run-operations.ts";
import { UsageQueries } from "./operations/usage-queries.ts";
import { ViewerQueries } from "./operations/viewer-queries.ts";
import { ConnectorKindOperations } from "./operations/connector-kind-operations.ts";
import { ConnectorMutations } from "./operations/connector-mutations.ts";
import {
  PipelineFields,
  PipelineKeyFields,
  WorkflowEndpointFields,
  WorkflowFields,
} from "./operations/pipeline-fields.ts";
import { PipelineKeyMutations } from "./operations/pipeline-key-mutations.ts";
import { PipelineMutations } from "./operations/pipeline-mutations.ts";
import { PipelineQueries } from "./operations/pipeline-queries.ts";
import { SHARING_FIELDS } from "./operations/sharing-fields.ts";
import { SharingMutations } from "./operations/sharing-mutations.ts";
import { WorkflowMutations } from "./operations/workflow-mutations.ts";
import { DeliveryFields, WebhookFields } from "./operations/webhook-fields.ts";
import { WebhookMutations } from "./operations/webhook-mutations.ts";
import { WebhookQueries } from "./operations/webhook-queries.ts";

export async function makeSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      AccessTokenOperations,
      JobFields,
      JobMutations,
      JobQueries,
      JobSubscriptions,
      KeyMutations,
      KeyQueries,
      MemberOperations,
      NodeQueries,
      NoticeOperations,
      OutcomeNotificationFields,
      OutcomeNotificationOperations,
      PageFields,
      UsageQueries,
      ViewerQueries,
      DeliveryFields,
      WebhookFields,
      WebhookMutations,
      WebhookQueries,
      ConnectorKindOperations,
      ConnectorMutations,
      PipelineFields,
      PipelineKeyFields,
      PipelineKeyMutations,
      PipelineMutations,
      PipelineQueries,
      PipelineRunFields,
      RunFields,
      RunOperations,
      ...SHARING_FIELDS,
      SharingMutations,
      WorkflowEndpointFields,
      WorkflowFields,
      WorkflowMutations,
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
  for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) leavePlaceToGraphql(type);
  describe(schema.getQueryType(), "What can be read. A query changes nothing.");
  describe(schema.getMutationType(), "What can be done.");
  describe(schema.getSubscriptionType(), "What can be watched, over a socket of the graphql-ws protocol.");
  return schema;
}

/** The library makes these types itself and leaves no other way to describe them. */
function describe(type: { description: unknown } | null | undefined, description: string): void {
  Object.assign(type ?? {}, { description });
}

/**
 * Scalars of the library refuse a written value with an error that says nothing of its place, which GraphQL passes on
 * as it is. Of any other error it tells where the value stands.
 */
function leavePlaceToGraphql(scalar: GraphQLScalarType): void {
  const { parseLiteral } = scalar;
  scalar.parseLiteral = (node, variables) => {
    try {
      return parseLiteral.call(scalar, node, variables);
    } catch (error) {
      throw error instanceof GraphQLError && !error.nodes ? new TypeError(error.message) : error;
    }
  };
}
