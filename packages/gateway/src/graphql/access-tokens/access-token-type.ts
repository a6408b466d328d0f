import type { AccessTier, AccessToken } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const AccessTierEnum = enumType<AccessTier>("AccessTier", "What an access token may do.", {
  read: "Read.",
  read_write: "Read, create and change.",
  full_access: "Read, create, change and delete.",
});

@ObjectType("AccessToken", {
  implements: NodeType,
  description: "A bearer token. The token itself is shown once, when it is issued.",
})
export class AccessTokenType
  extends NodeType
  implements Omit<AccessToken, "organizationId" | "digest" | "userId">
{
  @Field(() => String, { description: "What it is called." })
  readonly name!: string;

  @Field(() => String, { description: "What it is for." })
  readonly description!: string;

  @Field(() => String, { description: "What the token looks like: its last four characters." })
  readonly masked!: string;

  @Field(() => AccessTierEnum, { description: "What it may do." })
  readonly tier!: AccessTier;

  @Field(() => Boolean, { description: "Whether it lets anybody in." })
  readonly active!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was changed last." })
  readonly updatedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was used last, to the minute; null where it never was.",
  })
  readonly lastUsedAt!: Date | null;
}
