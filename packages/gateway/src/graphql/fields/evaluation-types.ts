import type {
  EvaluatedPart,
  EvaluatedValue,
  FieldEvaluation,
  FieldOutcome,
  FieldValue,
  OutcomeCounts,
  ReaderCounts,
  ReaderName,
  SchemaEvaluation,
} from "@galley/core/domain";
import { GraphQLJSON, GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { FieldReaderEnum } from "./document-fields-type.ts";

const FieldOutcomeEnum = enumType<FieldOutcome>("FieldOutcome", "What became of a confirmed value.", {
  right: "The value was read.",
  wrong: "Another value was read.",
  missed: "No value was read.",
  invented: "A value was read, but the document has none.",
  absent: "The document has no value, and none was read.",
});

@ObjectType("FieldOutcomeCounts", {
  description: "How many confirmed values had each outcome.",
  simpleResolvers: true,
})
class FieldOutcomeCountsType implements OutcomeCounts {
  @Field(() => GraphQLNonNegativeInt, { description: "The value was read." })
  readonly right!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Another value was read." })
  readonly wrong!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "No value was read." })
  readonly missed!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "A value was read, but the document has none." })
  readonly invented!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "The document has no value, and none was read." })
  readonly absent!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Right, wrong, missed and invented values that a person would have looked at.",
  })
  readonly neededReview!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Wrong and invented values that nobody would have looked at.",
  })
  readonly unnoticed!: number;
}

@ObjectType("FieldReaderCounts", {
  description: "The outcomes of the values that a reader proposed.",
  simpleResolvers: true,
})
class FieldReaderCountsType implements ReaderCounts {
  @Field(() => FieldReaderEnum, { nullable: true, description: "Null for values that no reader found." })
  readonly reader!: ReaderName | null;

  @Field(() => FieldOutcomeCountsType, { description: "The outcomes." })
  readonly counts!: OutcomeCounts;
}

@ObjectType("EvaluatedValue", {
  description: "A confirmed value of a document beside the one that was read.",
})
export class EvaluatedValueType implements Omit<EvaluatedValue, "document" | "isExtraRow"> {
  @Field(() => String, {
    description:
      "Such as `lines[2].amount`, in the confirmed data; of a row too many, in the data that were read.",
  })
  readonly path!: string;

  @Field(() => FieldOutcomeEnum, { description: "What became of it." })
  readonly outcome!: FieldOutcome;

  @Field(() => FieldOutcomeEnum, {
    nullable: true,
    description: "What became of it with the version that is compared; null if that does not have it.",
  })
  readonly before!: FieldOutcome | null;

  @Field(() => GraphQLJSON, { nullable: true, description: "The confirmed value; null if there is none." })
  readonly expected!: FieldValue;

  @Field(() => GraphQLJSON, { nullable: true, description: "The value that was read; null if none was." })
  readonly found!: FieldValue;

  @Field(() => FieldReaderEnum, { nullable: true, description: "What proposed the value; null without one." })
  readonly reader!: ReaderName | null;

  @Field(() => Boolean, { description: "Whether a person would have looked at it." })
  readonly needsReview!: boolean;
}

@ObjectType("FieldEvaluation", {
  description: "How well a property of a schema is read.",
  simpleResolvers: true,
})
class FieldEvaluationType implements FieldEvaluation<EvaluatedPart> {
  @Field(() => String, {
    description: "Such as `invoice_number`, or `lines[].amount` for those of all rows.",
  })
  readonly path!: string;

  @Field(() => FieldOutcomeCountsType, { description: "The outcomes." })
  readonly counts!: OutcomeCounts;

  @Field(() => FieldOutcomeCountsType, {
    nullable: true,
    description: "The outcomes of the version that is compared; null without one.",
  })
  readonly before!: OutcomeCounts | null;

  @Field(() => [FieldReaderCountsType], { description: "The outcomes by what proposed the values." })
  readonly readers!: readonly ReaderCounts[];

  @Field(() => GraphQLNonNegativeInt, {
    description: "Values that are right, and were not with the version that is compared.",
  })
  readonly better!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Values that are not right, and were with the version that is compared.",
  })
  readonly worse!: number;

  @Field(() => [EvaluatedValueType], {
    description:
      "Values that got worse, then those that got better, then others that are not right; at most 100.",
  })
  readonly values!: readonly EvaluatedValue<EvaluatedPart>[];
}

@ObjectType("FieldsEvaluation", {
  description: "How well a schema reads the documents whose fields people have confirmed.",
  simpleResolvers: true,
})
export class FieldsEvaluationType implements SchemaEvaluation {
  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "The version; null of a definition that is not saved.",
  })
  readonly version!: number | null;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "The version it is compared with; null without one.",
  })
  readonly against!: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Documents with the status CONFIRMED." })
  readonly confirmedDocuments!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "How many of them were read: the newest 200, or as many as could be read within 30 seconds.",
  })
  readonly documents!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "How many of them could not be read." })
  readonly failedDocuments!: number;

  @Field(() => [FieldEvaluationType], {
    description: "Each property of which at least one value is confirmed.",
  })
  readonly fields!: readonly FieldEvaluation<EvaluatedPart>[];
}
