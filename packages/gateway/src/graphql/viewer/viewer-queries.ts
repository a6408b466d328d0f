import {
  permissionsOf,
  type Organization,
  type Passkey,
  type Permission,
  type User,
} from "@galley/core/domain";
import { Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { PasskeyType } from "../passkeys/passkey-type.ts";
import { sessionTypeOf, SessionType } from "../sign-in/session-type.ts";
import { UserType } from "../members/user-type.ts";
import { HealthType, OrganizationType, PermissionEnum, ViewerType } from "./viewer-type.ts";

@Resolver(() => ViewerType)
export class ViewerQueries {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: "The user that the credentials act for; null for a service account or an extraction key.",
  })
  async user(@Ctx() { users }: RequestContext, @Root() { userId }: ViewerType): Promise<User | null> {
    return userId === null ? null : ((await users.load(userId)) ?? null);
  }

  @FieldResolver(() => OrganizationType, { description: "The caller's organization." })
  organization(@Ctx() context: RequestContext): Promise<Organization> {
    return context.application.access.organizationOf(callerOf(context));
  }

  @FieldResolver(() => [PermissionEnum], {
    description: "What the caller may do. Single records can have further limits, such as an owner.",
  })
  permissions(@Ctx() context: RequestContext): readonly Permission[] {
    return permissionsOf(callerOf(context));
  }

  @FieldResolver(() => [SessionType], {
    description: "The user's browser sessions in the organization, newest first; none for a service account.",
  })
  async sessions(@Ctx() context: RequestContext): Promise<SessionType[]> {
    const caller = callerOf(context);
    if (caller.kind === "extraction_key") return [];
    const sessions = await context.application.sessions.list(caller);
    return sessions.map((session) => sessionTypeOf(session, caller.id));
  }

  @FieldResolver(() => [PasskeyType], {
    description: "The user's passkeys in the organization, newest first; none for a service account.",
  })
  async passkeys(@Ctx() context: RequestContext): Promise<readonly Passkey[]> {
    const caller = callerOf(context);
    return caller.kind === "extraction_key" ? [] : context.application.passkeys.list(caller);
  }

  @Query(() => ViewerType, { description: "The caller." })
  viewer(@Ctx() context: RequestContext): ViewerType {
    const caller = callerOf(context);
    if (caller.kind !== "extraction_key") return caller;
    return { ...caller, tier: null, role: null, userId: null };
  }

  @Query(() => HealthType, { description: "Health of the service. Requires no credentials." })
  async health(@Ctx() context: RequestContext): Promise<HealthType> {
    return { ready: await context.isReady() };
  }
}
