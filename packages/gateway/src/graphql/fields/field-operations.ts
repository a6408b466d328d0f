import type { DocumentFields, FieldsResult, FieldsSchemaRecord, Job, User } from "@galley/core/domain";
import { GraphQLJSONObject, GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { keepsText } from "../jobs/kept.ts";
import { JobType } from "../jobs/job-type.ts";
import { UserType } from "../members/user-type.ts";
import type { Connection } from "../paging/connection.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import {
  ConfirmFieldsInput,
  CorrectFieldInput,
  DocumentFieldsFilterInput,
  DocumentFieldsInput,
  filterOf,
  jobIdIn,
  placeOf,
  ReadFieldsInput,
} from "./document-fields-inputs.ts";
import {
  DocumentFieldsType,
  DocumentFieldType,
  fieldTypesOf,
  PageRangeType,
} from "./document-fields-type.ts";
import { FieldsEvaluationOperations } from "./evaluation-operations.ts";
import { FieldsSchemaType } from "./fields-schema-type.ts";
import { DocumentFieldsConnectionType, listFields } from "./list-fields.ts";
import { FieldsSchemaOperations } from "./schema-operations.ts";

@ObjectType("DocumentFieldsPayload", {
  description: "Result of the mutations that review fields.",
  simpleResolvers: true,
})
class DocumentFieldsPayload {
  @Field(() => DocumentFieldsType, { description: "The fields." })
  readonly fields!: DocumentFields;
}

@ObjectType("ReadFieldsPayload", { description: "Result of `readFields`.", simpleResolvers: true })
class ReadFieldsPayload {
  @Field(() => DocumentFieldsType, {
    description: "The fields; of a document that is split, the first part.",
  })
  readonly fields!: DocumentFields | undefined;

  @Field(() => [DocumentFieldsType], {
    description: "The parts in the order of their pages; one if the document is not split.",
  })
  readonly parts!: readonly DocumentFields[];
}

@Resolver(() => DocumentFieldsType)
class DocumentFieldsOperations {
  @Query(() => DocumentFieldsConnectionType, {
    description:
      "Fields of the organization's documents, the oldest first. Those with the status NEEDS_REVIEW are the queue of reviewers.",
  })
  documentFields(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => DocumentFieldsFilterInput, {
      nullable: true,
      description: "Only matching fields; null means all.",
    })
    filter?: DocumentFieldsFilterInput | null,
  ): Promise<Connection<DocumentFields>> {
    return listFields(context, part, filterOf(filter));
  }

  @Mutation(() => ReadFieldsPayload, {
    description:
      "Reads the fields of a processed document by the newest version of a schema, and returns when they are read. Values that a person has confirmed stay, unless the document is split into other parts. NOT_READY until the document is processed, ALREADY_DELIVERED if its text is no longer kept.",
  })
  async readFields(
    @Ctx() context: RequestContext,
    @Arg("input", () => ReadFieldsInput, { description: "The document and the schema." })
    { jobId, schema, split }: ReadFieldsInput,
  ): Promise<ReadFieldsPayload> {
    const { fields } = context.application;
    const by = { schema, split: split ?? undefined };
    const parts = await fields.read(callerOf(context), { id: jobIdIn(jobId) }, by);
    return { fields: parts[0], parts };
  }

  @Mutation(() => DocumentFieldsPayload, {
    description: "Confirms values. If no doubtful one is left, the status becomes CONFIRMED.",
  })
  async confirmFields(
    @Ctx() context: RequestContext,
    @Arg("input", () => ConfirmFieldsInput, { description: "The values." })
    { paths, ...place }: ConfirmFieldsInput,
  ): Promise<DocumentFieldsPayload> {
    const confirmed = { ...placeOf(place), paths: paths ?? undefined };
    return { fields: await context.application.fields.confirm(callerOf(context), confirmed) };
  }

  @Mutation(() => DocumentFieldsPayload, {
    description:
      "Gives a field another value, which counts as confirmed. BAD_INPUT if the text is not of the field's type.",
  })
  async correctField(
    @Ctx() context: RequestContext,
    @Arg("input", () => CorrectFieldInput, { description: "The field and its value." })
    { path, text, words, ...place }: CorrectFieldInput,
  ): Promise<DocumentFieldsPayload> {
    const corrected = { ...placeOf(place), path, text: text ?? null, words: words ?? undefined };
    return { fields: await context.application.fields.correct(callerOf(context), corrected) };
  }

  @Mutation(() => DocumentFieldsPayload, {
    description:
      "Marks a document as one that has no such data, such as a letter among invoices. It is left out of tables; reading or confirming its fields brings it back.",
  })
  async rejectFields(
    @Ctx() context: RequestContext,
    @Arg("input", () => DocumentFieldsInput, { description: "The document and the schema." })
    input: DocumentFieldsInput,
  ): Promise<DocumentFieldsPayload> {
    return { fields: await context.application.fields.reject(callerOf(context), placeOf(input)) };
  }

  @FieldResolver(() => JobType, { description: "The job of the document." })
  job(@Ctx() { jobs }: RequestContext, @Root() { jobId }: DocumentFields): Promise<Job> {
    return jobs.load(jobId);
  }

  @FieldResolver(() => PageRangeType, {
    nullable: true,
    description: "The pages of the part; null if the document is not split.",
  })
  pages(@Root() { pages }: DocumentFields): PageRangeType | null {
    return pages && { first: pages[0], last: pages[1] };
  }

  @FieldResolver(() => String, { description: "The name of the schema." })
  schemaName(@Root() { schema }: DocumentFields): string {
    return schema;
  }

  @FieldResolver(() => FieldsSchemaType, { description: "The schema." })
  schema(@Ctx() context: RequestContext, @Root() { schema }: DocumentFields): Promise<FieldsSchemaRecord> {
    return context.application.fields.schema(callerOf(context), schema);
  }

  @FieldResolver(() => GraphQLNonNegativeInt, {
    description: "The version of the schema that they were read by; 0 until then.",
  })
  version(@Root() { version }: DocumentFields): number {
    return version;
  }

  @FieldResolver(() => GraphQLJSONObject, {
    nullable: true,
    description: "The data, which follows the schema; null until it is read.",
  })
  data(@Root() { result }: DocumentFields): FieldsResult["data"] | null {
    return result?.data ?? null;
  }

  @FieldResolver(() => [DocumentFieldType], {
    description: "What is known of each value; empty until it is read.",
  })
  fields(@Root() fields: DocumentFields): readonly DocumentFieldType[] {
    return fieldTypesOf(fields);
  }

  @FieldResolver(() => [String], { description: "The paths of the values that a person should look at." })
  review(@Root() { result }: DocumentFields): readonly string[] {
    return result?.review ?? [];
  }

  @FieldResolver(() => [String], { description: "Notes, such as several invoices in one file." })
  notes(@Root() { result }: DocumentFields): readonly string[] {
    return result?.notes ?? [];
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: "The user of the last review; null before it, and if the credentials belong to no user.",
  })
  async reviewer(
    @Ctx() { users }: RequestContext,
    @Root() { reviewerId }: DocumentFields,
  ): Promise<User | null> {
    return reviewerId === null ? null : ((await users.load(reviewerId)) ?? null);
  }
}

@ArgsType()
class PartsArguments {
  @Field(() => String, { nullable: true, description: "Only by this schema; null means all." })
  readonly schema!: string | null | undefined;

  @Field(() => GraphQLPositiveInt, { nullable: true, description: "Only of this part; null means all." })
  readonly part!: number | null | undefined;
}

@Resolver(() => JobType)
class JobDataFields {
  @FieldResolver(() => DocumentFieldsType, {
    nullable: true,
    description:
      "Its fields by a schema; null if they were not asked for, and after the text was deleted. `readFields` reads them.",
  })
  async fields(
    @Ctx() { jobFields }: RequestContext,
    @Root() job: Job,
    @Arg("schema", () => String, { description: "The name of the schema." }) schema: string,
    @Arg("part", () => GraphQLPositiveInt, {
      defaultValue: 1,
      description: "The part of a document that is split.",
    })
    part: number,
  ): Promise<DocumentFields | null> {
    if (!keepsText(job)) return null;
    const found = await jobFields.load(job.id);
    return found.find((one) => one.schema === schema && one.part === part) ?? null;
  }

  @FieldResolver(() => [DocumentFieldsType], {
    description:
      "Its fields by every schema that was asked for, and of every part of a document that is split; empty after the text was deleted.",
  })
  async fieldsOfSchemas(
    @Ctx() { jobFields }: RequestContext,
    @Root() job: Job,
    @Args(() => PartsArguments) { schema, part }: PartsArguments,
  ): Promise<readonly DocumentFields[]> {
    if (!keepsText(job)) return [];
    const found = await jobFields.load(job.id);
    return found.filter((one) => one.schema === (schema ?? one.schema) && one.part === (part ?? one.part));
  }
}

export const FIELDS_RESOLVERS = [
  DocumentFieldsOperations,
  FieldsSchemaOperations,
  FieldsEvaluationOperations,
  JobDataFields,
] as const;
