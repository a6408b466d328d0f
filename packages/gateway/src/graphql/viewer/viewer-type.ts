import type { AccessTier, Caller, Organization, Role } from "@galley/core/domain";
import { Field, ID, ObjectType } from "type-graphql";
import { AccessTierEnum } from "../access-tokens/access-token-type.ts";
import { RoleEnum } from "../members/user-type.ts";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

const CredentialKindEnum = enumType<Caller["kind"]>("CredentialKind", "Kinds of credentials.", {
  extraction_key: "A key that reaches extraction and nothing else.",
  access_token: "A token that reaches all that its tier may.",
  session: "A person who has signed in.",
});

@ObjectType("Viewer", {
  description: "Whom the credentials speak for, and what they may.",
  simpleResolvers: true,
})
export class ViewerType implements Pick<Caller, "kind" | "organizationId"> {
  @Field(() => CredentialKindEnum, { description: "The kind of credential that was sent." })
  readonly kind!: Caller["kind"];

  @Field(() => ID, { description: "The organization that it belongs to." })
  readonly organizationId!: string;

  @Field(() => AccessTierEnum, {
    nullable: true,
    description: "What the access token may do; null for an extraction key.",
  })
  readonly tier!: AccessTier | null;

  @Field(() => RoleEnum, {
    nullable: true,
    description:
      "The role in which it acts; a service account acts as a manager; null for an extraction key.",
  })
  readonly role!: Role | null;

  /** For the field `user`. */
  readonly userId!: string | null;
}

@ObjectType("Organization", {
  implements: NodeType,
  description: "Whose records are separate from all others'.",
  simpleResolvers: true,
})
export class OrganizationType extends NodeType implements Omit<Organization, "createdAt"> {
  @Field(() => String, { description: "The name in paths." })
  readonly slug!: string;
}

@ObjectType("Health", { description: "The state of the service.", simpleResolvers: true })
export class HealthType {
  @Field(() => Boolean, { description: "Whether it can take work." })
  readonly ready!: boolean;
}
