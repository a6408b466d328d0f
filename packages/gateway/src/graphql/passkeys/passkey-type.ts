import type { Passkey } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { NodeType } from "../node/node-type.ts";

@ObjectType("Passkey", {
  implements: NodeType,
  description: "A passkey with which the user signs in to the organization.",
  simpleResolvers: true,
})
export class PasskeyType extends NodeType implements Pick<Passkey, "name" | "createdAt" | "lastUsedAt"> {
  @Field(() => String, { description: "Name, 1 to 64 characters." })
  readonly name!: string;

  @Field(() => GraphQLDateTime, { description: "When it was added." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Last sign-in with it; null if never used." })
  readonly lastUsedAt!: Date | null;
}
