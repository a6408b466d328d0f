import { DEFAULT_TAG, DomainError, type Job, type JobPriority, type Submission } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { JobPriorityEnum } from "./job-enums.ts";
import { ExtractionOptionsInput, givenOptions } from "../options/extraction-options.ts";
import { JobType } from "./job-type.ts";
import { PageType, visiblePage } from "../pages/page-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("SubmitDocumentInput", { description: "A document and the options for its extraction." })
class SubmitDocumentInput {
  @Field(() => ID, {
    nullable: true,
    description: "The id that `PUT /uploads/{name}` returned. Give either this or `url`.",
  })
  readonly upload!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      "The http or https URL to fetch the document from: a public address, at most 8192 bytes. Give either this or `upload`.",
  })
  readonly url!: string | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "Extraction options; null means all defaults.",
  })
  readonly options!: Submission["options"] | null | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      "The user or owner password of an encrypted document. It is stored encrypted until the job is settled and never returned.",
  })
  readonly documentPassword!: string | null | undefined;

  @Field(() => String, {
    defaultValue: DEFAULT_TAG,
    description: "A label for usage reports, at most 255 characters.",
  })
  readonly tag!: string;

  @Field(() => JobPriorityEnum, {
    defaultValue: "normal" satisfies JobPriority,
    description: "How often it is taken from the queue, relative to other documents.",
  })
  readonly priority!: JobPriority;

  @Field(() => String, {
    nullable: true,
    description: "Name of a schema by which fields are read once the document is processed; null for none.",
  })
  readonly schema!: string | null | undefined;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether each invoice of a document that has several has fields of its own; only with a schema of the kind `invoice`.",
  })
  readonly split!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Name of the webhook to notify when the job is settled; null for none.",
  })
  readonly webhook!: string | null | undefined;

  @Field(() => String, {
    defaultValue: "",
    description: "Sent to the webhook with the result; at most 10,000 characters.",
  })
  readonly webhookMetadata!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "A key of your choice for this submission, 1 to 255 visible ASCII characters. For 24 hours, the same key with the same document and options returns the first job; with others it fails with CONFLICT.",
  })
  readonly idempotencyKey!: string | null | undefined;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Keeps the text for `searchText`, even after it expired.",
  })
  readonly keepForSearch!: boolean;
}

@ObjectType("SubmitDocumentPayload", { description: "Result of `submitDocument`.", simpleResolvers: true })
class SubmitDocumentPayload {
  @Field(() => JobType, { description: "The accepted job." })
  readonly job!: Job;
}

@InputType("CancelJobInput", { description: "The job to cancel." })
class CancelJobInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;
}

@ObjectType("CancelJobPayload", { description: "Result of `cancelJob`.", simpleResolvers: true })
class CancelJobPayload {
  @Field(() => JobType, { description: "The job, now cancelled." })
  readonly job!: Job;
}

@InputType("RetrieveTextInput", { description: "The job whose text to retrieve." })
class RetrieveTextInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "The text as it was read, without corrections.",
  })
  readonly original!: boolean;
}

@ObjectType("RetrieveTextPayload", {
  description: "Result of `retrieveText`.",
  simpleResolvers: true,
})
class RetrieveTextPayload {
  @Field(() => JobType, { description: "The job, now retrieved." })
  readonly job!: Job;

  @Field(() => String, { description: "The text of all pages, with page separators." })
  readonly text!: string;

  @Field(() => [PageType], { description: "The pages by number, with their text." })
  readonly pages!: readonly PageType[];
}

@Resolver()
export class JobMutations {
  @Mutation(() => SubmitDocumentPayload, {
    description:
      "Submits an uploaded document or a URL for extraction. The same upload can be submitted again with other options.",
  })
  async submitDocument(
    @Ctx() context: RequestContext,
    @Arg("input", () => SubmitDocumentInput, {
      description: "A document and the options for its extraction.",
    })
    { options, webhook, idempotencyKey, ...input }: SubmitDocumentInput,
  ): Promise<SubmitDocumentPayload> {
    const submission = {
      document: documentOf(input),
      options: givenOptions(options ?? {}),
      documentPassword: input.documentPassword ?? undefined,
      tag: input.tag,
      priority: input.priority,
      fieldsSchema: input.schema ?? undefined,
      fieldsSplit: input.split,
      webhookName: webhook ?? undefined,
      webhookMetadata: input.webhookMetadata,
      keepForSearch: input.keepForSearch,
      idempotencyKey: idempotencyKey ?? undefined,
    };
    return { job: await context.application.jobs.submit(callerOf(context), submission) };
  }

  @Mutation(() => CancelJobPayload, { description: "Cancels a job. CONFLICT if it is already settled." })
  async cancelJob(
    @Ctx() context: RequestContext,
    @Arg("input", () => CancelJobInput, { description: "The job." }) { jobId }: CancelJobInput,
  ): Promise<CancelJobPayload> {
    const id = recordId(jobId, { kind: "job", field: "jobId" });
    return { job: await context.application.jobs.cancel(callerOf(context), { id }) };
  }

  @Mutation(() => RetrieveTextPayload, {
    description:
      "Retrieves the text of a job and marks the job as retrieved. By default, this can be repeated until the text expires; with GALLEY_KEEP_TEXT=until_retrieved, it works once and deletes the text. NOT_READY until the job is processed, ALREADY_DELIVERED if the text is no longer kept.",
  })
  async retrieveText(
    @Ctx() context: RequestContext,
    @Arg("input", () => RetrieveTextInput, { description: "The job." }) {
      jobId,
      original,
    }: RetrieveTextInput,
  ): Promise<RetrieveTextPayload> {
    const id = recordId(jobId, { kind: "job", field: "jobId" });
    const { job, content, pages } = await context.application.jobs.retrieveText(
      callerOf(context),
      { id },
      { again: "while_kept", words: "all", original },
    );
    const { text } = content;
    return { job, text, pages: pages.map((outcome) => visiblePage(outcome, { job, textKept: true })) };
  }
}

function documentOf({ upload, url }: Pick<SubmitDocumentInput, "upload" | "url">): Submission["document"] {
  if (typeof upload === "string" && typeof url !== "string") {
    return { uploadId: recordId(upload, { kind: "upload", field: "upload" }) };
  }
  if (typeof url === "string" && typeof upload !== "string") return { url: url.trim() };
  throw new DomainError("BAD_INPUT", "Expected exactly one of upload and url.", { field: "upload" });
}
