import type { ExtractionKey, PagesOfKey } from "@galley/core/domain";
import { GraphQLNonNegativeInt } from "graphql-scalars";
import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { ExtractionKeyType } from "./extraction-key-type.ts";

@ObjectType("KeyUsage", {
  description: "Finished pages of documents submitted with a key, which count for its quotas.",
  simpleResolvers: true,
})
class KeyUsageType implements PagesOfKey {
  @Field(() => GraphQLNonNegativeInt, { description: "On the current UTC day." })
  readonly today!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "In the current calendar month (UTC)." })
  readonly thisMonth!: number;
}

@Resolver(() => ExtractionKeyType)
export class KeyFields {
  @FieldResolver(() => KeyUsageType, { description: "Pages today and this month." })
  usage(@Ctx() context: RequestContext, @Root() { id }: ExtractionKey): Promise<PagesOfKey> {
    return context.management.keyUsage.load({ caller: callerOf(context), id });
  }
}
