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
  "Connection types of workflow endpoints.",
  {
    file_system: "A file store, through a connector.",
    database: "Database tables, through a connector.",
    api: "The pipeline's public address: clients post files to it and fetch results from it.",
  },
);

@ObjectType("Workflow", {
  implements: NodeType,
  description:
    "Defines which files are taken from a source, how they are extracted, and where the results go.",
})
export class WorkflowType
  extends NodeType
  implements Omit<Workflow, "organizationId" | "createdBy" | "modifiedBy" | "sealedDocumentPassword">
{
  @Field(() => String, { description: "Unique within the organization." })
  readonly name!: string;

  @Field(() => String, { description: "Description; may be empty." })
  readonly description!: string;

  @Field(() => Boolean, { description: "Whether it can be run." })
  readonly active!: boolean;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of files per run; null means no limit.",
  })
  readonly maxFiles!: number | null;

  @Field(() => ExtractionOptionsType, { description: "Extraction options of its documents." })
  readonly options!: JobOptions;

  @Field(() => Boolean, { description: "Whether it is shared with the whole organization." })
  readonly sharedToOrganization!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}

@ObjectType("WorkflowEndpoint", {
  implements: NodeType,
  description: "The source or destination of a workflow. Every workflow has both.",
})
export class WorkflowEndpointType
  extends NodeType
  implements Omit<WorkflowEndpoint, "organizationId" | "workflowId" | "connectorId">
{
  @Field(() => EndpointDirectionEnum, { description: "Whether it is the source or the destination." })
  readonly direction!: EndpointDirection;

  @Field(() => ConnectionTypeEnum, {
    nullable: true,
    description: "Connection type; null until it is configured.",
  })
  readonly connection!: ConnectionType | null;

  @Field(() => GraphQLJSONObject, {
    description:
      "For a source: folders, patterns, recursive, archives, maxFiles, or table, keyColumn, contentColumn or urlColumn, maxFiles. For a destination: folder, or table, createTable, columnMode, chunkTable; renditions (text, markdown, html, plain, tables, blocks, chunks, in folders also csv; default text), chunkTokens, chunkOverlap; schema (of the data), review (write, wait), in folders fieldFormats (json, csv, xlsx). Returned as given, without defaults.",
  })
  readonly configuration!: Readonly<Record<string, unknown>>;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}
