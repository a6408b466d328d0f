import type { Pipeline, PipelineKey, Workflow } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { PipelineKeyType, PipelineType } from "./pipeline-type.ts";
import { WorkflowType } from "../workflows/workflow-type.ts";

@Resolver(() => PipelineType)
export class PipelineFields {
  @FieldResolver(() => WorkflowType, {
    nullable: true,
    description: "The workflow that it runs; null if the caller may not see it.",
  })
  workflow(@Ctx() context: RequestContext, @Root() pipeline: Pipeline): Promise<Workflow | null> {
    return context.management.workflows.load({ member: memberOf(context), id: pipeline.workflowId });
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: "Time of the next scheduled run; null if there is none.",
  })
  async nextRunAt(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<Date | null> {
    return (await management.details.load(pipeline)).nextRunAt ?? null;
  }

  @FieldResolver(() => [PipelineKeyType], { description: "Keys, oldest first." })
  keys(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<readonly PipelineKey[]> {
    return management.keys.load(pipeline);
  }
}

@Resolver(() => PipelineKeyType)
export class PipelineKeyFields {
  @FieldResolver(() => String, {
    description:
      "The key itself: a bearer token for the pipeline's public address. ******** for callers who may not run the pipeline.",
  })
  secret(@Ctx() context: RequestContext, @Root() key: PipelineKey): Promise<string> {
    return context.management.keySecrets.load({ member: memberOf(context), key });
  }
}
