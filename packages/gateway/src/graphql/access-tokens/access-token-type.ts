import type { AccessTier, AccessToken } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const AccessTierEnum = enumType<AccessTier>("AccessTier", "Access levels of access tokens.", {
  read: "Read.",
  read_write: "Read, create and change.",
  full_access: "Read, create, change and delete.",
});

@ObjectType("AccessToken", {
  implements: NodeType,
  description: "A bearer token. The token itself is shown only once, when it is issued.",
})
export class AccessTokenType
  extends NodeType
  implements Omit<AccessToken, "organizationId" | "digest" | "userId">
{
  @Field(() => String, { description: "Name." })
  readonly name!: string;

  @Field(() => String, { description: "Description." })
  readonly description!: string;

  @Field(() => String, { description: "The token's last four characters, with the rest masked." })
  readonly masked!: string;

  @Field(() => AccessTierEnum, { description: "Access level." })
  readonly tier!: AccessTier;

  @Field(() => Boolean, { description: "Whether it is accepted; false if it was revoked." })
  readonly active!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was last changed." })
  readonly updatedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was last used, to the minute; null if never.",
  })
  readonly lastUsedAt!: Date | null;
}
