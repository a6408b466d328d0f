import type { Correction, Job, User } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { keepsText } from "../jobs/kept.ts";
import { JobType } from "../jobs/job-type.ts";
import { UserType } from "../members/user-type.ts";
import { recordId } from "../node/record-id.ts";
import { PageType } from "../pages/page-type.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { listPart } from "../paging/list-part.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { CorrectionType } from "./correction-type.ts";

const CorrectionConnectionType = connectionType<Correction>(CorrectionType, {
  name: "Correction",
  order: "by page and word",
});

@InputType("CorrectedWordInput", { description: "A word of a page." })
class CorrectedWordInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;

  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Index of the word in `Page.words`." })
  readonly word!: number;
}

@InputType("CorrectWordInput", { description: "A word of a page and what it reads." })
class CorrectWordInput extends CorrectedWordInput {
  @Field(() => String, { description: "The corrected word, 1 to 1,000 characters." })
  readonly text!: string;
}

@ObjectType("CorrectWordPayload", { description: "Result of `correctWord`.", simpleResolvers: true })
class CorrectWordPayload {
  @Field(() => CorrectionType, { description: "The correction." })
  readonly correction!: Correction;
}

@ObjectType("DeleteCorrectionPayload", {
  description: "Result of `deleteCorrection`.",
  simpleResolvers: true,
})
class DeleteCorrectionPayload {
  @Field(() => JobType, { description: "The job." })
  readonly job!: Job;
}

@Resolver(() => CorrectionType)
class CorrectionOperations {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: "Who corrected it; null if the credentials belong to no user.",
  })
  async author(@Ctx() { users }: RequestContext, @Root() { authorId }: CorrectionType): Promise<User | null> {
    return authorId === null ? null : ((await users.load(authorId)) ?? null);
  }

  @Mutation(() => CorrectWordPayload, {
    description:
      "Corrects a word of a page. The text and everything that is written from it has the correction; the original stays available. White space in it becomes single blanks. An earlier correction of the word is replaced. ALREADY_DELIVERED if the text is no longer kept.",
  })
  async correctWord(
    @Ctx() context: RequestContext,
    @Arg("input", () => CorrectWordInput, { description: "The word and its correction." })
    { text, ...word }: CorrectWordInput,
  ): Promise<CorrectWordPayload> {
    const { corrections } = context.application;
    return { correction: await corrections.correct(callerOf(context), placeOf(word), text) };
  }

  @Mutation(() => DeleteCorrectionPayload, {
    description: "Deletes the correction of a word, which then reads as before.",
  })
  async deleteCorrection(
    @Ctx() context: RequestContext,
    @Arg("input", () => CorrectedWordInput, { description: "The word." }) word: CorrectedWordInput,
  ): Promise<DeleteCorrectionPayload> {
    const { corrections, jobs } = context.application;
    const place = placeOf(word);
    await corrections.remove(callerOf(context), place);
    return { job: await jobs.find(callerOf(context), { id: place.jobId }) };
  }
}

function placeOf({ jobId, page, word }: CorrectedWordInput): CorrectedWordInput {
  return { jobId: recordId(jobId, { kind: "job", field: "jobId" }), page, word };
}

@Resolver(() => PageType)
class PageCorrectionFields {
  @FieldResolver(() => [CorrectionType], {
    description: "Corrections of its words, in text order; empty after the text was deleted.",
  })
  async corrections(
    @Ctx() { pageCorrections }: RequestContext,
    @Root() { job, number }: PageType,
  ): Promise<readonly Correction[]> {
    return keepsText(job) ? pageCorrections.load({ jobId: job.id, page: number }) : [];
  }
}

@Resolver(() => JobType)
class JobCorrectionFields {
  @FieldResolver(() => CorrectionConnectionType, {
    description: "Corrections of its words; empty after the text was deleted.",
  })
  corrections(
    @Ctx() { application }: RequestContext,
    @Root() job: Job,
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<Correction>> {
    const isKept = keepsText(job);
    return listPart(part, {
      read: async (range) => (isKept ? application.corrections.list(job, range) : []),
      count: async () => (isKept ? application.corrections.count(job) : 0),
    });
  }
}

export const CORRECTION_RESOLVERS = [
  CorrectionOperations,
  JobCorrectionFields,
  PageCorrectionFields,
] as const;
