import type { ExtractionKey } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { NodeType } from "../node/node-type.ts";

@ObjectType("ExtractionKey", {
  implements: NodeType,
  description: "A key that only allows extraction. The key itself is shown only once, when it is issued.",
})
export class ExtractionKeyType extends NodeType implements Omit<ExtractionKey, "organizationId" | "digest"> {
  @Field(() => String, { description: "Description." })
  readonly description!: string;

  @Field(() => String, {
    description: "The key's prefix and last four characters, with the rest masked.",
  })
  readonly masked!: string;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of pages per UTC day; null means no limit.",
  })
  readonly pagesPerDay!: number | null;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of pages per calendar month (UTC); null means no limit.",
  })
  readonly pagesPerMonth!: number | null;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Maximum number of requests per clock minute; null means no limit.",
  })
  readonly requestsPerMinute!: number | null;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When its secret was last rotated; null if never.",
  })
  readonly rotatedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was revoked; null while it is valid.",
  })
  readonly revokedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was last used, to the minute; null if never.",
  })
  readonly lastUsedAt!: Date | null;
}
