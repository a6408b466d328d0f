import type { Connector, Pipeline, ShareableKind, User, Workflow } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectorType } from "../connectors/connector-type.ts";
import { ShareableKindEnum } from "./shareable-kind.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { UserType } from "../members/user-type.ts";
import { WorkflowType } from "../workflows/workflow-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("ShareInput", { description: "The record and the users to share it with." })
class ShareInput {
  @Field(() => ID, { description: "The record's id." })
  readonly id!: string;

  @Field(() => [ID], {
    nullable: true,
    description: "Ids of all users, besides its owners, who see it; null keeps the current ones.",
  })
  readonly userIds!: readonly string[] | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it is shared with the whole organization; null keeps the current value.",
  })
  readonly toOrganization!: boolean | null | undefined;
}

@ObjectType("SharePipelinePayload", { description: "Result of `sharePipeline`.", simpleResolvers: true })
class SharePipelinePayload {
  @Field(() => PipelineType, { description: "The updated pipeline." })
  readonly pipeline!: Pipeline;
}

@ObjectType("ShareWorkflowPayload", { description: "Result of `shareWorkflow`.", simpleResolvers: true })
class ShareWorkflowPayload {
  @Field(() => WorkflowType, { description: "The updated workflow." })
  readonly workflow!: Workflow;
}

@ObjectType("ShareConnectorPayload", { description: "Result of `shareConnector`.", simpleResolvers: true })
class ShareConnectorPayload {
  @Field(() => ConnectorType, { description: "The updated connector." })
  readonly connector!: Connector;
}

@InputType("OwnerInput", { description: "A record, and the user to add or remove as an owner." })
class OwnerInput {
  @Field(() => ShareableKindEnum, { description: "Kind of the record." })
  readonly kind!: ShareableKind;

  @Field(() => ID, { description: "The record's id." })
  readonly recordId!: string;

  @Field(() => ID, { description: "The user's id." })
  readonly userId!: string;
}

@ObjectType("OwnerPayload", {
  description: "Result of `addOwner` and `removeOwner`.",
  simpleResolvers: true,
})
class OwnerPayload {
  @Field(() => [UserType], { description: "The record's current co-owners." })
  readonly coOwners!: readonly User[];
}

@Resolver()
export class SharingMutations {
  @Mutation(() => SharePipelinePayload, {
    description: "Replaces the users that a pipeline is shared with. New users are notified.",
  })
  async sharePipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => ShareInput, { description: "The record and the users to share it with." })
    input: ShareInput,
  ): Promise<SharePipelinePayload> {
    const id = await shared(context, "pipeline", input);
    return { pipeline: await context.application.pipelines.find(memberOf(context), id) };
  }

  @Mutation(() => ShareWorkflowPayload, {
    description: "Replaces the users that a workflow is shared with. New users are notified.",
  })
  async shareWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => ShareInput, { description: "The record and the users to share it with." })
    input: ShareInput,
  ): Promise<ShareWorkflowPayload> {
    const id = await shared(context, "workflow", input);
    return { workflow: await context.application.workflows.find(memberOf(context), id) };
  }

  @Mutation(() => ShareConnectorPayload, {
    description: "Replaces the users that a connector is shared with. New users are notified.",
  })
  async shareConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => ShareInput, { description: "The record and the users to share it with." })
    input: ShareInput,
  ): Promise<ShareConnectorPayload> {
    const id = await shared(context, "connector", input);
    return { connector: await context.application.connectors.find(memberOf(context), id) };
  }

  @Mutation(() => OwnerPayload, { description: "Makes a member a co-owner of a record." })
  async addOwner(
    @Ctx() context: RequestContext,
    @Arg("input", () => OwnerInput, { description: "The record and the user." }) input: OwnerInput,
  ): Promise<OwnerPayload> {
    const { reference, userId } = ownerOf(input);
    return context.application.sharing.addOwner(memberOf(context), reference, userId);
  }

  @Mutation(() => OwnerPayload, {
    description: "Removes a co-owner of a record. CONFLICT for its creator, who always remains an owner.",
  })
  async removeOwner(
    @Ctx() context: RequestContext,
    @Arg("input", () => OwnerInput, { description: "The record and the user." }) input: OwnerInput,
  ): Promise<OwnerPayload> {
    const { reference, userId } = ownerOf(input);
    return context.application.sharing.removeOwner(memberOf(context), reference, userId);
  }
}

async function shared(
  context: RequestContext,
  kind: ShareableKind,
  { id, userIds, toOrganization }: ShareInput,
): Promise<string> {
  const known = recordId(id, { kind, field: "id" });
  const to = { userIds: userIds ?? undefined, toOrganization: toOrganization ?? undefined };
  await context.application.sharing.share(memberOf(context), { kind, id: known }, to);
  return known;
}

function ownerOf({ kind, recordId: id, userId }: OwnerInput): {
  readonly reference: { readonly kind: ShareableKind; readonly id: string };
  readonly userId: string;
} {
  return {
    reference: { kind, id: recordId(id, { kind, field: "recordId" }) },
    userId: recordId(userId, { kind: "user", field: "userId" }),
  };
}
