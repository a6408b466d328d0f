import type { MissedSlotPolicy, Pipeline, PipelineKind, PipelineSettings } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { MissedSlotPolicyEnum, PipelineKindEnum } from "./pipeline-enums.ts";
import { PipelineType } from "./pipeline-type.ts";
import {
  endpointChanges,
  UpdateWorkflowEndpointInput,
  UpdateWorkflowInput,
  workflowChanges,
} from "../workflows/workflow-mutations.ts";
import { recordId } from "../node/record-id.ts";
import { UNMODIFIED_SINCE } from "../node/unmodified-since.ts";

@InputType({ description: "Schedule and labels of a pipeline." })
abstract class PipelineFactsInput {
  @Field(() => PipelineKindEnum, { nullable: true, description: "Kind. DEFAULT for a new pipeline." })
  readonly kind!: PipelineKind | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Cron expression of its schedule, five fields; null or empty for no schedule.",
  })
  readonly cron!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the cron expression. UTC for a new pipeline.",
  })
  readonly timeZone!: string | null | undefined;

  @Field(() => MissedSlotPolicyEnum, {
    nullable: true,
    description:
      "How scheduled runs that were missed while the service was down are handled. SKIP for a new pipeline.",
  })
  readonly missedSlots!: MissedSlotPolicy | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether a run may start while another is in progress. False for a new pipeline.",
  })
  readonly allowOverlap!: boolean | null | undefined;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly appId!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly appIcon!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly appUrl!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly accessControlBundleId!: string | null | undefined;
}

@InputType("CreatePipelineInput", { description: "A pipeline to create." })
class CreatePipelineInput extends PipelineFactsInput {
  @Field(() => String, { description: "Unique within the organization, at most 32 characters." })
  readonly name!: string;

  @Field(() => ID, { description: "The workflow that it runs." })
  readonly workflowId!: string;
}

@ObjectType("CreatePipelinePayload", { description: "Result of `createPipeline`.", simpleResolvers: true })
class CreatePipelinePayload {
  @Field(() => PipelineType, { description: "The new pipeline; it is active and has a key." })
  readonly pipeline!: Pipeline;
}

@InputType("UpdatePipelineInput", {
  description: "The pipeline and the changes. Fields that are left out keep their values.",
})
class UpdatePipelineInput extends PipelineFactsInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "The new name; null keeps the current value." })
  readonly name!: string | null | undefined;

  @Field(() => ID, {
    nullable: true,
    description: "The workflow that it runs; null keeps the current value.",
  })
  readonly workflowId!: string | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it can be run; null keeps the current value.",
  })
  readonly active!: boolean | null | undefined;

  @Field(() => GraphQLDateTime, { nullable: true, description: UNMODIFIED_SINCE })
  readonly unmodifiedSince!: Date | null | undefined;
}

@ObjectType("UpdatePipelinePayload", { description: "Result of `updatePipeline`.", simpleResolvers: true })
class UpdatePipelinePayload {
  @Field(() => PipelineType, { description: "The updated pipeline." })
  readonly pipeline!: Pipeline;
}

@InputType("UpdatePipelineSettingsInput", {
  description: "Changes of a pipeline, its workflow and the workflow's endpoints.",
})
class UpdatePipelineSettingsInput {
  @Field(() => UpdatePipelineInput, { description: "The pipeline and its changes." })
  readonly pipeline!: UpdatePipelineInput;

  @Field(() => UpdateWorkflowInput, {
    nullable: true,
    description: "A workflow and its changes; null changes no workflow.",
  })
  readonly workflow!: UpdateWorkflowInput | null | undefined;

  @Field(() => [UpdateWorkflowEndpointInput], {
    defaultValue: [],
    description: "Endpoints and their changes, at most 2.",
  })
  readonly endpoints!: readonly UpdateWorkflowEndpointInput[];
}

@ObjectType("UpdatePipelineSettingsPayload", {
  description: "Result of `updatePipelineSettings`.",
  simpleResolvers: true,
})
class UpdatePipelineSettingsPayload {
  @Field(() => PipelineType, { description: "The updated pipeline." })
  readonly pipeline!: Pipeline;
}

@InputType("DeletePipelineInput", { description: "The pipeline to delete." })
class DeletePipelineInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly id!: string;
}

@ObjectType("DeletePipelinePayload", { description: "Result of `deletePipeline`.", simpleResolvers: true })
class DeletePipelinePayload {
  @Field(() => ID, { description: "Id of the deleted pipeline." })
  readonly deletedId!: string;
}

@Resolver()
export class PipelineMutations {
  @Mutation(() => CreatePipelinePayload, {
    description:
      "Creates an active pipeline with a key. BAD_INPUT if the cron expression is invalid or too frequent, CONFLICT if the name is taken.",
  })
  async createPipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreatePipelineInput, { description: "The pipeline." })
    { name, workflowId, ...input }: CreatePipelineInput,
  ): Promise<CreatePipelinePayload> {
    const facts = { ...input, ...neverNull(input), name, workflowId };
    return { pipeline: await context.application.pipelines.create(memberOf(context), facts) };
  }

  @Mutation(() => UpdatePipelinePayload, {
    description: "Updates a pipeline. Fields that are left out keep their values.",
  })
  async updatePipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdatePipelineInput, { description: "What to change." })
    input: UpdatePipelineInput,
  ): Promise<UpdatePipelinePayload> {
    const { id, changes } = pipelineChanges(input);
    return { pipeline: await context.application.pipelines.update(memberOf(context), id, changes) };
  }

  @Mutation(() => UpdatePipelineSettingsPayload, {
    description:
      "Updates a pipeline, its workflow and the workflow's endpoints together: all of them, or none if one is rejected.",
  })
  async updatePipelineSettings(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdatePipelineSettingsInput, { description: "What to change." })
    { pipeline, workflow, endpoints }: UpdatePipelineSettingsInput,
  ): Promise<UpdatePipelineSettingsPayload> {
    const settings = {
      pipeline: pipelineChanges(pipeline),
      workflow: workflow ? workflowChanges(workflow) : undefined,
      endpoints: endpoints.map(endpointChanges),
    };
    return { pipeline: await context.application.pipelines.updateSettings(memberOf(context), settings) };
  }

  @Mutation(() => DeletePipelinePayload, {
    description: "Deletes a pipeline with its schedule, keys and runs.",
  })
  async deletePipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeletePipelineInput, { description: "The pipeline." }) { id }: DeletePipelineInput,
  ): Promise<DeletePipelinePayload> {
    const known = recordId(id, { kind: "pipeline", field: "id" });
    const removed = await context.application.pipelines.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }
}

function pipelineChanges({
  id,
  name,
  workflowId,
  active,
  unmodifiedSince,
  ...facts
}: UpdatePipelineInput): PipelineSettings["pipeline"] {
  return {
    id: recordId(id, { kind: "pipeline", field: "id" }),
    changes: {
      ...facts,
      ...neverNull(facts),
      name: name ?? undefined,
      workflowId: workflowId ?? undefined,
      active: active ?? undefined,
      unmodifiedSince: unmodifiedSince ?? undefined,
    },
  };
}

type NeverNull = "kind" | "timeZone" | "missedSlots" | "allowOverlap";

/** Fields that are never null in a pipeline; null keeps the current value. */
function neverNull(input: Pick<PipelineFactsInput, NeverNull>): {
  readonly [K in NeverNull]: Pipeline[K] | undefined;
} {
  return {
    kind: input.kind ?? undefined,
    timeZone: input.timeZone ?? undefined,
    missedSlots: input.missedSlots ?? undefined,
    allowOverlap: input.allowOverlap ?? undefined,
  };
}
