import type { ConnectionType, DestinationPreview } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, ObjectType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectionTypeEnum } from "./workflow-type.ts";

@ObjectType("ChildTablePreview", {
  description: "The table of an array of the schema.",
  simpleResolvers: true,
})
class ChildTablePreviewType {
  @Field(() => String, { description: "The table." })
  readonly table!: string;

  @Field(() => GraphQLJSONObject, { description: "Its first row by column." })
  readonly row!: NonNullable<DestinationPreview["row"]>;
}

@ObjectType("DestinationPreview", {
  description: "What a run would write for a file, with example values.",
  simpleResolvers: true,
})
class DestinationPreviewType implements DestinationPreview {
  @Field(() => [String], { description: "Paths of the files; empty unless it is a file store." })
  readonly paths!: readonly string[];

  @Field(() => String, { nullable: true, description: "The table; null unless it is a database." })
  readonly table!: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: "The row by column; null unless it is a database.",
  })
  readonly row!: DestinationPreview["row"];

  @Field(() => [ChildTablePreviewType], {
    description: "A table for each array of objects of the schema; empty without a schema.",
  })
  readonly childTables!: DestinationPreview["childTables"];

  @Field(() => String, {
    nullable: true,
    description: "The table of chunks; null if they are not written as rows.",
  })
  readonly chunkTable!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: "The row of a chunk by column." })
  readonly chunkRow!: DestinationPreview["chunkRow"];
}

@Resolver()
export class DestinationPreviewQueries {
  @Query(() => DestinationPreviewType, {
    description:
      "What a run would write for a file, without connecting. BAD_INPUT with the same messages as `updateWorkflowEndpoint`.",
  })
  destinationPreview(
    @Ctx() context: RequestContext,
    @Arg("connection", () => ConnectionTypeEnum, { description: "Connection type of the destination." })
    connection: ConnectionType,
    @Arg("path", () => String, { description: "Path of a file at the source." }) path: string,
    @Arg("configuration", () => GraphQLJSONObject, {
      nullable: true,
      description: "Configuration of the destination; null means all defaults.",
    })
    configuration?: Readonly<Record<string, unknown>> | null,
  ): Promise<DestinationPreview> {
    const destination = { connection, configuration: configuration ?? {}, path };
    return context.application.runs.previewDestination(memberOf(context), destination);
  }
}
