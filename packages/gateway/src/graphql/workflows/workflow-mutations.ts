import type { ConnectionType, JobOptions, Workflow, WorkflowEndpoint } from "@galley/core/domain";
import { GraphQLJSONObject, GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ExtractionOptionsInput } from "../options/extraction-options.ts";
import { ConnectionTypeEnum, WorkflowEndpointType, WorkflowType } from "./workflow-type.ts";
import { recordId } from "../node/record-id.ts";

type OptionsGiven = { readonly [K in keyof JobOptions]?: JobOptions[K] | null };

@InputType("CreateWorkflowInput", { description: "A workflow to create." })
class CreateWorkflowInput {
  @Field(() => String, { description: "Unique within the organization, at most 128 characters." })
  readonly name!: string;

  @Field(() => String, { defaultValue: "", description: "What it is for, at most 490 characters." })
  readonly description!: string;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Files that one run takes at most; null takes all.",
  })
  readonly maxFiles!: number | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "How its documents become text; null takes all defaults.",
  })
  readonly options!: OptionsGiven | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Opens documents that are encrypted. It is stored encrypted and never shown.",
  })
  readonly documentPassword!: string | null | undefined;
}

@ObjectType("CreateWorkflowPayload", { description: "What `createWorkflow` answers.", simpleResolvers: true })
class CreateWorkflowPayload {
  @Field(() => WorkflowType, { description: "The new workflow, with two endpoints." })
  readonly workflow!: Workflow;
}

@InputType("UpdateWorkflowInput", {
  description: "Which workflow, and what of it to change. What is left out stays.",
})
class UpdateWorkflowInput {
  @Field(() => ID, { description: "The workflow's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "The new name; null leaves it as it is." })
  readonly name!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "What it is for; null leaves it as it is." })
  readonly description!: string | null | undefined;

  @Field(() => Boolean, { nullable: true, description: "Whether it may be run; null leaves it as it is." })
  readonly active!: boolean | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Files that one run takes at most; null takes all, left out it stays.",
  })
  readonly maxFiles!: number | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "All options anew; null leaves them as they are.",
  })
  readonly options!: OptionsGiven | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'Opens documents that are encrypted; "" removes it, null leaves it as it is.',
  })
  readonly documentPassword!: string | null | undefined;
}

@ObjectType("UpdateWorkflowPayload", { description: "What `updateWorkflow` answers.", simpleResolvers: true })
class UpdateWorkflowPayload {
  @Field(() => WorkflowType, { description: "The workflow as it is now." })
  readonly workflow!: Workflow;
}

@InputType("DeleteWorkflowInput", { description: "Which workflow to delete." })
class DeleteWorkflowInput {
  @Field(() => ID, { description: "The workflow's id." })
  readonly id!: string;
}

@ObjectType("DeleteWorkflowPayload", { description: "What `deleteWorkflow` answers.", simpleResolvers: true })
class DeleteWorkflowPayload {
  @Field(() => ID, { description: "The id of the workflow that was deleted." })
  readonly deletedId!: string;
}

@InputType("UpdateWorkflowEndpointInput", {
  description: "Which end of a workflow, and what of it to change. What is left out stays.",
})
class UpdateWorkflowEndpointInput {
  @Field(() => ID, { description: "The endpoint's id." })
  readonly id!: string;

  @Field(() => ConnectionTypeEnum, {
    nullable: true,
    description:
      "What it connects to. Another than before begins without connector and configuration; null is none.",
  })
  readonly connection!: ConnectionType | null | undefined;

  @Field(() => ID, { nullable: true, description: "The connector's id; null is none." })
  readonly connectorId!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      "Of a source: folders, patterns, recursive, maxFiles, or table, keyColumn, contentColumn or urlColumn, maxFiles. Of a destination: folder, or table, createTable, columnMode. Null leaves it as it is.",
  })
  readonly configuration!: Readonly<Record<string, unknown>> | null | undefined;
}

@ObjectType("UpdateWorkflowEndpointPayload", {
  description: "What `updateWorkflowEndpoint` answers.",
  simpleResolvers: true,
})
class UpdateWorkflowEndpointPayload {
  @Field(() => WorkflowEndpointType, { description: "The endpoint as it is now." })
  readonly endpoint!: WorkflowEndpoint;
}

@Resolver()
export class WorkflowMutations {
  @Mutation(() => CreateWorkflowPayload, {
    description: "Creates a workflow, whose ends are configured next. CONFLICT when the name is taken.",
  })
  async createWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateWorkflowInput, { description: "The workflow." })
    { options, documentPassword, ...input }: CreateWorkflowInput,
  ): Promise<CreateWorkflowPayload> {
    const facts = {
      ...input,
      options: withoutNulls(options),
      documentPassword: documentPassword ?? undefined,
    };
    return { workflow: await context.application.workflows.create(memberOf(context), facts) };
  }

  @Mutation(() => UpdateWorkflowPayload, { description: "Changes what is given of a workflow." })
  async updateWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateWorkflowInput, { description: "What to change." })
    { id, name, description, active, maxFiles, options, documentPassword }: UpdateWorkflowInput,
  ): Promise<UpdateWorkflowPayload> {
    const known = recordId(id, { kind: "workflow", field: "id" });
    const changes = {
      name: name ?? undefined,
      description: description ?? undefined,
      active: active ?? undefined,
      maxFiles,
      options: withoutNulls(options),
      documentPassword: documentPassword ?? undefined,
    };
    return { workflow: await context.application.workflows.update(memberOf(context), known, changes) };
  }

  @Mutation(() => DeleteWorkflowPayload, {
    description: "Deletes a workflow with its endpoints. CONFLICT, naming them, while pipelines run it.",
  })
  async deleteWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteWorkflowInput, { description: "Which workflow." }) { id }: DeleteWorkflowInput,
  ): Promise<DeleteWorkflowPayload> {
    const known = recordId(id, { kind: "workflow", field: "id" });
    const removed = await context.application.workflows.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }

  @Mutation(() => UpdateWorkflowEndpointPayload, {
    description:
      "Configures an end of a workflow. BAD_INPUT when its parts do not fit together, or the caller does not see the connector.",
  })
  async updateWorkflowEndpoint(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateWorkflowEndpointInput, { description: "What to change." })
    { id, configuration, ...input }: UpdateWorkflowEndpointInput,
  ): Promise<UpdateWorkflowEndpointPayload> {
    const known = recordId(id, { kind: "workflow endpoint", field: "id" });
    const changes = { ...input, configuration: configuration ?? undefined };
    const endpoint = await context.application.workflows.updateEndpoint(memberOf(context), known, changes);
    return { endpoint };
  }
}

/** What is null takes its default, as what is left out. */
function withoutNulls(options: OptionsGiven | null | undefined): object | undefined {
  if (!options) return undefined;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}
