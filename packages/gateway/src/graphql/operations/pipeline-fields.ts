import type { Connector, Pipeline, PipelineKey, Workflow, WorkflowEndpoint } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberOf, type RequestContext } from "../context.ts";
import { ConnectorType } from "../types/connector-type.ts";
import { PipelineKeyType, PipelineType } from "../types/pipeline-type.ts";
import { WorkflowEndpointType, WorkflowType } from "../types/workflow-type.ts";

@Resolver(() => PipelineType)
export class PipelineFields {
  @FieldResolver(() => WorkflowType, {
    nullable: true,
    description: "The workflow that it runs; null where the caller does not see it.",
  })
  workflow(@Ctx() context: RequestContext, @Root() pipeline: Pipeline): Promise<Workflow | null> {
    return context.management.workflows.load({ member: memberOf(context), id: pipeline.workflowId });
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: "When it runs next by itself; null where it does not.",
  })
  async nextRunAt(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<Date | null> {
    return (await management.details.load(pipeline)).nextRunAt ?? null;
  }

  @FieldResolver(() => [PipelineKeyType], { description: "Its keys, oldest first." })
  keys(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<readonly PipelineKey[]> {
    return management.keys.load(pipeline);
  }
}

@Resolver(() => PipelineKeyType)
export class PipelineKeyFields {
  @FieldResolver(() => String, {
    description:
      "The key itself: a bearer token of the public address. ******** to callers who may not run the pipeline.",
  })
  secret(@Ctx() context: RequestContext, @Root() key: PipelineKey): Promise<string> {
    return context.management.keySecrets.load({ member: memberOf(context), key });
  }
}

@Resolver(() => WorkflowType)
export class WorkflowFields {
  @FieldResolver(() => Boolean, { description: "Whether it has a password that opens encrypted documents." })
  hasDocumentPassword(@Root() { sealedDocumentPassword }: Workflow): boolean {
    return sealedDocumentPassword !== null;
  }

  @FieldResolver(() => WorkflowEndpointType, { nullable: true, description: "Where documents come from." })
  async source(
    @Ctx() { management }: RequestContext,
    @Root() workflow: Workflow,
  ): Promise<WorkflowEndpoint | null> {
    const endpoints = await management.endpoints.load(workflow);
    return endpoints.find(({ direction }) => direction === "source") ?? null;
  }

  @FieldResolver(() => WorkflowEndpointType, { nullable: true, description: "Where results go." })
  async destination(
    @Ctx() { management }: RequestContext,
    @Root() workflow: Workflow,
  ): Promise<WorkflowEndpoint | null> {
    const endpoints = await management.endpoints.load(workflow);
    return endpoints.find(({ direction }) => direction === "destination") ?? null;
  }
}

@Resolver(() => WorkflowEndpointType)
export class WorkflowEndpointFields {
  @FieldResolver(() => ConnectorType, {
    nullable: true,
    description: "The connector; null where there is none, or the caller does not see it.",
  })
  async connector(
    @Ctx() context: RequestContext,
    @Root() { connectorId }: WorkflowEndpoint,
  ): Promise<Connector | null> {
    if (connectorId === null) return null;
    return context.management.connectors.load({ member: memberOf(context), id: connectorId });
  }
}
