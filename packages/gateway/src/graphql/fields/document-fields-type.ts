import {
  valueAt,
  type Citation,
  type DocumentFields,
  type FailedCheck,
  type FieldRecord,
  type FieldsStatus,
  type FieldValue,
  type ReaderName,
  type TableFormat,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLJSON, GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, Float, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { RectType } from "../pages/geometry-types.ts";

export const FieldsStatusEnum = enumType<FieldsStatus>("FieldsStatus", "State of the fields of a document.", {
  waiting: "They are read once the document is processed.",
  needs_review: "At least one field is doubtful.",
  ready: "No field is doubtful.",
  confirmed: "A person has confirmed or corrected all doubtful fields.",
  rejected: "A person has decided that the document has no such data.",
  failed: "They could not be read; `message` says why.",
});

export const TableFormatEnum = enumType<TableFormat>(
  "FieldsTableFormat",
  "File format of a table of documents.",
  {
    csv: "The properties of each document that are no arrays.",
    xlsx: "An Excel workbook with typed cells and a sheet for each array.",
  },
);

export const FieldReaderEnum = enumType<ReaderName>("FieldReader", "What proposed a value.", {
  "e-invoice": "The electronic invoice inside the document.",
  form: "A field of the document's form.",
  label: "A label beside the value.",
  table: "A table of the document.",
  kind: "The rules of the schema's kind of document.",
  example: "A confirmed document that looks the same.",
  model: "A language model.",
  person: "A person.",
});

@ObjectType("FieldCitation", { description: "Where a value stands on a page.", simpleResolvers: true })
class CitationType implements Omit<Citation, "lines"> {
  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => [RectType], { description: "A box for each line of words." })
  readonly boxes!: Citation["boxes"];

  @Field(() => String, { description: "The text as it is printed." })
  readonly text!: string;

  @Field(() => GraphQLNonNegativeInt, { description: "First line of the page's text, counted from 0." })
  readonly firstLine!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Last line of the page's text." })
  readonly lastLine!: number;
}

@ObjectType("FailedCheck", { description: "A rule over fields that does not hold.", simpleResolvers: true })
class FailedCheckType implements FailedCheck {
  @Field(() => String, { description: "Such as `sum-of-lines`, `check-digits` or `required`." })
  readonly check!: string;

  @Field(() => String, { description: "What does not hold, for people." })
  readonly message!: string;
}

@ObjectType("DocumentField", { description: "One value of the data of a document.", simpleResolvers: true })
export class DocumentFieldType implements Pick<FieldRecord, "confidence" | "checks"> {
  @Field(() => String, { description: "Such as `invoice_number` or `lines[2].amount`." })
  readonly path!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: "The value; null if the document has none." })
  readonly value!: FieldValue;

  @Field(() => String, {
    nullable: true,
    description:
      "The value as the document has it, before it was converted to its type; null without a value.",
  })
  readonly raw!: string | null;

  @Field(() => Float, {
    description: "How likely the value, or its absence, is right, 0 to 1.",
  })
  readonly confidence!: number;

  @Field(() => FieldReaderEnum, { nullable: true, description: "What proposed the value; null without one." })
  readonly reader!: ReaderName | null;

  @Field(() => [CitationType], { description: "Where the value stands; empty if it has no place on a page." })
  readonly citations!: readonly CitationType[];

  @Field(() => [FailedCheckType], { description: "The rules that do not hold." })
  readonly checks!: readonly FailedCheck[];

  @Field(() => Boolean, { description: "Whether a person should look at it." })
  readonly needsReview!: boolean;

  @Field(() => Boolean, { description: "Whether a person has confirmed or corrected it." })
  readonly isConfirmed!: boolean;
}

@ObjectType("PageRange", { description: "Pages of a document that follow one another." })
export class PageRangeType {
  @Field(() => GraphQLPositiveInt, { description: "Number of the first page, counted from 1." })
  readonly first!: number;

  @Field(() => GraphQLPositiveInt, { description: "Number of the last page." })
  readonly last!: number;
}

@ObjectType("DocumentFields", {
  description: "The fields by a schema of a document, or of a part of a document that is split.",
})
export class DocumentFieldsType implements Pick<
  DocumentFields,
  "part" | "status" | "message" | "readAt" | "reviewedAt"
> {
  @Field(() => GraphQLPositiveInt, {
    description: "The number of the part in the order of the pages, counted from 1.",
  })
  readonly part!: number;

  @Field(() => FieldsStatusEnum, { description: "State of the fields." })
  readonly status!: FieldsStatus;

  @Field(() => String, { description: "Why they could not be read; empty otherwise." })
  readonly message!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When they were read; null before." })
  readonly readAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When a person reviewed them last; null before.",
  })
  readonly reviewedAt!: Date | null;
}

export function fieldTypesOf({ result }: Pick<DocumentFields, "result">): readonly DocumentFieldType[] {
  if (!result) return [];
  const review = new Set(result.review);
  return Object.entries(result.fields).map(([path, field]) => ({
    path,
    value: valueAt(result.data, path) ?? null,
    raw: field.raw ?? null,
    confidence: field.confidence,
    reader: field.reader ?? null,
    citations: field.citations.map(({ lines: [firstLine, lastLine], ...citation }) => ({
      ...citation,
      firstLine,
      lastLine,
    })),
    checks: field.checks,
    needsReview: review.has(path),
    isConfirmed: field.confirmed === true,
  }));
}
