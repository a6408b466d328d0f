import type { Connector, Pipeline, ShareableKind, User, Workflow } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectorType } from "../connectors/connector-type.ts";
import { ShareableKindEnum } from "./shareable-kind.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { UserType } from "../members/user-type.ts";
import { WorkflowType } from "../workflows/workflow-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("ShareInput", { description: "Which record, and with whom it is shared from now on." })
class ShareInput {
  @Field(() => ID, { description: "The record's id." })
  readonly id!: string;

  @Field(() => [ID], {
    nullable: true,
    description: "Ids of all users who see it beside its owners; null leaves them as they are.",
  })
  readonly userIds!: readonly string[] | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether everybody in the organization sees it; null leaves it as it is.",
  })
  readonly toOrganization!: boolean | null | undefined;
}

@ObjectType("SharePipelinePayload", { description: "What `sharePipeline` answers.", simpleResolvers: true })
class SharePipelinePayload {
  @Field(() => PipelineType, { description: "The pipeline as it is now." })
  readonly pipeline!: Pipeline;
}

@ObjectType("ShareWorkflowPayload", { description: "What `shareWorkflow` answers.", simpleResolvers: true })
class ShareWorkflowPayload {
  @Field(() => WorkflowType, { description: "The workflow as it is now." })
  readonly workflow!: Workflow;
}

@ObjectType("ShareConnectorPayload", { description: "What `shareConnector` answers.", simpleResolvers: true })
class ShareConnectorPayload {
  @Field(() => ConnectorType, { description: "The connector as it is now." })
  readonly connector!: Connector;
}

@InputType("OwnerInput", { description: "A record, and somebody who is or is not to own it." })
class OwnerInput {
  @Field(() => ShareableKindEnum, { description: "What kind of record it is." })
  readonly kind!: ShareableKind;

  @Field(() => ID, { description: "The record's id." })
  readonly recordId!: string;

  @Field(() => ID, { description: "The user's id." })
  readonly userId!: string;
}

@ObjectType("OwnerPayload", {
  description: "What `addOwner` and `removeOwner` answer.",
  simpleResolvers: true,
})
class OwnerPayload {
  @Field(() => [UserType], { description: "The record's owners beside who made it, as they are now." })
  readonly coOwners!: readonly User[];
}

@Resolver()
export class SharingMutations {
  @Mutation(() => SharePipelinePayload, { description: "Shares a pipeline. Users who are new are told." })
  async sharePipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => ShareInput, { description: "With whom." }) input: ShareInput,
  ): Promise<SharePipelinePayload> {
    const id = await shared(context, "pipeline", input);
    return { pipeline: await context.application.pipelines.find(memberOf(context), id) };
  }

  @Mutation(() => ShareWorkflowPayload, { description: "Shares a workflow. Users who are new are told." })
  async shareWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => ShareInput, { description: "With whom." }) input: ShareInput,
  ): Promise<ShareWorkflowPayload> {
    const id = await shared(context, "workflow", input);
    return { workflow: await context.application.workflows.find(memberOf(context), id) };
  }

  @Mutation(() => ShareConnectorPayload, { description: "Shares a connector. Users who are new are told." })
  async shareConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => ShareInput, { description: "With whom." }) input: ShareInput,
  ): Promise<ShareConnectorPayload> {
    const id = await shared(context, "connector", input);
    return { connector: await context.application.connectors.find(memberOf(context), id) };
  }

  @Mutation(() => OwnerPayload, { description: "Makes a member an owner of a record beside the others." })
  async addOwner(
    @Ctx() context: RequestContext,
    @Arg("input", () => OwnerInput, { description: "Of what, and whom." }) input: OwnerInput,
  ): Promise<OwnerPayload> {
    const { reference, userId } = ownerOf(input);
    return context.application.sharing.addOwner(memberOf(context), reference, userId);
  }

  @Mutation(() => OwnerPayload, {
    description: "Takes a record from one of its owners. CONFLICT for who made it, who stays an owner.",
  })
  async removeOwner(
    @Ctx() context: RequestContext,
    @Arg("input", () => OwnerInput, { description: "Of what, and whom." }) input: OwnerInput,
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
