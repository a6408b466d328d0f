import type { MemberRecord, Membership, Role, User } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLEmailAddress, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const RoleEnum = enumType<Role>("Role", "What a user may do in an organization.", {
  manager: "See and manage everything in it, users and access tokens included.",
  member: "See what is theirs or shared with them.",
});

@ObjectType("User", { implements: NodeType, description: "A person.", simpleResolvers: true })
export class UserType extends NodeType implements Omit<User, "createdAt"> {
  @Field(() => GraphQLPositiveInt, { description: "The number by which the REST area knows the user." })
  readonly number!: number;

  @Field(() => GraphQLEmailAddress, { description: "Lower case; unique." })
  readonly email!: string;

  @Field(() => String, { description: "What they are called." })
  readonly name!: string;

  @Field(() => Boolean, { description: "Whether they may act." })
  readonly active!: boolean;
}

@ObjectType("Member", { description: "A user as a member of the organization.", simpleResolvers: true })
export class MemberType {
  @Field(() => UserType, { description: "Who." })
  readonly user!: User;

  @Field(() => RoleEnum, { description: "What they may do in the organization." })
  readonly role!: Role;

  @Field(() => GraphQLDateTime, { description: "When they became a member." })
  readonly since!: Date;
}

export function memberOf({ user, membership }: MemberRecord): MemberType {
  const { role, createdAt }: Membership = membership;
  return { user, role, since: createdAt };
}
