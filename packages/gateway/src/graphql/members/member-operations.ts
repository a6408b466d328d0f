import type { Role } from "@galley/core/domain";
import { GraphQLEmailAddress } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { MemberType, RoleEnum, memberOf } from "./user-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("AddMemberInput", { description: "Who becomes a member." })
class AddMemberInput {
  @Field(() => GraphQLEmailAddress, {
    description: "Whose address it is; a user is made where nobody has it.",
  })
  readonly email!: string;

  @Field(() => String, {
    nullable: true,
    description: "What a new user is called, at most 128 characters; null takes it from the address.",
  })
  readonly name!: string | null | undefined;

  @Field(() => RoleEnum, { defaultValue: "member", description: "What they may do." })
  readonly role!: Role;
}

@InputType("UpdateMemberInput", { description: "Which member, and what of them to change." })
class UpdateMemberInput {
  @Field(() => ID, { description: "The user's id." })
  readonly userId!: string;

  @Field(() => RoleEnum, {
    nullable: true,
    description: "What they may do from now on; null leaves it as it is.",
  })
  readonly role!: Role | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether they may call and sign in; null leaves it as it is. FORBIDDEN for a user of other organizations, too.",
  })
  readonly active!: boolean | null | undefined;
}

@InputType("RemoveMemberInput", { description: "Who is no member any more." })
class RemoveMemberInput {
  @Field(() => ID, { description: "The user's id." })
  readonly userId!: string;
}

@ObjectType("MemberPayload", {
  description: "What `addMember`, `updateMember` and `removeMember` answer.",
  simpleResolvers: true,
})
class MemberPayload {
  @Field(() => MemberType, { description: "The member as they are, or were." })
  readonly member!: MemberType;
}

/** All of it is FORBIDDEN for an extraction key. */
@Resolver()
export class MemberOperations {
  @Query(() => [MemberType], { description: "Who belongs to the organization, by their numbers." })
  async members(@Ctx() context: RequestContext): Promise<MemberType[]> {
    return (await context.application.members.list(callerOf(context))).map(memberOf);
  }

  @Mutation(() => MemberPayload, {
    description:
      "Adds a person to the organization. Takes a manager. CONFLICT when they are a member already.",
  })
  async addMember(
    @Ctx() context: RequestContext,
    @Arg("input", () => AddMemberInput, { description: "Who, and what they may do." })
    { email, name, role }: AddMemberInput,
  ): Promise<MemberPayload> {
    const person = { email, name: name ?? undefined, role };
    return { member: memberOf(await context.application.members.add(callerOf(context), person)) };
  }

  @Mutation(() => MemberPayload, {
    description:
      "Changes what is given of a member. Takes a manager. CONFLICT when no manager would be left who is active.",
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
      "Ends a membership: what was shared with the user is not any more, and the user's tokens end. Takes a manager and the tier FULL_ACCESS. CONFLICT when no manager would be left.",
  })
  async removeMember(
    @Ctx() context: RequestContext,
    @Arg("input", () => RemoveMemberInput, { description: "Who." }) input: RemoveMemberInput,
  ): Promise<MemberPayload> {
    const userId = recordId(input.userId, { kind: "member", field: "userId" });
    return { member: memberOf(await context.application.members.remove(callerOf(context), userId)) };
  }
}
