import type { Connector, ConnectorKind } from "@galley/core/domain";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../context/context.ts";
import { ConnectorKindType } from "./connector-kind-type.ts";
import { ConnectorType } from "./connector-type.ts";

@Resolver(() => ConnectorType)
export class ConnectorFields {
  @FieldResolver(() => ConnectorKindType, {
    nullable: true,
    description: "Its kind; null if the service no longer has it.",
  })
  kind(@Ctx() { application }: RequestContext, @Root() connector: Connector): ConnectorKind | null {
    return application.connectors.kindOf(connector) ?? null;
  }

  @FieldResolver(() => [String], {
    description: "Names of its secret settings that have a value. The values are in `connectorSettings`.",
  })
  secretsSet(@Ctx() { application }: RequestContext, @Root() connector: Connector): readonly string[] {
    return application.connectors.secretsSet(connector);
  }
}
