import type {
  ConnectionType,
  EndpointFacts,
  Submission,
  Workflow,
  WorkflowChanges,
  WorkflowEndpoint,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLJSONObject, GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ExtractionOptionsInput, givenOptions } from "../options/extraction-options.ts";
import { ConnectionTypeEnum, WorkflowEndpointType, WorkflowType } from "./workflow-type.ts";
import { recordId } from "../node/record-id.ts";
import { UNMODIFIED_SINCE } from "../node/unmodified-since.ts";

@InputType("CreateWorkflowInput", { description: "A workflow to create." })
class CreateWorkflowInput {
  @Field(() => String, { description: "Unique within the organization, at most 128 characters." })
  readonly name!: string;

  @Field(() => String, { defaultValue: "", description: "Description, at most 490 characters." })
  readonly description!: string;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of files per run; null means no limit.",
  })
  readonly maxFiles!: number | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "Extraction options of its documents; null means all defaults.",
  })
  readonly options!: Submission["options"] | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Password for encrypted documents. It is stored encrypted and never returned.",
  })
  readonly documentPassword!: string | null | undefined;
}

@ObjectType("CreateWorkflowPayload", { description: "Result of `createWorkflow`.", simpleResolvers: true })
class CreateWorkflowPayload {
  @Field(() => WorkflowType, { description: "The new workflow with its two endpoints." })
  readonly workflow!: Workflow;
}

@InputType("UpdateWorkflowInput", {
  description: "The workflow and the changes. Fields that are left out keep their values.",
})
export class UpdateWorkflowInput {
  @Field(() => ID, { description: "The workflow's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "The new name; null keeps the current value." })
  readonly name!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "New description; null keeps the current one." })
  readonly description!: string | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it can be run; null keeps the current value.",
  })
  readonly active!: boolean | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of files per run; null means no limit. If left out, it is not changed.",
  })
  readonly maxFiles!: number | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "All options; they replace the current ones. Null keeps the current ones.",
  })
  readonly options!: Submission["options"] | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description:
      "Options to change; options that are null or left out keep their values. Not together with `options`.",
  })
  readonly changedOptions!: Submission["options"] | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'Password for encrypted documents; "" removes it, null keeps the current one.',
  })
  readonly documentPassword!: string | null | undefined;

  @Field(() => GraphQLDateTime, { nullable: true, description: UNMODIFIED_SINCE })
  readonly unmodifiedSince!: Date | null | undefined;
}

@ObjectType("UpdateWorkflowPayload", { description: "Result of `updateWorkflow`.", simpleResolvers: true })
class UpdateWorkflowPayload {
  @Field(() => WorkflowType, { description: "The updated workflow." })
  readonly workflow!: Workflow;
}

@InputType("DeleteWorkflowInput", { description: "The workflow to delete." })
class DeleteWorkflowInput {
  @Field(() => ID, { description: "The workflow's id." })
  readonly id!: string;
}

@ObjectType("DeleteWorkflowPayload", { description: "Result of `deleteWorkflow`.", simpleResolvers: true })
class DeleteWorkflowPayload {
  @Field(() => ID, { description: "Id of the deleted workflow." })
  readonly deletedId!: string;
}

@InputType("UpdateWorkflowEndpointInput", {
  description: "The endpoint and the changes. Fields that are left out keep their values.",
})
export class UpdateWorkflowEndpointInput {
  @Field(() => ID, { description: "The endpoint's id." })
  readonly id!: string;

  @Field(() => ConnectionTypeEnum, {
    nullable: true,
    description: "Connection type; null for none. Changing it clears the connector and the configuration.",
  })
  readonly connection!: ConnectionType | null | undefined;

  @Field(() => ID, { nullable: true, description: "The connector's id; null for none." })
  readonly connectorId!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      "For a source: folders, patterns, recursive, archives, maxFiles, or table, keyColumn, contentColumn or urlColumn, maxFiles. For a destination: folder, or table, createTable, columnMode; renditions; schema, review, fieldFormats for data. Null keeps the current one.",
  })
  readonly configuration!: Readonly<Record<string, unknown>> | null | undefined;

  @Field(() => GraphQLDateTime, { nullable: true, description: UNMODIFIED_SINCE })
  readonly unmodifiedSince!: Date | null | undefined;
}

@ObjectType("UpdateWorkflowEndpointPayload", {
  description: "Result of `updateWorkflowEndpoint`.",
  simpleResolvers: true,
})
class UpdateWorkflowEndpointPayload {
  @Field(() => WorkflowEndpointType, { description: "The updated endpoint." })
  readonly endpoint!: WorkflowEndpoint;
}

@Resolver()
export class WorkflowMutations {
  @Mutation(() => CreateWorkflowPayload, {
    description: "Creates a workflow; configure its endpoints next. CONFLICT if the name is taken.",
  })
  async createWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateWorkflowInput, { description: "The workflow." })
    { options, documentPassword, ...input }: CreateWorkflowInput,
  ): Promise<CreateWorkflowPayload> {
    const facts = {
      ...input,
      options: options ? givenOptions(options) : undefined,
      documentPassword: documentPassword ?? undefined,
    };
    return { workflow: await context.application.workflows.create(memberOf(context), facts) };
  }

  @Mutation(() => UpdateWorkflowPayload, {
    description: "Updates a workflow. Fields that are left out keep their values.",
  })
  async updateWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateWorkflowInput, { description: "What to change." })
    input: UpdateWorkflowInput,
  ): Promise<UpdateWorkflowPayload> {
    const { id, changes } = workflowChanges(input);
    return { workflow: await context.application.workflows.update(memberOf(context), id, changes) };
  }

  @Mutation(() => DeleteWorkflowPayload, {
    description:
      "Deletes a workflow with its endpoints. CONFLICT if pipelines use it; the message lists them.",
  })
  async deleteWorkflow(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteWorkflowInput, { description: "The workflow." }) { id }: DeleteWorkflowInput,
  ): Promise<DeleteWorkflowPayload> {
    const known = recordId(id, { kind: "workflow", field: "id" });
    const removed = await context.application.workflows.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }

  @Mutation(() => UpdateWorkflowEndpointPayload, {
    description:
      "Configures an endpoint of a workflow. BAD_INPUT if the settings do not fit together or the caller cannot see the connector.",
  })
  async updateWorkflowEndpoint(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateWorkflowEndpointInput, { description: "What to change." })
    input: UpdateWorkflowEndpointInput,
  ): Promise<UpdateWorkflowEndpointPayload> {
    const { id, changes } = endpointChanges(input);
    return { endpoint: await context.application.workflows.updateEndpoint(memberOf(context), id, changes) };
  }
}

/** The changes of a workflow; null keeps the current value. */
export function workflowChanges(input: UpdateWorkflowInput): {
  readonly id: string;
  readonly changes: WorkflowChanges;
} {
  const { id, name, description, active, maxFiles, options, changedOptions } = input;
  return {
    id: recordId(id, { kind: "workflow", field: "id" }),
    changes: {
      name: name ?? undefined,
      description: description ?? undefined,
      active: active ?? undefined,
      maxFiles,
      options: options ? givenOptions(options) : undefined,
      changedOptions: changedOptions ? givenOptions(changedOptions) : undefined,
      documentPassword: input.documentPassword ?? undefined,
      unmodifiedSince: input.unmodifiedSince ?? undefined,
    },
  };
}

/** The changes of an endpoint; null keeps the current configuration. */
export function endpointChanges({
  id,
  configuration,
  unmodifiedSince,
  ...facts
}: UpdateWorkflowEndpointInput): { readonly id: string; readonly changes: EndpointFacts } {
  return {
    id: recordId(id, { kind: "workflow endpoint", field: "id" }),
    changes: {
      ...facts,
      configuration: configuration ?? undefined,
      unmodifiedSince: unmodifiedSince ?? undefined,
    },
  };
}
