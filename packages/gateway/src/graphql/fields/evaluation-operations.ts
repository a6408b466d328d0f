import type { EvaluatedPart, EvaluatedValue, Job, SchemaEvaluation } from "@galley/core/domain";
import { GraphQLPositiveInt } from "graphql-scalars";
import { Args, ArgsType, Ctx, Field, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { JobType } from "../jobs/job-type.ts";
import { EvaluatedValueType, FieldsEvaluationType } from "./evaluation-types.ts";
import { parsedDefinition } from "./parsed-definition.ts";

@ArgsType()
class EvaluationArguments {
  @Field(() => String, { description: "The name of the schema." })
  readonly schema!: string;

  @Field(() => GraphQLPositiveInt, { nullable: true, description: "Its version; null means the newest." })
  readonly version!: number | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Instead of a version, a definition as JSON that is not saved.",
  })
  readonly definition!: string | null | undefined;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "The version to compare with; null compares with none.",
  })
  readonly against!: number | null | undefined;
}

@Resolver(() => EvaluatedValueType)
export class FieldsEvaluationOperations {
  @Query(() => FieldsEvaluationType, {
    description:
      "Reads the documents of a schema again whose fields people have confirmed, and compares. What a document itself has taught is not used to read it, and no language model is asked. UNAVAILABLE while another evaluation of the organization is running.",
  })
  fieldsEvaluation(
    @Ctx() context: RequestContext,
    @Args(() => EvaluationArguments) { schema, version, definition, against }: EvaluationArguments,
  ): Promise<SchemaEvaluation> {
    return context.application.fields.evaluate(callerOf(context), {
      schema,
      version: version ?? undefined,
      definition: definition == null ? undefined : parsedDefinition(definition),
      against: against ?? undefined,
    });
  }

  @FieldResolver(() => JobType, { description: "The job of the document." })
  job(@Ctx() { jobs }: RequestContext, @Root() { document }: EvaluatedValue<EvaluatedPart>): Promise<Job> {
    return jobs.load(document.jobId);
  }

  @FieldResolver(() => GraphQLPositiveInt, {
    description: "The part of the document, see `DocumentFields.part`.",
  })
  part(@Root() { document }: EvaluatedValue<EvaluatedPart>): number {
    return document.part;
  }
}
