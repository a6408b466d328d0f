import type { ExtractionKey } from "@galley/core/domain";
import { GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { ExtractionKeyType } from "./extraction-key-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreateExtractionKeyInput", { description: "The extraction key to create." })
class CreateExtractionKeyInput {
  @Field(() => String, { defaultValue: "", description: "Description, at most 255 characters." })
  readonly description!: string;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of pages per UTC day; null means no limit.",
  })
  readonly pagesPerDay!: number | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of pages per calendar month (UTC); null means no limit.",
  })
  readonly pagesPerMonth!: number | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of requests per clock minute; null means no limit.",
  })
  readonly requestsPerMinute!: number | null | undefined;
}

@InputType("RotateExtractionKeyInput", { description: "The key to rotate." })
class RotateExtractionKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly keyId!: string;
}

@InputType("RevokeExtractionKeyInput", { description: "The key to revoke." })
class RevokeExtractionKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly keyId!: string;
}

@ObjectType("IssuedExtractionKeyPayload", {
  description: "Result of `createExtractionKey` and `rotateExtractionKey`.",
  simpleResolvers: true,
})
class IssuedExtractionKeyPayload {
  @Field(() => ExtractionKeyType, { description: "The key's metadata." })
  readonly key!: ExtractionKey;

  @Field(() => String, { description: "The key itself, for the header service-key. It is shown only once." })
  readonly secret!: string;
}

@ObjectType("RevokeExtractionKeyPayload", {
  description: "Result of `revokeExtractionKey`.",
  simpleResolvers: true,
})
class RevokeExtractionKeyPayload {
  @Field(() => ExtractionKeyType, { description: "The key, now revoked." })
  readonly key!: ExtractionKey;
}

/** FORBIDDEN for extraction keys and for access tokens of the tier READ. */
@Resolver()
export class KeyMutations {
  @Mutation(() => IssuedExtractionKeyPayload, {
    description: "Creates an extraction key. Requires an access token of the tier READ_WRITE or FULL_ACCESS.",
  })
  async createExtractionKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateExtractionKeyInput, { description: "Description and limits of the key." })
    { description, pagesPerDay, pagesPerMonth, requestsPerMinute }: CreateExtractionKeyInput,
  ): Promise<IssuedExtractionKeyPayload> {
    const limits = {
      pagesPerDay: pagesPerDay ?? null,
      pagesPerMonth: pagesPerMonth ?? null,
      requestsPerMinute: requestsPerMinute ?? null,
    };
    return context.application.keys.create(callerOf(context), { description, limits });
  }

  @Mutation(() => IssuedExtractionKeyPayload, {
    description:
      "Replaces the secret of an extraction key; the old secret stops working at once. To switch without downtime, create a second key and revoke the first one later. CONFLICT if the key is revoked.",
  })
  async rotateExtractionKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => RotateExtractionKeyInput, { description: "The key." })
    { keyId }: RotateExtractionKeyInput,
  ): Promise<IssuedExtractionKeyPayload> {
    const id = recordId(keyId, { kind: "key", field: "keyId" });
    return context.application.keys.rotate(callerOf(context), id);
  }

  @Mutation(() => RevokeExtractionKeyPayload, {
    description: "Revokes an extraction key permanently. A key that is already revoked is not changed.",
  })
  async revokeExtractionKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => RevokeExtractionKeyInput, { description: "The key." })
    { keyId }: RevokeExtractionKeyInput,
  ): Promise<RevokeExtractionKeyPayload> {
    const id = recordId(keyId, { kind: "key", field: "keyId" });
    return { key: await context.application.keys.revoke(callerOf(context), id) };
  }
}
