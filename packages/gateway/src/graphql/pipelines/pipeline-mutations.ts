import type { MissedSlotPolicy, Pipeline, PipelineKind } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { MissedSlotPolicyEnum, PipelineKindEnum } from "./pipeline-enums.ts";
import { PipelineType } from "./pipeline-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType({ description: "When a pipeline runs, and what clients keep with it." })
abstract class PipelineFactsInput {
  @Field(() => PipelineKindEnum, { nullable: true, description: "Its kind. A new one is DEFAULT." })
  readonly kind!: PipelineKind | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Five fields by which it runs by itself; null or empty where it does not.",
  })
  readonly cron!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The IANA name of the zone of the cron string. Of a new one it is UTC.",
  })
  readonly timeZone!: string | null | undefined;

  @Field(() => MissedSlotPolicyEnum, {
    nullable: true,
    description: "What becomes of slots while no service ran. Of a new one it is SKIP.",
  })
  readonly missedSlots!: MissedSlotPolicy | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether a run may begin while another is under way. Of a new one it may not.",
  })
  readonly allowOverlap!: boolean | null | undefined;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly appId!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly appIcon!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly appUrl!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly accessControlBundleId!: string | null | undefined;
}

@InputType("CreatePipelineInput", { description: "A pipeline to create." })
class CreatePipelineInput extends PipelineFactsInput {
  @Field(() => String, { description: "Unique within the organization, at most 32 characters." })
  readonly name!: string;

  @Field(() => ID, { description: "The workflow that it runs." })
  readonly workflowId!: string;
}

@ObjectType("CreatePipelinePayload", { description: "What `createPipeline` answers.", simpleResolvers: true })
class CreatePipelinePayload {
  @Field(() => PipelineType, { description: "The new pipeline, active, with a key." })
  readonly pipeline!: Pipeline;
}

@InputType("UpdatePipelineInput", {
  description: "Which pipeline, and what of it to change. What is left out stays.",
})
class UpdatePipelineInput extends PipelineFactsInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "The new name; null leaves it as it is." })
  readonly name!: string | null | undefined;

  @Field(() => ID, { nullable: true, description: "The workflow that it runs; null leaves it as it is." })
  readonly workflowId!: string | null | undefined;

  @Field(() => Boolean, { nullable: true, description: "Whether it may run; null leaves it as it is." })
  readonly active!: boolean | null | undefined;
}

@ObjectType("UpdatePipelinePayload", { description: "What `updatePipeline` answers.", simpleResolvers: true })
class UpdatePipelinePayload {
  @Field(() => PipelineType, { description: "The pipeline as it is now." })
  readonly pipeline!: Pipeline;
}

@InputType("DeletePipelineInput", { description: "Which pipeline to delete." })
class DeletePipelineInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly id!: string;
}

@ObjectType("DeletePipelinePayload", { description: "What `deletePipeline` answers.", simpleResolvers: true })
class DeletePipelinePayload {
  @Field(() => ID, { description: "The id of the pipeline that was deleted." })
  readonly deletedId!: string;
}

@Resolver()
export class PipelineMutations {
  @Mutation(() => CreatePipelinePayload, {
    description:
      "Creates an active pipeline with a key of its own. BAD_INPUT for a cron string that is not well formed or too frequent, CONFLICT when the name is taken.",
  })
  async createPipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreatePipelineInput, { description: "The pipeline." })
    { name, workflowId, ...input }: CreatePipelineInput,
  ): Promise<CreatePipelinePayload> {
    const facts = { ...input, ...neverNull(input), name, workflowId };
    return { pipeline: await context.application.pipelines.create(memberOf(context), facts) };
  }

  @Mutation(() => UpdatePipelinePayload, { description: "Changes what is given of a pipeline." })
  async updatePipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdatePipelineInput, { description: "What to change." })
    { id, name, workflowId, active, ...input }: UpdatePipelineInput,
  ): Promise<UpdatePipelinePayload> {
    const known = recordId(id, { kind: "pipeline", field: "id" });
    const changes = {
      ...input,
      ...neverNull(input),
      name: name ?? undefined,
      workflowId: workflowId ?? undefined,
      active: active ?? undefined,
    };
    return { pipeline: await context.application.pipelines.update(memberOf(context), known, changes) };
  }

  @Mutation(() => DeletePipelinePayload, {
    description: "Deletes a pipeline with its schedule, its keys and its runs.",
  })
  async deletePipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeletePipelineInput, { description: "Which pipeline." }) { id }: DeletePipelineInput,
  ): Promise<DeletePipelinePayload> {
    const known = recordId(id, { kind: "pipeline", field: "id" });
    const removed = await context.application.pipelines.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }
}

type NeverNull = "kind" | "timeZone" | "missedSlots" | "allowOverlap";

/** Facts that no pipeline is without: null leaves them as they are. */
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
