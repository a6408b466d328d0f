import "reflect-metadata";
import { GraphQLError, isScalarType, type GraphQLScalarType, type GraphQLSchema } from "graphql";
import { buildSchema } from "type-graphql";
import { AccessTokenOperations } from "./access-tokens/access-token-operations.ts";
import { ConnectorKindOperations } from "./connectors/connector-kind-operations.ts";
import { ConnectorFields } from "./connectors/connector-fields.ts";
import { ConnectorMutations } from "./connectors/connector-mutations.ts";
import { ConnectorQueries } from "./connectors/connector-queries.ts";
import { InvitationOperations } from "./invitations/invitation-operations.ts";
import { StoreOperations } from "./connectors/store-operations.ts";
import { ContentQueries } from "./contents/content-queries.ts";
import { CORRECTION_RESOLVERS } from "./corrections/correction-operations.ts";
import { FIELDS_RESOLVERS } from "./fields/field-operations.ts";
import { JobFields } from "./jobs/job-fields.ts";
import { JobListMutations } from "./jobs/job-list-mutations.ts";
import { STRUCTURE_FIELDS } from "./structure/structure-fields.ts";
import { JobMutations } from "./jobs/job-mutations.ts";
import { JobQueries } from "./jobs/job-queries.ts";
import { JobSubscriptions } from "./jobs/job-subscriptions.ts";
import { KeyFields } from "./keys/key-fields.ts";
import { KeyMutations } from "./keys/key-mutations.ts";
import { KeyQueries } from "./keys/key-queries.ts";
import { LINK_FIELDS } from "./links/link-fields.ts";
import { MemberOperations } from "./members/member-operations.ts";
import { NodeQueries } from "./node/node-queries.ts";
import { NoticeOperations } from "./notices/notice-operations.ts";
import {
  OutcomeNotificationFields,
  OutcomeNotificationOperations,
} from "./notifications/outcome-notification-operations.ts";
import { PasskeyOperations } from "./passkeys/passkey-operations.ts";
import { PageFields } from "./pages/page-fields.ts";
import { PipelineFields, PipelineKeyFields } from "./pipelines/pipeline-fields.ts";
import { PipelineKeyMutations } from "./pipelines/pipeline-key-mutations.ts";
import { PipelineMutations } from "./pipelines/pipeline-mutations.ts";
import { PipelineQueries } from "./pipelines/pipeline-queries.ts";
import { SchedulePreviewQueries } from "./pipelines/schedule-preview.ts";
import { PipelineRunFields, RunFields, RunFileFields } from "./runs/run-fields.ts";
import { RunOperations } from "./runs/run-operations.ts";
import { SHARING_FIELDS } from "./sharing/sharing-fields.ts";
import { SharingMutations } from "./sharing/sharing-mutations.ts";
import { SignInOperations } from "./sign-in/sign-in-operations.ts";
import { SystemQueries } from "./system/system-queries.ts";
import { LimitOperations } from "./usage/limit-operations.ts";
import { UsageQueries } from "./usage/usage-queries.ts";
import { ViewerQueries } from "./viewer/viewer-queries.ts";
import { DeliveryFields, WebhookFields } from "./webhooks/webhook-fields.ts";
import { DeliveryJobFields, NotificationLogFields, WebhookLogFields } from "./webhooks/delivery-log.ts";
import { WebhookMutations } from "./webhooks/webhook-mutations.ts";
import { WebhookQueries } from "./webhooks/webhook-queries.ts";
import { ConnectorUseFields, WorkflowEndpointFields, WorkflowFields } from "./workflows/workflow-fields.ts";
import { DestinationPreviewQueries } from "./workflows/destination-preview.ts";
import { InputCheckQueries } from "./workflows/input-checks.ts";
import { WorkflowMutations } from "./workflows/workflow-mutations.ts";
import { WorkflowQueries } from "./workflows/workflow-queries.ts";

const CONNECTOR_RESOLVERS = [
  ConnectorFields,
  ConnectorKindOperations,
  ConnectorMutations,
  ConnectorQueries,
  StoreOperations,
] as const;

const RUN_RESOLVERS = [
  PipelineRunFields,
  RunFields,
  RunFileFields,
  RunOperations,
  SchedulePreviewQueries,
  DestinationPreviewQueries,
  InputCheckQueries,
] as const;

const WEBHOOK_RESOLVERS = [
  DeliveryFields,
  DeliveryJobFields,
  NotificationLogFields,
  WebhookLogFields,
  WebhookFields,
  WebhookMutations,
  WebhookQueries,
] as const;

/** type-graphql requires one, but every subscription here has its own source. */
const NO_PUB_SUB = {
  publish: () => undefined,
  subscribe(): never {
    throw new Error("Every subscription must define its own source.");
  },
};

export async function makeSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      AccessTokenOperations,
      ...CONNECTOR_RESOLVERS,
      InvitationOperations,
      ...CORRECTION_RESOLVERS,
      ...FIELDS_RESOLVERS,
      JobFields,
      JobListMutations,
      ...STRUCTURE_FIELDS,
      JobMutations,
      ContentQueries,
      JobQueries,
      JobSubscriptions,
      ...LINK_FIELDS,
      KeyFields,
      KeyMutations,
      KeyQueries,
      LimitOperations,
      MemberOperations,
      NodeQueries,
      NoticeOperations,
      OutcomeNotificationFields,
      OutcomeNotificationOperations,
      PageFields,
      PasskeyOperations,
      PipelineFields,
      PipelineKeyFields,
      PipelineKeyMutations,
      PipelineMutations,
      PipelineQueries,
      ...RUN_RESOLVERS,
      ...SHARING_FIELDS,
      SharingMutations,
      SignInOperations,
      SystemQueries,
      UsageQueries,
      ViewerQueries,
      ...WEBHOOK_RESOLVERS,
      ConnectorUseFields,
      WorkflowEndpointFields,
      WorkflowFields,
      WorkflowMutations,
      WorkflowQueries,
    ],
    validate: false,
    // Checked by a test instead of at each start.
    skipCheck: true,
    pubSub: NO_PUB_SUB,
  });
  for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) leaveLocationToGraphql(type);
  describe(schema.getQueryType(), "Read operations.");
  describe(schema.getMutationType(), "Write operations.");
  describe(schema.getSubscriptionType(), "Event streams, over a WebSocket with the graphql-ws protocol.");
  return schema;
}

/** type-graphql creates the root types itself and has no option for their descriptions. */
function describe(type: { description: unknown } | null | undefined, description: string): void {
  Object.assign(type ?? {}, { description });
}

/**
 * The scalars throw a GraphQLError without a location for an invalid literal, and graphql passes it on unchanged. To any
 * other kind of error it adds the location.
 */
function leaveLocationToGraphql(scalar: GraphQLScalarType): void {
  const { parseLiteral } = scalar;
  scalar.parseLiteral = (node, variables) => {
    try {
      return parseLiteral.call(scalar, node, variables);
    } catch (error) {
      throw error instanceof GraphQLError && !error.nodes ? new TypeError(error.message) : error;
    }
  };
}
