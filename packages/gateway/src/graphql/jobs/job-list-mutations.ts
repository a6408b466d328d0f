import type { Job, JobPriority, Resubmission } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { ExtractionOptionsInput, givenOptions } from "../options/extraction-options.ts";
import { eachJob, JobFailureType } from "./each-job.ts";
import { JobPriorityEnum } from "./job-enums.ts";
import { JobType } from "./job-type.ts";

const JOB_IDS = "Ids of up to 100 jobs.";
const FAILURES = "Jobs that could not be changed, and why.";

@InputType("CancelJobsInput", { description: "The jobs to cancel." })
class CancelJobsInput {
  @Field(() => [ID], { description: JOB_IDS })
  readonly jobIds!: readonly string[];
}

@ObjectType("CancelJobsPayload", { description: "Result of `cancelJobs`.", simpleResolvers: true })
class CancelJobsPayload {
  @Field(() => [JobType], { description: "The cancelled jobs." })
  readonly jobs!: readonly Job[];

  @Field(() => [JobFailureType], { description: FAILURES })
  readonly failures!: readonly JobFailureType[];
}

@InputType("DeleteJobsInput", { description: "The jobs to delete." })
class DeleteJobsInput {
  @Field(() => [ID], { description: JOB_IDS })
  readonly jobIds!: readonly string[];
}

@ObjectType("DeleteJobsPayload", { description: "Result of `deleteJobs`.", simpleResolvers: true })
class DeleteJobsPayload {
  @Field(() => [ID], { description: "Ids of the deleted jobs." })
  readonly deletedIds!: readonly string[];

  @Field(() => [JobFailureType], { description: FAILURES })
  readonly failures!: readonly JobFailureType[];
}

@InputType("ResubmitJobsInput", { description: "The jobs whose documents to submit again, and the changes." })
class ResubmitJobsInput {
  @Field(() => [ID], { description: JOB_IDS })
  readonly jobIds!: readonly string[];

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "Options that differ. Options that are null or left out stay as they were.",
  })
  readonly options!: Resubmission["options"] | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The password of an encrypted document; passwords are not kept.",
  })
  readonly documentPassword!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "A label for usage reports, at most 255 characters; null keeps the job's.",
  })
  readonly tag!: string | null | undefined;

  @Field(() => JobPriorityEnum, {
    defaultValue: "normal" satisfies JobPriority,
    description: "How often it is taken from the queue, relative to other documents.",
  })
  readonly priority!: JobPriority;

  @Field(() => String, {
    nullable: true,
    description: "Name of the webhook to notify when the new jobs are settled; null for none.",
  })
  readonly webhook!: string | null | undefined;
}

@ObjectType("JobResubmission", { description: "A document that was submitted again.", simpleResolvers: true })
class JobResubmissionType {
  @Field(() => ID, { description: "Id of the earlier job, which is unchanged." })
  readonly originalId!: string;

  @Field(() => JobType, { description: "The accepted job." })
  readonly job!: Job;
}

@ObjectType("ResubmitJobsPayload", { description: "Result of `resubmitJobs`.", simpleResolvers: true })
class ResubmitJobsPayload {
  @Field(() => [JobResubmissionType], { description: "The documents that were submitted again." })
  readonly resubmissions!: readonly JobResubmissionType[];

  @Field(() => [JobFailureType], { description: FAILURES })
  readonly failures!: readonly JobFailureType[];
}

@Resolver()
export class JobListMutations {
  @Mutation(() => CancelJobsPayload, {
    description: "Cancels jobs. Jobs that are already settled are reported as CONFLICT.",
  })
  async cancelJobs(
    @Ctx() context: RequestContext,
    @Arg("input", () => CancelJobsInput, { description: "The jobs." }) { jobIds }: CancelJobsInput,
  ): Promise<CancelJobsPayload> {
    const { application } = context;
    const caller = callerOf(context);
    const { done, failures } = await eachJob(jobIds, (id) => application.jobs.cancel(caller, { id }));
    return { jobs: done, failures };
  }

  @Mutation(() => DeleteJobsPayload, {
    description:
      "Deletes jobs with their documents, texts, pages and deliveries. Usage counts remain. Jobs that are not settled are reported as CONFLICT: cancel them first. Access tokens need the tier FULL_ACCESS.",
  })
  async deleteJobs(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteJobsInput, { description: "The jobs." }) { jobIds }: DeleteJobsInput,
  ): Promise<DeleteJobsPayload> {
    const { application } = context;
    const caller = callerOf(context);
    const { done, failures } = await eachJob(jobIds, async (id) => {
      await application.jobs.remove(caller, { id });
      return id;
    });
    return { deletedIds: done, failures };
  }

  @Mutation(() => ResubmitJobsPayload, {
    description:
      "Submits the documents of jobs again, with changed options. A document that is no longer kept is reported as CONFLICT, and until when it was kept.",
  })
  async resubmitJobs(
    @Ctx() context: RequestContext,
    @Arg("input", () => ResubmitJobsInput, { description: "The jobs and the changes." })
    { jobIds, ...input }: ResubmitJobsInput,
  ): Promise<ResubmitJobsPayload> {
    const { application } = context;
    const caller = callerOf(context);
    const changes = {
      options: givenOptions(input.options ?? {}),
      documentPassword: input.documentPassword ?? undefined,
      tag: input.tag ?? undefined,
      priority: input.priority,
      webhookName: input.webhook ?? undefined,
    };
    const { done, failures } = await eachJob(jobIds, async (id) => ({
      originalId: id,
      job: await application.jobs.resubmit(caller, { id }, changes),
    }));
    return { resubmissions: done, failures };
  }
}
