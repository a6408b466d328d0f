import type { AccessTier, AccessToken, User } from "@galley/core/domain";
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { AccessTierEnum, AccessTokenType } from "./access-token-type.ts";
import { UserType } from "../members/user-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreateAccessTokenInput", { description: "The access token to create." })
class CreateAccessTokenInput {
  @Field(() => String, { description: "Name, 1 to 128 characters." })
  readonly name!: string;

  @Field(() => String, { defaultValue: "", description: "Description, at most 255 characters." })
  readonly description!: string;

  @Field(() => AccessTierEnum, { description: "Access level; at most the caller's own." })
  readonly tier!: AccessTier;

  @Field(() => ID, {
    nullable: true,
    description:
      "The member it acts for. Null creates a service account, which sees and manages everything in the organization; only managers can create one.",
  })
  readonly userId!: string | null | undefined;
}

@InputType("AccessTokenInput", { description: "An access token." })
class AccessTokenInput {
  @Field(() => ID, { description: "The token's id." })
  readonly tokenId!: string;
}

@InputType("RevokeAccessTokenInput", { description: "The access token to revoke or restore." })
class RevokeAccessTokenInput extends AccessTokenInput {
  @Field(() => Boolean, { defaultValue: true, description: "True revokes the token, false restores it." })
  readonly revoked!: boolean;
}

@ObjectType("IssuedAccessTokenPayload", {
  description: "Result of `createAccessToken` and `rotateAccessToken`.",
  simpleResolvers: true,
})
class IssuedAccessTokenPayload {
  @Field(() => AccessTokenType, { description: "The token's metadata." })
  readonly token!: AccessToken;

  @Field(() => String, {
    description: "The token itself, for the header Authorization: Bearer. It is shown only once.",
  })
  readonly secret!: string;
}

@ObjectType("AccessTokenPayload", {
  description: "Result of `revokeAccessToken` and `deleteAccessToken`.",
  simpleResolvers: true,
})
class AccessTokenPayload {
  @Field(() => AccessTokenType, { description: "The updated or deleted token." })
  readonly token!: AccessToken;
}

/** FORBIDDEN for extraction keys; members only reach their own tokens. */
@Resolver(() => AccessTokenType)
export class AccessTokenOperations {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: "The user it acts for; null for a service account.",
  })
  async user(@Ctx() { users }: RequestContext, @Root() { userId }: AccessToken): Promise<User | null> {
    return userId === null ? null : ((await users.load(userId)) ?? null);
  }

  @Query(() => [AccessTokenType], {
    description:
      "Access tokens, newest first: all of the organization's for managers, their own for members.",
  })
  accessTokens(@Ctx() context: RequestContext): Promise<readonly AccessToken[]> {
    return context.application.accessTokens.list(callerOf(context));
  }

  @Mutation(() => IssuedAccessTokenPayload, {
    description: "Creates an access token. Requires the tier READ_WRITE or FULL_ACCESS.",
  })
  createAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateAccessTokenInput, { description: "The access token to create." })
    { name, description, tier, userId }: CreateAccessTokenInput,
  ): Promise<IssuedAccessTokenPayload> {
    const request = { name, description, tier, userId: userId ?? null };
    return context.application.accessTokens.create(callerOf(context), request);
  }

  @Mutation(() => IssuedAccessTokenPayload, {
    description: "Replaces the secret of an access token; the old secret stops working at once.",
  })
  rotateAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => AccessTokenInput, { description: "The access token." }) { tokenId }: AccessTokenInput,
  ): Promise<IssuedAccessTokenPayload> {
    return context.application.accessTokens.rotate(callerOf(context), tokenIdOf(tokenId));
  }

  @Mutation(() => AccessTokenPayload, { description: "Revokes an access token, or restores a revoked one." })
  async revokeAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => RevokeAccessTokenInput, { description: "The access token." })
    { tokenId, revoked }: RevokeAccessTokenInput,
  ): Promise<AccessTokenPayload> {
    const { accessTokens } = context.application;
    return {
      token: await accessTokens.update(callerOf(context), tokenIdOf(tokenId), { active: !revoked }),
    };
  }

  @Mutation(() => AccessTokenPayload, {
    description: "Deletes an access token. Requires the tier FULL_ACCESS.",
  })
  async deleteAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => AccessTokenInput, { description: "The access token." }) { tokenId }: AccessTokenInput,
  ): Promise<AccessTokenPayload> {
    const { accessTokens } = context.application;
    return { token: await accessTokens.remove(callerOf(context), tokenIdOf(tokenId)) };
  }
}

function tokenIdOf(id: string): string {
  return recordId(id, { kind: "access token", field: "tokenId" });
}
