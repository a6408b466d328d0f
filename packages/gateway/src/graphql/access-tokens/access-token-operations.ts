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

@InputType("CreateAccessTokenInput", { description: "A new access token." })
class CreateAccessTokenInput {
  @Field(() => String, { description: "What it is called, 1 to 128 characters." })
  readonly name!: string;

  @Field(() => String, { defaultValue: "", description: "What it is for, at most 255 characters." })
  readonly description!: string;

  @Field(() => AccessTierEnum, { description: "What it may do; at most what the caller may." })
  readonly tier!: AccessTier;

  @Field(() => ID, {
    nullable: true,
    description:
      "The member for whom it acts; null makes a service account, which sees and manages everything in the organization and takes a manager to make.",
  })
  readonly userId!: string | null | undefined;
}

@InputType("AccessTokenInput", { description: "Which access token." })
class AccessTokenInput {
  @Field(() => ID, { description: "The token's id." })
  readonly tokenId!: string;
}

@InputType("RevokeAccessTokenInput", { description: "Which access token lets nobody in any more." })
class RevokeAccessTokenInput extends AccessTokenInput {
  @Field(() => Boolean, { defaultValue: true, description: "False lets it in again." })
  readonly revoked!: boolean;
}

@ObjectType("IssuedAccessTokenPayload", {
  description: "What `createAccessToken` and `rotateAccessToken` answer.",
  simpleResolvers: true,
})
class IssuedAccessTokenPayload {
  @Field(() => AccessTokenType, { description: "The token as it is listed." })
  readonly token!: AccessToken;

  @Field(() => String, {
    description: "The token itself, for the header Authorization: Bearer. It is not shown again.",
  })
  readonly secret!: string;
}

@ObjectType("AccessTokenPayload", {
  description: "What `revokeAccessToken` and `deleteAccessToken` answer.",
  simpleResolvers: true,
})
class AccessTokenPayload {
  @Field(() => AccessTokenType, { description: "The token as it is, or was." })
  readonly token!: AccessToken;
}

/** All of it is FORBIDDEN for an extraction key; members reach their own tokens only. */
@Resolver(() => AccessTokenType)
export class AccessTokenOperations {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: "For whom it acts; null for a service account.",
  })
  async user(@Ctx() { users }: RequestContext, @Root() { userId }: AccessToken): Promise<User | null> {
    return userId === null ? null : ((await users.load(userId)) ?? null);
  }

  @Query(() => [AccessTokenType], {
    description: "Access tokens, newest first: the organization's for managers, their own for members.",
  })
  accessTokens(@Ctx() context: RequestContext): Promise<readonly AccessToken[]> {
    return context.application.accessTokens.list(callerOf(context));
  }

  @Mutation(() => IssuedAccessTokenPayload, {
    description: "Creates an access token. Takes the tier READ_WRITE or FULL_ACCESS.",
  })
  createAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateAccessTokenInput, { description: "For whom, and what it may do." })
    { name, description, tier, userId }: CreateAccessTokenInput,
  ): Promise<IssuedAccessTokenPayload> {
    const request = { name, description, tier, userId: userId ?? null };
    return context.application.accessTokens.create(callerOf(context), request);
  }

  @Mutation(() => IssuedAccessTokenPayload, {
    description: "Gives an access token a new secret; the old one is not valid any more.",
  })
  rotateAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => AccessTokenInput, { description: "Which." }) { tokenId }: AccessTokenInput,
  ): Promise<IssuedAccessTokenPayload> {
    return context.application.accessTokens.rotate(callerOf(context), tokenIdOf(tokenId));
  }

  @Mutation(() => AccessTokenPayload, { description: "Ends an access token, or lets it in again." })
  async revokeAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => RevokeAccessTokenInput, { description: "Which." })
    { tokenId, revoked }: RevokeAccessTokenInput,
  ): Promise<AccessTokenPayload> {
    const { accessTokens } = context.application;
    return {
      token: await accessTokens.update(callerOf(context), tokenIdOf(tokenId), { active: !revoked }),
    };
  }

  @Mutation(() => AccessTokenPayload, {
    description: "Deletes an access token. Takes the tier FULL_ACCESS.",
  })
  async deleteAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => AccessTokenInput, { description: "Which." }) { tokenId }: AccessTokenInput,
  ): Promise<AccessTokenPayload> {
    const { accessTokens } = context.application;
    return { token: await accessTokens.remove(callerOf(context), tokenIdOf(tokenId)) };
  }
}

function tokenIdOf(id: string): string {
  return recordId(id, { kind: "access token", field: "tokenId" });
}
