import type { Connector, ConnectorMode, ConnectorSettings } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Args, Ctx, Field, ID, InputType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { ConnectorModeEnum } from "./connector-enums.ts";
import { ConnectorType } from "./connector-type.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { listPart } from "../paging/list-part.ts";
import { recordId } from "../node/record-id.ts";

const ConnectorConnectionType = connectionType<Connector>(ConnectorType, {
  name: "Connector",
  order: "newest first",
});

@InputType("ConnectorFilter", {
  description: "Which connectors a list holds: those for which all of it is true.",
})
class ConnectorFilterInput {
  @Field(() => ConnectorModeEnum, { nullable: true, description: "That connect to this." })
  readonly mode!: ConnectorMode | null | undefined;

  @Field(() => String, { nullable: true, description: "With this in their names, in any case." })
  readonly search!: string | null | undefined;
}

@Resolver()
export class ConnectorQueries {
  @Query(() => ConnectorType, {
    nullable: true,
    description: "A connector by its id. NOT_FOUND when there is none.",
  })
  connector(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The connector's id." }) id: string,
  ): Promise<Connector> {
    const known = recordId(id, { kind: "connector", field: "id" });
    return context.application.connectors.find(memberOf(context), known);
  }

  @Query(() => ConnectorConnectionType, { description: "The connectors that the caller sees." })
  connectors(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => ConnectorFilterInput, { nullable: true, description: "Which; null means all." })
    filter?: ConnectorFilterInput | null,
  ): Promise<Connection<Connector>> {
    const member = memberOf(context);
    const { connectors } = context.application;
    const matching = { mode: filter?.mode ?? undefined, search: filter?.search ?? undefined };
    return listPart(part, {
      read: (range) => connectors.list(member, { ...matching, ...range }),
      count: () => connectors.count(member, matching),
    });
  }

  @Query(() => GraphQLJSONObject, {
    description:
      "The settings of a connector; secrets are ******** to callers who may not change it. NOT_FOUND when there is none.",
  })
  connectorSettings(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The connector's id." }) id: string,
  ): Promise<ConnectorSettings> {
    const known = recordId(id, { kind: "connector", field: "id" });
    return context.application.connectors.settings(memberOf(context), known);
  }
}
