import type { Notice } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ID, ObjectType } from "type-graphql";
import { ShareableKindEnum } from "../sharing/shareable-kind.ts";
import { NodeType } from "../node/node-type.ts";

@ObjectType("Notice", {
  implements: NodeType,
  description: "What a user is told, such as that something is shared with them.",
})
export class NoticeType extends NodeType implements Omit<Notice, "organizationId" | "userId"> {
  @Field(() => String, { description: "For a person." })
  readonly message!: string;

  @Field(() => ShareableKindEnum, { description: "The kind of record that it is about." })
  readonly recordKind!: Notice["recordKind"];

  @Field(() => ID, { description: "The id of the record that it is about." })
  readonly recordId!: string;

  @Field(() => GraphQLDateTime, { description: "When it came." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was read; null until then." })
  readonly readAt!: Date | null;
}
