import type { Invitation, Role } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLEmailAddress } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { RoleEnum } from "../members/user-type.ts";
import { NodeType } from "../node/node-type.ts";

@ObjectType("Invitation", {
  implements: NodeType,
  description: "An invitation to the organization that is not accepted yet. Its link is shown only once.",
  simpleResolvers: true,
})
export class InvitationType
  extends NodeType
  implements Omit<Invitation, "digest" | "organizationId" | "invitedBy">
{
  @Field(() => GraphQLEmailAddress, { description: "The invited address, lower case." })
  readonly email!: string;

  @Field(() => RoleEnum, { description: "Role after accepting." })
  readonly role!: Role;

  @Field(() => GraphQLDateTime, { description: "When it was issued." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When its link stops working." })
  readonly expiresAt!: Date;
}

@ObjectType("ReceivedInvitation", {
  description: "What the holder of an invitation's link sees before accepting it.",
  simpleResolvers: true,
})
export class ReceivedInvitationType {
  @Field(() => GraphQLEmailAddress, { description: "The invited address." })
  readonly email!: string;

  @Field(() => RoleEnum, { description: "Role after accepting." })
  readonly role!: Role;

  @Field(() => String, { description: "Name of the organization." })
  readonly organization!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of the manager who invites; null for a service account.",
  })
  readonly invitedBy!: string | null;

  @Field(() => GraphQLDateTime, { description: "When the link stops working." })
  readonly expiresAt!: Date;
}
