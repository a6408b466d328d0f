import type { MemberRecord, Membership, Role, User } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLEmailAddress, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const RoleEnum = enumType<Role>("Role", "Roles in an organization.", {
  manager: "Sees and manages everything, including users and access tokens.",
  member: "Sees records they own and records shared with them.",
});

@ObjectType("User", { implements: NodeType, description: "A person.", simpleResolvers: true })
export class UserType extends NodeType implements Omit<User, "createdAt"> {
  @Field(() => GraphQLPositiveInt, { description: "The user's id in the REST API." })
  readonly number!: number;

  @Field(() => GraphQLEmailAddress, { description: "Email address, lower case and unique." })
  readonly email!: string;

  @Field(() => String, { description: "Name." })
  readonly name!: string;

  @Field(() => Boolean, { description: "Whether they can sign in and call the API." })
  readonly active!: boolean;
}

@ObjectType("Member", { description: "A user as a member of the organization.", simpleResolvers: true })
export class MemberType {
  @Field(() => UserType, { description: "The member." })
  readonly user!: User;

  @Field(() => RoleEnum, { description: "Role in the organization." })
  readonly role!: Role;

  @Field(() => GraphQLDateTime, { description: "When they became a member." })
  readonly since!: Date;
}

export function memberOf({ user, membership }: MemberRecord): MemberType {
  const { role, createdAt }: Membership = membership;
  return { user, role, since: createdAt };
}
