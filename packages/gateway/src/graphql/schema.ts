import "reflect-metadata";
import { GraphQLError, isScalarType, type GraphQLScalarType, type GraphQLSchema } from "graphql";
import { buildSchema } from "type-graphql";
import { AccessTokenOperations } from "./access-tokens/access-token-operations.ts";
import { ConnectorKindOperations } from "./connectors/connector-kind-operations.ts";
import { ConnectorMutations } from "./connectors/connector-mutations.ts";
import { ConnectorQueries } from "./connectors/connector-queries.ts";
import { JobFields } from "./jobs/job-fields.ts";
import { JobMutations } from "./jobs/job-mutations.ts";
import { JobQueries } from "./jobs/job-queries.ts";
import { JobSubscriptions } from "./jobs/job-subscriptions.ts";
import { KeyMutations } from "./keys/key-mutations.ts";
import { KeyQueries } from "./keys/key-queries.ts";
import { MemberOperations } from "./members/member-operations.ts";
import { NodeQueries } from "./node/node-queries.ts";
import { NoticeOperations } from "./notices/notice-operations.ts";
import {
  OutcomeNotificationFields,
  OutcomeNotificationOperations,
} from "./notifications/outcome-notification-operations.ts";
import { PageFields } from "./pages/page-fields.ts";
import { PipelineFields, PipelineKeyFields } from "./pipelines/pipeline-fields.ts";
import { PipelineKeyMutations } from "./pipelines/pipeline-key-mutations.ts";
import { PipelineMutations } from "./pipelines/pipeline-mutations.ts";
import { PipelineQueries } from "./pipelines/pipeline-queries.ts";
import { PipelineRunFields, RunFields, RunOperations } from "./runs/run-operations.ts";
import { SHARING_FIELDS } from "./sharing/sharing-fields.ts";
import { SharingMutations } from "./sharing/sharing-mutations.ts";
import { UsageQueries } from "./usage/usage-queries.ts";
import { ViewerQueries } from "./viewer/viewer-queries.ts";
import { DeliveryFields, WebhookFields } from "./webhooks/webhook-fields.ts";
import { WebhookMutations } from "./webhooks/webhook-mutations.ts";
import { WebhookQueries } from "./webhooks/webhook-queries.ts";
import { WorkflowEndpointFields, WorkflowFields } from "./workflows/workflow-fields.ts";
import { WorkflowMutations } from "./workflows/workflow-mutations.ts";
import { WorkflowQueries } from "./workflows/workflow-queries.ts";

export async function makeSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      AccessTokenOperations,
      ConnectorKindOperations,
      ConnectorMutations,
      ConnectorQueries,
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
      UsageQueries,
      ViewerQueries,
      DeliveryFields,
      WebhookFields,
      WebhookMutations,
      WebhookQueries,
      WorkflowEndpointFields,
      WorkflowFields,
      WorkflowMutations,
      WorkflowQueries,
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
