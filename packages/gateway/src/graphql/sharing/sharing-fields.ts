import { standingOf, type ShareableKind, type User } from "@galley/core/domain";
import { Ctx, FieldResolver, Resolver, Root, type ClassType } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import type { Shared } from "../context/management-loaders.ts";
import { ConnectorType } from "../connectors/connector-type.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { UserType } from "../members/user-type.ts";
import { WorkflowType } from "../workflows/workflow-type.ts";

/** Creator, owners and viewers: the same fields for every kind that can be shared. */
export const SHARING_FIELDS: readonly ClassType[] = [
  sharingFieldsOf(PipelineType, "pipeline"),
  sharingFieldsOf(WorkflowType, "workflow"),
  sharingFieldsOf(ConnectorType, "connector"),
];

function sharingFieldsOf(type: ClassType, kind: ShareableKind): ClassType {
  @Resolver(() => type)
  class SharingFields {
    @FieldResolver(() => UserType, {
      nullable: true,
      description: "The user who created it; null if a service account did.",
    })
    async createdBy(@Ctx() { management }: RequestContext, @Root() record: Shared): Promise<User | null> {
      return (await management.sharing[kind].load(record)).creator ?? null;
    }

    @FieldResolver(() => [UserType], { description: "Its owners besides the creator." })
    async coOwners(@Ctx() { management }: RequestContext, @Root() record: Shared): Promise<readonly User[]> {
      return (await management.sharing[kind].load(record)).coOwners;
    }

    @FieldResolver(() => [UserType], { description: "The users it is shared with." })
    async viewers(@Ctx() { management }: RequestContext, @Root() record: Shared): Promise<readonly User[]> {
      return (await management.sharing[kind].load(record)).viewers;
    }

    @FieldResolver(() => Boolean, { description: "Whether the caller can change and delete it." })
    async mayManage(@Ctx() context: RequestContext, @Root() record: Shared): Promise<boolean> {
      const { coOwners } = await context.management.sharing[kind].load(record);
      const shares = coOwners.map(({ id }) => ({ userId: id, role: "owner" as const }));
      return standingOf(memberOf(context), record, shares) === "owner";
    }
  }
  return SharingFields;
}
