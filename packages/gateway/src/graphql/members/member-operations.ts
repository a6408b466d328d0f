import type { Role } from "@galley/core/domain";
import { GraphQLEmailAddress } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { MemberType, RoleEnum, memberOf } from "./user-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("AddMemberInput", { description: "The member to add." })
class AddMemberInput {
  @Field(() => GraphQLEmailAddress, {
    description: "The person's email address; a user is created if none has it.",
  })
  readonly email!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of a new user, at most 128 characters; null derives it from the address.",
  })
  readonly name!: string | null | undefined;

  @Field(() => RoleEnum, { defaultValue: "member", description: "Role in the organization." })
  readonly role!: Role;
}

@InputType("UpdateMemberInput", { description: "The member and the changes." })
class UpdateMemberInput {
  @Field(() => ID, { description: "The user's id." })
  readonly userId!: string;

  @Field(() => RoleEnum, {
    nullable: true,
    description: "New role; null keeps the current one.",
  })
  readonly role!: Role | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether they can sign in and call the API; null keeps the current value. FORBIDDEN for a user who also belongs to other organizations.",
  })
  readonly active!: boolean | null | undefined;
}

@InputType("RemoveMemberInput", { description: "The member to remove." })
class RemoveMemberInput {
  @Field(() => ID, { description: "The user's id." })
  readonly userId!: string;
}

@ObjectType("MemberPayload", {
  description: "Result of `addMember`, `updateMember` and `removeMember`.",
  simpleResolvers: true,
})
class MemberPayload {
  @Field(() => MemberType, { description: "The added, updated or removed member." })
  readonly member!: MemberType;
}

/** FORBIDDEN for extraction keys. */
@Resolver()
export class MemberOperations {
  @Query(() => [MemberType], { description: "The organization's members, by user number." })
  async members(@Ctx() context: RequestContext): Promise<MemberType[]> {
    return (await context.application.members.list(callerOf(context))).map(memberOf);
  }

  @Mutation(() => MemberPayload, {
    description: "Adds a person to the organization. Managers only. CONFLICT if they are already a member.",
  })
  async addMember(
    @Ctx() context: RequestContext,
    @Arg("input", () => AddMemberInput, { description: "The person and their role." })
    { email, name, role }: AddMemberInput,
  ): Promise<MemberPayload> {
    const person = { email, name: name ?? undefined, role };
    return { member: memberOf(await context.application.members.add(callerOf(context), person)) };
  }

  @Mutation(() => MemberPayload, {
    description:
      "Updates a member's role or status. Managers only. CONFLICT if no active manager would remain.",
  })
  async updateMember(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateMemberInput, { description: "What to change." })
    input: UpdateMemberInput,
  ): Promise<MemberPayload> {
    const userId = recordId(input.userId, { kind: "member", field: "userId" });
    const changes = { role: input.role ?? undefined, active: input.active ?? undefined };
    const { members } = context.application;
    return { member: memberOf(await members.change(callerOf(context), userId, changes)) };
  }

  @Mutation(() => MemberPayload, {
    description:
      "Removes a member from the organization. Records are no longer shared with the user, and the user's access tokens stop working. Requires a manager and the tier FULL_ACCESS. CONFLICT if no manager would remain.",
  })
  async removeMember(
    @Ctx() context: RequestContext,
    @Arg("input", () => RemoveMemberInput, { description: "The member." }) input: RemoveMemberInput,
  ): Promise<MemberPayload> {
    const userId = recordId(input.userId, { kind: "member", field: "userId" });
    return { member: memberOf(await context.application.members.remove(callerOf(context), userId)) };
  }
}
