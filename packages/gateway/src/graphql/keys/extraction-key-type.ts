import type { ExtractionKey } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { NodeType } from "../node/node-type.ts";

@ObjectType("ExtractionKey", {
  implements: NodeType,
  description:
    "A key that reaches extraction and nothing else. The key itself is shown once, when it is issued.",
})
export class ExtractionKeyType extends NodeType implements Omit<ExtractionKey, "organizationId" | "digest"> {
  @Field(() => String, { description: "What it is for." })
  readonly description!: string;

  @Field(() => String, {
    description: "What the key looks like: how it begins and its last four characters.",
  })
  readonly masked!: string;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Pages that it may have read in a day, UTC; null is no limit.",
  })
  readonly pagesPerDay!: number | null;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Pages that it may have read in a month of the calendar, UTC; null is no limit.",
  })
  readonly pagesPerMonth!: number | null;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Requests that it may make in each minute of the clock; null is no limit.",
  })
  readonly requestsPerMinute!: number | null;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When its secret was changed last; null where it has its first one.",
  })
  readonly rotatedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was revoked; null while it is valid.",
  })
  readonly revokedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was used last, to the minute; null where it never was.",
  })
  readonly lastUsedAt!: Date | null;
}
