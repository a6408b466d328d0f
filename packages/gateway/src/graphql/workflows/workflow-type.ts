import type {
  ConnectionType,
  EndpointDirection,
  JobOptions,
  Workflow,
  WorkflowEndpoint,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLJSONObject, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { EndpointDirectionEnum } from "../connectors/connector-enums.ts";
import { ExtractionOptionsType } from "../options/extraction-options.ts";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const ConnectionTypeEnum = enumType<ConnectionType>(
  "ConnectionType",
  "What an end of a workflow connects to.",
  {
    file_system: "A store of files, by a connector.",
    database: "Tables, by a connector.",
    api: "The pipeline's public address: files are posted there, or results are taken from there.",
  },
);

@ObjectType("Workflow", {
  implements: NodeType,
  description:
    "What happens between a source and a destination: which files are taken, and how they become text.",
})
export class WorkflowType
  extends NodeType
  implements Omit<Workflow, "organizationId" | "createdBy" | "modifiedBy" | "sealedDocumentPassword">
{
  @Field(() => String, { description: "Unique within the organization." })
  readonly name!: string;

  @Field(() => String, { description: "What it is for; empty when nothing was said." })
  readonly description!: string;

  @Field(() => Boolean, { description: "Whether it may be run." })
  readonly active!: boolean;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Files that one run takes at most; null takes all.",
  })
  readonly maxFiles!: number | null;

  @Field(() => ExtractionOptionsType, { description: "How its documents become text." })
  readonly options!: JobOptions;

  @Field(() => Boolean, { description: "Whether everybody in the organization sees it." })
  readonly sharedToOrganization!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}

@ObjectType("WorkflowEndpoint", {
  implements: NodeType,
  description: "One end of a workflow. Every workflow has a source and a destination.",
})
export class WorkflowEndpointType
  extends NodeType
  implements Omit<WorkflowEndpoint, "organizationId" | "workflowId" | "connectorId">
{
  @Field(() => EndpointDirectionEnum, { description: "Which end it is." })
  readonly direction!: EndpointDirection;

  @Field(() => ConnectionTypeEnum, {
    nullable: true,
    description: "What it connects to; null until it is configured.",
  })
  readonly connection!: ConnectionType | null;

  @Field(() => GraphQLJSONObject, {
    description:
      "Of a source: folders, patterns, recursive, maxFiles, or table, keyColumn, contentColumn or urlColumn, maxFiles. Of a destination: folder, or table, createTable, columnMode. As it was given, without defaults.",
  })
  readonly configuration!: Readonly<Record<string, unknown>>;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}
