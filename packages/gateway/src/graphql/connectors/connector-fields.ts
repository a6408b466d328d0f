import type { Connector, ConnectorKind, Workflow } from "@galley/core/domain";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { WorkflowType } from "../workflows/workflow-type.ts";
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

  @FieldResolver(() => [WorkflowType], {
    description: "The workflows that use it, as far as the caller can see them.",
  })
  async usedBy(@Ctx() context: RequestContext, @Root() connector: Connector): Promise<readonly Workflow[]> {
    const member = memberOf(context);
    const ids = await context.management.users.load(connector);
    const workflows = await context.management.workflows.loadMany(ids.map((id) => ({ member, id })));
    return workflows.flatMap((workflow) => {
      if (workflow instanceof Error) throw workflow;
      return workflow ?? [];
    });
  }
}
