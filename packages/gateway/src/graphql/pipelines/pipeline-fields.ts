import type { Pipeline, PipelineDetails, PipelineKey, PipelineProblem, Workflow } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { limitOf } from "../paging/part-arguments.ts";
import {
  PipelineEndType,
  PipelineProblemType,
  RunSummaryType,
  type ShownEnd,
  type ShownRun,
} from "./pipeline-end-type.ts";
import { DEFAULT_SLOTS, MAX_SLOTS } from "./schedule-preview.ts";
import { PipelineKeyType, PipelineType } from "./pipeline-type.ts";
import { WorkflowType } from "../workflows/workflow-type.ts";

const MAX_RECENT_RUNS = 50;

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

  @FieldResolver(() => [GraphQLDateTime], {
    description: "Times of the next scheduled runs, earliest first; empty without a schedule.",
  })
  nextSlots(
    @Ctx() { application }: RequestContext,
    @Root() pipeline: Pipeline,
    @Arg("first", () => GraphQLPositiveInt, {
      defaultValue: DEFAULT_SLOTS,
      description: `Number of times, 1 to ${MAX_SLOTS}.`,
    })
    first: number,
  ): readonly Date[] {
    return application.pipelines.nextSlots(pipeline, limitOf({ first }, MAX_SLOTS));
  }

  @FieldResolver(() => PipelineEndType, { description: "Where documents come from." })
  async source(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<ShownEnd> {
    return shownEnd((await management.details.load(pipeline)).source);
  }

  @FieldResolver(() => PipelineEndType, { description: "Where results go." })
  async destination(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<ShownEnd> {
    return shownEnd((await management.details.load(pipeline)).destination);
  }

  @FieldResolver(() => [PipelineProblemType], {
    description: "Why its runs would fail, as far as it is known without connecting; empty if it is ready.",
  })
  async problems(
    @Ctx() { management }: RequestContext,
    @Root() pipeline: Pipeline,
  ): Promise<readonly PipelineProblem[]> {
    return (await management.details.load(pipeline)).problems;
  }

  @FieldResolver(() => [RunSummaryType], {
    description:
      "The latest runs, newest first. `runs` has the details, for callers who can manage the pipeline.",
  })
  async recentRuns(
    @Ctx() { management }: RequestContext,
    @Root() pipeline: Pipeline,
    @Arg("first", () => GraphQLPositiveInt, {
      defaultValue: 14,
      description: `Number of runs, 1 to ${MAX_RECENT_RUNS}.`,
    })
    first: number,
  ): Promise<readonly ShownRun[]> {
    const limit = limitOf({ first }, MAX_RECENT_RUNS);
    const runs = await management.recentRuns.load({ pipeline, limit });
    return runs.map(({ id: runId, ...run }) => ({ ...run, runId }));
  }

  @FieldResolver(() => [PipelineKeyType], { description: "Keys, oldest first." })
  keys(@Ctx() { management }: RequestContext, @Root() pipeline: Pipeline): Promise<readonly PipelineKey[]> {
    return management.keys.load(pipeline);
  }
}

function shownEnd({ endpoint, connector, kind }: PipelineDetails["source"]): ShownEnd {
  return {
    connection: endpoint?.connection ?? null,
    connectorName: connector?.name ?? null,
    kind: kind ?? null,
  };
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
