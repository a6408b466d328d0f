import type { DocumentFieldsFilter, FieldsPlace, FieldsStatus } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ID, InputType } from "type-graphql";
import { recordId } from "../node/record-id.ts";
import { FieldsStatusEnum } from "./document-fields-type.ts";

@InputType("DocumentFieldsFilter", {
  description: "Filter for fields of documents; all given conditions must match.",
})
export class DocumentFieldsFilterInput {
  @Field(() => [FieldsStatusEnum], {
    nullable: true,
    description: "Only fields in one of these states; null or empty means all.",
  })
  readonly statuses!: readonly FieldsStatus[] | null | undefined;

  @Field(() => String, { nullable: true, description: "Only fields by this schema." })
  readonly schema!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Only documents whose file name or tag contains this text, ignoring case.",
  })
  readonly search!: string | null | undefined;
}

export function filterOf(input: DocumentFieldsFilterInput | null | undefined): DocumentFieldsFilter {
  return {
    statuses: input?.statuses ?? [],
    schema: input?.schema ?? undefined,
    search: input?.search ?? undefined,
  };
}

@InputType("ReadFieldsInput", { description: "The document and the schema." })
export class ReadFieldsInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;

  @Field(() => String, { description: "The name of the schema." })
  readonly schema!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether each invoice of a document that has several is a part with fields of its own; only with a schema of the kind `invoice`. Null means as before, or as it was submitted.",
  })
  readonly split!: boolean | null | undefined;
}

@InputType("DocumentFieldsInput", { description: "The fields of a document by a schema." })
export class DocumentFieldsInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;

  @Field(() => String, { description: "The name of the schema." })
  readonly schema!: string;

  @Field(() => GraphQLPositiveInt, {
    defaultValue: 1,
    description: "The part of a document that is split, see `DocumentFields.part`.",
  })
  readonly part!: number;
}

export function placeOf({ jobId, schema, part }: DocumentFieldsInput): FieldsPlace {
  return { jobId: jobIdIn(jobId), schema, part };
}

export function jobIdIn(jobId: string): string {
  return recordId(jobId, { kind: "job", field: "jobId" });
}

@InputType("ConfirmFieldsInput", { description: "The values to confirm." })
export class ConfirmFieldsInput extends DocumentFieldsInput {
  @Field(() => [String], { nullable: true, description: "Their paths; null means all." })
  readonly paths!: readonly string[] | null | undefined;
}

@InputType("FieldWordsInput", { description: "The words of a page where a value stands." })
class FieldWordsInput {
  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => [GraphQLNonNegativeInt], { description: "Indexes of the words in `Page.words`." })
  readonly indexes!: readonly number[];
}

@InputType("CorrectFieldInput", { description: "A field and its value." })
export class CorrectFieldInput extends DocumentFieldsInput {
  @Field(() => String, {
    description:
      "Such as `invoice_number` or `lines[2].amount`. The row after the last one is added; `lines[2]` with null removes a row.",
  })
  readonly path!: string;

  @Field(() => String, {
    nullable: true,
    description: "The value as documents write it, such as 12.03.2026; null or empty if there is none.",
  })
  readonly text!: string | null | undefined;

  @Field(() => FieldWordsInput, { nullable: true, description: "Where the value stands." })
  readonly words!: FieldWordsInput | null | undefined;
}

@InputType("FieldsSchemaInput", { description: "A schema of the organization." })
export class FieldsSchemaInput {
  @Field(() => String, {
    description: "1 to 63 lower-case letters, digits, - and _, beginning with a letter.",
  })
  readonly name!: string;

  @Field(() => String, {
    description:
      "A JSON Schema (2020-12) of an object, as JSON. Its properties may have the hints `labels` and `examples`.",
  })
  readonly definition!: string;
}

@InputType("DeleteFieldsSchemaInput", { description: "The schema to delete." })
export class DeleteFieldsSchemaInput {
  @Field(() => String, { description: "Its name." })
  readonly name!: string;
}
