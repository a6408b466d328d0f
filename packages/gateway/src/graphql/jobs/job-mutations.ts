import { DomainError, type Job, type JobPriority, type Submission } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { JobPriorityEnum } from "./job-enums.ts";
import { ExtractionOptionsInput } from "../options/extraction-options.ts";
import { JobType } from "./job-type.ts";
import { PageType, visiblePage } from "../pages/page-type.ts";
import { recordId } from "../node/record-id.ts";

/** Where a caller gives no tag, in GraphQL as in REST. */
const DEFAULT_TAG = "default";

@InputType("SubmitDocumentInput", { description: "A document and how to read it." })
class SubmitDocumentInput {
  @Field(() => ID, {
    nullable: true,
    description: "The id that `PUT /uploads/{name}` answered. Either this or `url`.",
  })
  readonly upload!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      "Where to fetch the document: an http or https URL of a public address, at most 8192 bytes. Either this or `upload`.",
  })
  readonly url!: string | null | undefined;

  @Field(() => ExtractionOptionsInput, {
    nullable: true,
    description: "How to read it; null takes all defaults.",
  })
  readonly options!: Submission["options"] | null | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      "The user or owner password of an encrypted document. It is stored encrypted until the job is settled, and never shown.",
  })
  readonly documentPassword!: string | null | undefined;

  @Field(() => String, {
    defaultValue: DEFAULT_TAG,
    description: "A label for usage reports, at most 255 characters.",
  })
  readonly tag!: string;

  @Field(() => JobPriorityEnum, {
    defaultValue: "normal" satisfies JobPriority,
    description: "How often it is taken, of those that wait.",
  })
  readonly priority!: JobPriority;

  @Field(() => String, {
    nullable: true,
    description: "Name of the webhook that is to hear of the job; null for none.",
  })
  readonly webhook!: string | null | undefined;

  @Field(() => String, {
    defaultValue: "",
    description: "What the webhook is sent along with the result, at most 10,000 characters.",
  })
  readonly webhookMetadata!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "A name of your own for this submission, 1 to 255 visible ASCII characters. For 24 hours the same name with the same document and options stands for the job that it made first, and with others it is a CONFLICT.",
  })
  readonly idempotencyKey!: string | null | undefined;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Keeps the text for `searchText`, also after it was handed out.",
  })
  readonly keepForSearch!: boolean;
}

@ObjectType("SubmitDocumentPayload", { description: "What `submitDocument` answers.", simpleResolvers: true })
class SubmitDocumentPayload {
  @Field(() => JobType, { description: "The job that was accepted." })
  readonly job!: Job;
}

@InputType("CancelJobInput", { description: "Which job to cancel." })
class CancelJobInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;
}

@ObjectType("CancelJobPayload", { description: "What `cancelJob` answers.", simpleResolvers: true })
class CancelJobPayload {
  @Field(() => JobType, { description: "The job, now cancelled." })
  readonly job!: Job;
}

@InputType("RetrieveTextInput", { description: "Which job's text to take." })
class RetrieveTextInput {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;
}

@ObjectType("RetrieveTextPayload", {
  description: "What `retrieveText` answers, once.",
  simpleResolvers: true,
})
class RetrieveTextPayload {
  @Field(() => JobType, { description: "The job, now retrieved." })
  readonly job!: Job;

  @Field(() => String, { description: "The text of all pages with their separators." })
  readonly text!: string;

  @Field(() => [PageType], { description: "The pages by number, with their text." })
  readonly pages!: readonly PageType[];
}

@Resolver()
export class JobMutations {
  @Mutation(() => SubmitDocumentPayload, {
    description:
      "Accepts a document that was uploaded or has a URL. The same upload may be submitted again with other options.",
  })
  async submitDocument(
    @Ctx() context: RequestContext,
    @Arg("input", () => SubmitDocumentInput, { description: "A document and how to read it." })
    { options, webhook, idempotencyKey, ...input }: SubmitDocumentInput,
  ): Promise<SubmitDocumentPayload> {
    const submission = {
      document: documentOf(input),
      options: givenOptions(options ?? {}),
      documentPassword: input.documentPassword ?? undefined,
      tag: input.tag,
      priority: input.priority,
      webhookName: webhook ?? undefined,
      webhookMetadata: input.webhookMetadata,
      keepForSearch: input.keepForSearch,
      idempotencyKey: idempotencyKey ?? undefined,
    };
    return { job: await context.application.jobs.submit(callerOf(context), submission) };
  }

  @Mutation(() => CancelJobPayload, { description: "Stops a job. CONFLICT when it is settled already." })
  async cancelJob(
    @Ctx() context: RequestContext,
    @Arg("input", () => CancelJobInput, { description: "Which job." }) { jobId }: CancelJobInput,
  ): Promise<CancelJobPayload> {
    const id = recordId(jobId, { kind: "job", field: "jobId" });
    return { job: await context.application.jobs.cancel(callerOf(context), { id }) };
  }

  @Mutation(() => RetrieveTextPayload, {
    description:
      "Takes the text of a job, once: it is not kept afterwards. NOT_READY before it is processed, ALREADY_DELIVERED after.",
  })
  async retrieveText(
    @Ctx() context: RequestContext,
    @Arg("input", () => RetrieveTextInput, { description: "Which job." }) { jobId }: RetrieveTextInput,
  ): Promise<RetrieveTextPayload> {
    const id = recordId(jobId, { kind: "job", field: "jobId" });
    const { job, text, pages } = await context.application.jobs.retrieveText(callerOf(context), { id });
    return { job, text, pages: pages.map((outcome) => visiblePage(outcome, { textKept: true })) };
  }
}

function documentOf({ upload, url }: Pick<SubmitDocumentInput, "upload" | "url">): Submission["document"] {
  if (typeof upload === "string" && typeof url !== "string") {
    return { uploadId: recordId(upload, { kind: "upload", field: "upload" }) };
  }
  if (typeof url === "string" && typeof upload !== "string") return { url: url.trim() };
  throw new DomainError("BAD_INPUT", "Give either upload or url.", { field: "upload" });
}

/** An option that is null takes its default, as one that is left out. */
function givenOptions(options: Submission["options"]): Submission["options"] {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}
