import type { Notice } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ID, ObjectType } from "type-graphql";
import { ShareableKindEnum } from "../sharing/shareable-kind.ts";
import { NodeType } from "../node/node-type.ts";

@ObjectType("Notice", {
  implements: NodeType,
  description: "A message to a user, for example that a record was shared with them.",
})
export class NoticeType extends NodeType implements Omit<Notice, "organizationId" | "userId"> {
  @Field(() => String, { description: "Human-readable text." })
  readonly message!: string;

  @Field(() => ShareableKindEnum, { description: "Kind of the record it refers to." })
  readonly recordKind!: Notice["recordKind"];

  @Field(() => ID, { description: "Id of the record it refers to." })
  readonly recordId!: string;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was read; null until then." })
  readonly readAt!: Date | null;
}
