import type { PipelineKey } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { PipelineKeyType } from "./pipeline-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreatePipelineKeyInput", { description: "A key to create." })
class CreatePipelineKeyInput {
  @Field(() => ID, { description: "The pipeline that it is for." })
  readonly pipelineId!: string;

  @Field(() => String, { defaultValue: "", description: "What it is for, at most 255 characters." })
  readonly description!: string;
}

@ObjectType("CreatePipelineKeyPayload", {
  description: "What `createPipelineKey` answers.",
  simpleResolvers: true,
})
class CreatePipelineKeyPayload {
  @Field(() => PipelineKeyType, { description: "The new key, active." })
  readonly key!: PipelineKey;
}

@InputType("UpdatePipelineKeyInput", { description: "Which key, and what of it to change." })
class UpdatePipelineKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "What it is for; null leaves it as it is." })
  readonly description!: string | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it opens the address; null leaves it as it is.",
  })
  readonly active!: boolean | null | undefined;
}

@ObjectType("UpdatePipelineKeyPayload", {
  description: "What `updatePipelineKey` answers.",
  simpleResolvers: true,
})
class UpdatePipelineKeyPayload {
  @Field(() => PipelineKeyType, { description: "The key as it is now." })
  readonly key!: PipelineKey;
}

@InputType("DeletePipelineKeyInput", { description: "Which key to delete." })
class DeletePipelineKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly id!: string;
}

@ObjectType("DeletePipelineKeyPayload", {
  description: "What `deletePipelineKey` answers.",
  simpleResolvers: true,
})
class DeletePipelineKeyPayload {
  @Field(() => ID, { description: "The id of the key that was deleted." })
  readonly deletedId!: string;
}

@Resolver()
export class PipelineKeyMutations {
  @Mutation(() => CreatePipelineKeyPayload, {
    description: "Creates a key to the public address of a pipeline, which takes its owner.",
  })
  async createPipelineKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreatePipelineKeyInput, { description: "The key." })
    { pipelineId, description }: CreatePipelineKeyInput,
  ): Promise<CreatePipelineKeyPayload> {
    const known = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    const { pipelineKeys } = context.application;
    return { key: await pipelineKeys.create(memberOf(context), known, { description }) };
  }

  @Mutation(() => UpdatePipelineKeyPayload, { description: "Changes what is given of a key." })
  async updatePipelineKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdatePipelineKeyInput, { description: "What to change." })
    { id, description, active }: UpdatePipelineKeyInput,
  ): Promise<UpdatePipelineKeyPayload> {
    const known = recordId(id, { kind: "pipeline key", field: "id" });
    const changes = { description: description ?? undefined, active: active ?? undefined };
    return { key: await context.application.pipelineKeys.update(memberOf(context), known, changes) };
  }

  @Mutation(() => DeletePipelineKeyPayload, { description: "Deletes a key: it opens nothing any more." })
  async deletePipelineKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeletePipelineKeyInput, { description: "Which key." }) { id }: DeletePipelineKeyInput,
  ): Promise<DeletePipelineKeyPayload> {
    const known = recordId(id, { kind: "pipeline key", field: "id" });
    const removed = await context.application.pipelineKeys.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }
}
