import type { PipelineKey } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { PipelineKeyType } from "./pipeline-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreatePipelineKeyInput", { description: "A key to create." })
class CreatePipelineKeyInput {
  @Field(() => ID, { description: "The pipeline." })
  readonly pipelineId!: string;

  @Field(() => String, { defaultValue: "", description: "Description, at most 255 characters." })
  readonly description!: string;
}

@ObjectType("CreatePipelineKeyPayload", {
  description: "Result of `createPipelineKey`.",
  simpleResolvers: true,
})
class CreatePipelineKeyPayload {
  @Field(() => PipelineKeyType, { description: "The new key, active." })
  readonly key!: PipelineKey;
}

@InputType("UpdatePipelineKeyInput", { description: "The key and the changes." })
class UpdatePipelineKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "New description; null keeps the current one." })
  readonly description!: string | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the key is accepted; null keeps the current value.",
  })
  readonly active!: boolean | null | undefined;
}

@ObjectType("UpdatePipelineKeyPayload", {
  description: "Result of `updatePipelineKey`.",
  simpleResolvers: true,
})
class UpdatePipelineKeyPayload {
  @Field(() => PipelineKeyType, { description: "The updated key." })
  readonly key!: PipelineKey;
}

@InputType("DeletePipelineKeyInput", { description: "The key to delete." })
class DeletePipelineKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly id!: string;
}

@ObjectType("DeletePipelineKeyPayload", {
  description: "Result of `deletePipelineKey`.",
  simpleResolvers: true,
})
class DeletePipelineKeyPayload {
  @Field(() => ID, { description: "Id of the deleted key." })
  readonly deletedId!: string;
}

@Resolver()
export class PipelineKeyMutations {
  @Mutation(() => CreatePipelineKeyPayload, {
    description:
      "Creates a key for the public address of a pipeline. Only the pipeline's owners can do this.",
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

  @Mutation(() => UpdatePipelineKeyPayload, {
    description: "Updates a key. Fields that are left out keep their values.",
  })
  async updatePipelineKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdatePipelineKeyInput, { description: "What to change." })
    { id, description, active }: UpdatePipelineKeyInput,
  ): Promise<UpdatePipelineKeyPayload> {
    const known = recordId(id, { kind: "pipeline key", field: "id" });
    const changes = { description: description ?? undefined, active: active ?? undefined };
    return { key: await context.application.pipelineKeys.update(memberOf(context), known, changes) };
  }

  @Mutation(() => DeletePipelineKeyPayload, { description: "Deletes a key. It stops working at once." })
  async deletePipelineKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeletePipelineKeyInput, { description: "The key." }) { id }: DeletePipelineKeyInput,
  ): Promise<DeletePipelineKeyPayload> {
    const known = recordId(id, { kind: "pipeline key", field: "id" });
    const removed = await context.application.pipelineKeys.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }
}
