import type { ExtractionKey } from "@galley/core/domain";
import { GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { ExtractionKeyType } from "./extraction-key-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreateExtractionKeyInput", { description: "A new extraction key." })
class CreateExtractionKeyInput {
  @Field(() => String, { defaultValue: "", description: "What it is for, at most 255 characters." })
  readonly description!: string;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Pages that it may have read in a day, UTC; null is no limit.",
  })
  readonly pagesPerDay!: number | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Pages that it may have read in a month of the calendar, UTC; null is no limit.",
  })
  readonly pagesPerMonth!: number | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Requests that it may make in each minute of the clock; null is no limit.",
  })
  readonly requestsPerMinute!: number | null | undefined;
}

@InputType("RotateExtractionKeyInput", { description: "Which key to give a new secret." })
class RotateExtractionKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly keyId!: string;
}

@InputType("RevokeExtractionKeyInput", { description: "Which key to end." })
class RevokeExtractionKeyInput {
  @Field(() => ID, { description: "The key's id." })
  readonly keyId!: string;
}

@ObjectType("IssuedExtractionKeyPayload", {
  description: "What `createExtractionKey` and `rotateExtractionKey` answer.",
  simpleResolvers: true,
})
class IssuedExtractionKeyPayload {
  @Field(() => ExtractionKeyType, { description: "The key as it is listed." })
  readonly key!: ExtractionKey;

  @Field(() => String, { description: "The key itself, for the header service-key. It is not shown again." })
  readonly secret!: string;
}

@ObjectType("RevokeExtractionKeyPayload", {
  description: "What `revokeExtractionKey` answers.",
  simpleResolvers: true,
})
class RevokeExtractionKeyPayload {
  @Field(() => ExtractionKeyType, { description: "The key, now revoked." })
  readonly key!: ExtractionKey;
}

/** All of it is FORBIDDEN for an extraction key and for an access token that only reads. */
@Resolver()
export class KeyMutations {
  @Mutation(() => IssuedExtractionKeyPayload, {
    description: "Creates an extraction key. Takes an access token of the tier READ_WRITE or FULL_ACCESS.",
  })
  async createExtractionKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateExtractionKeyInput, { description: "What it is for and what it may spend." })
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
      "Gives an extraction key a new secret; the old one is not valid any more. For a change without a gap create a second key and revoke the first one later. CONFLICT when it was revoked.",
  })
  async rotateExtractionKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => RotateExtractionKeyInput, { description: "Which key." })
    { keyId }: RotateExtractionKeyInput,
  ): Promise<IssuedExtractionKeyPayload> {
    const id = recordId(keyId, { kind: "key", field: "keyId" });
    return context.application.keys.rotate(callerOf(context), id);
  }

  @Mutation(() => RevokeExtractionKeyPayload, {
    description: "Ends an extraction key for good. One that was revoked before stays as it is.",
  })
  async revokeExtractionKey(
    @Ctx() context: RequestContext,
    @Arg("input", () => RevokeExtractionKeyInput, { description: "Which key." })
    { keyId }: RevokeExtractionKeyInput,
  ): Promise<RevokeExtractionKeyPayload> {
    const id = recordId(keyId, { kind: "key", field: "keyId" });
    return { key: await context.application.keys.revoke(callerOf(context), id) };
  }
}
