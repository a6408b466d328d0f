import type { Connector, Pipeline, PipelineProblem, Workflow, WorkflowEndpoint } from "@galley/core/domain";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectorType } from "../connectors/connector-type.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { PipelineProblemType } from "../pipelines/pipeline-end-type.ts";
import { WorkflowEndpointType, WorkflowType } from "./workflow-type.ts";

@Resolver(() => WorkflowType)
export class WorkflowFields {
  @FieldResolver(() => Boolean, { description: "Whether it has a password for encrypted documents." })
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

  @FieldResolver(() => [PipelineProblemType], {
    description: "Why its runs would fail, as far as it is known without connecting.",
  })
  problems(
    @Ctx() { management }: RequestContext,
    @Root() workflow: Workflow,
  ): Promise<readonly PipelineProblem[]> {
    return management.problems.load(workflow);
  }

  @FieldResolver(() => [PipelineType], {
    description: "The pipelines that run it, as far as the caller can see them.",
  })
  pipelines(@Ctx() context: RequestContext, @Root() { id }: Workflow): Promise<readonly Pipeline[]> {
    return context.management.pipelinesOf.load({ member: memberOf(context), id });
  }

  @FieldResolver(() => Boolean, { description: "Whether pipelines can run it: it has no problems." })
  async ready(@Ctx() { management }: RequestContext, @Root() workflow: Workflow): Promise<boolean> {
    return (await management.problems.load(workflow)).length === 0;
  }
}

@Resolver(() => WorkflowEndpointType)
export class WorkflowEndpointFields {
  @FieldResolver(() => ConnectorType, {
    nullable: true,
    description: "The connector; null if there is none or the caller may not see it.",
  })
  async connector(
    @Ctx() context: RequestContext,
    @Root() { connectorId }: WorkflowEndpoint,
  ): Promise<Connector | null> {
    if (connectorId === null) return null;
    return context.management.connectors.load({ member: memberOf(context), id: connectorId });
  }
}

@Resolver(() => ConnectorType)
export class ConnectorUseFields {
  @FieldResolver(() => [WorkflowType], {
    description: "The workflows that use it and that the caller can see, by name.",
  })
  workflows(@Ctx() context: RequestContext, @Root() connector: Connector): Promise<readonly Workflow[]> {
    return context.management.users.load({ member: memberOf(context), connector });
  }
}
