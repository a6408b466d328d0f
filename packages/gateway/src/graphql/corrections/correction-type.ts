import type { Correction } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("Correction", {
  description: "What a person says that a word reads.",
  simpleResolvers: true,
})
export class CorrectionType implements Omit<Correction, "organizationId" | "jobId"> {
  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Index of the word in `Page.words`." })
  readonly word!: number;

  @Field(() => String, { description: "The word as it was read." })
  readonly original!: string;

  @Field(() => String, { description: "The corrected word." })
  readonly text!: string;

  @Field(() => GraphQLDateTime, { description: "When it was corrected." })
  readonly correctedAt!: Date;

  /** Not in the schema. */
  readonly authorId!: string | null;
}
