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
  description: "Filter for connectors; all given conditions must match.",
})
class ConnectorFilterInput {
  @Field(() => ConnectorModeEnum, { nullable: true, description: "Only connectors of this mode." })
  readonly mode!: ConnectorMode | null | undefined;

  @Field(() => String, { nullable: true, description: "Only names that contain this text, ignoring case." })
  readonly search!: string | null | undefined;
}

@Resolver()
export class ConnectorQueries {
  @Query(() => ConnectorType, {
    nullable: true,
    description: "A connector by id. NOT_FOUND if it does not exist.",
  })
  connector(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The connector's id." }) id: string,
  ): Promise<Connector> {
    const known = recordId(id, { kind: "connector", field: "id" });
    return context.application.connectors.find(memberOf(context), known);
  }

  @Query(() => ConnectorConnectionType, { description: "The connectors visible to the caller." })
  connectors(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => ConnectorFilterInput, {
      nullable: true,
      description: "Only matching records; null means all.",
    })
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
      "The settings of a connector. Secrets are ******** for callers who cannot change it; ******** in an update keeps the stored secret. NOT_FOUND if it does not exist.",
  })
  connectorSettings(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The connector's id." }) id: string,
    @Arg("masked", () => Boolean, {
      defaultValue: false,
      description: "True masks secrets for all callers.",
    })
    masked: boolean,
  ): Promise<ConnectorSettings> {
    const known = recordId(id, { kind: "connector", field: "id" });
    const { connectors } = context.application;
    const member = memberOf(context);
    return masked ? connectors.maskedSettings(member, known) : connectors.settings(member, known);
  }
}
