import { DEFAULT_TAG, DomainError, type Job, type OpenedText } from "@galley/core/domain";
import { z } from "zod";
import { endpoint, OtherAnswer, WithHeaders, type Call } from "../http/endpoint.ts";
import { submittedDocument } from "../http/submitted-document.ts";
import { documentLink, DOCUMENT_LINK } from "../result/document-link.ts";
import { documentText, documentTextAnswer } from "./document-text.ts";
import { PAGE_MESSAGES, PAGE_MESSAGES_SUMMARY, pageMessages } from "./page-messages.ts";
import {
  extractionOptions,
  LONGEST_WAIT_S,
  submissionParameters,
  type SubmissionParameters,
} from "./submission-parameters.ts";

/** How long a text is kept after it is ready, in seconds. */
const TEXT_LIFETIME_S = 60 * 60;

/**
 * How long a text submitted with an Idempotency-Key is kept after it was returned, so a repeat gets the same
 * response.
 */
const REPEATABLE_S = 24 * 60 * 60;

const stillProcessing = z.object({
  message: z.string(),
  status: z.literal("processing"),
  "whisper-hash": z.string(),
});

/**
 * Accepts a document and waits for its text, which is then delivered. After the timeout, or if the caller
 * disconnects, the text can be retrieved later.
 */
export const whisper = endpoint({
  method: "POST",
  path: "/v1/whisper",
  summary: "Accepts a document and returns its text, or 202 if it is not ready within the timeout.",
  query: submissionParameters,
  body: "document",
  response: { status: 202, body: stillProcessing, headers: DOCUMENT_LINK },
  otherResponses: [
    {
      status: 200,
      body: documentText,
      headers: {
        "Whisper-Hash": "The id of the document for other calls.",
        ...DOCUMENT_LINK,
        [PAGE_MESSAGES]: PAGE_MESSAGES_SUMMARY,
      },
    },
  ],
  /** Another call retrieved the text first. */
  refusals: { ALREADY_DELIVERED: [400, "Whisper already delivered"] },
  async handle(call) {
    const job = await settledInTime(call, await submit(call));
    if (job.status === "accepted" || job.status === "processing") return stillProcessingFor(job);
    const headers = { "Whisper-Hash": job.handle, ...documentLink(job) };
    if (job.status === "failed" || job.status === "cancelled") {
      return new OtherAnswer(400, { message: job.statusMessage }, { headers });
    }
    const messages = await pageMessages(call.application, job);
    const opened = await openedText(call, job);
    if (!opened) return stillProcessingFor(job);
    return documentTextAnswer(opened, {
      asJson: call.query.output_json,
      headers: { ...headers, ...messages },
    });
  },
});

type SubmitCall = Call<SubmissionParameters>;

function stillProcessingFor(job: Job): WithHeaders<z.output<typeof stillProcessing>> {
  const message = "The document is still being processed; retrieve its text later.";
  return new WithHeaders({ message, status: "processing", "whisper-hash": job.handle }, documentLink(job));
}

/**
 * The text; undefined for a submission repeated with its Idempotency-Key if the first response was 202 and the text
 * has since been retrieved or has expired. The repeat then gets that 202 again.
 */
async function openedText(
  { application, caller, disconnected, idempotencyKey }: SubmitCall,
  { id }: Job,
): Promise<OpenedText | undefined> {
  const again = idempotencyKey === undefined ? undefined : { atLeastSeconds: REPEATABLE_S };
  try {
    return await application.jobs.openText(caller, { id }, { signal: disconnected, again });
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === "ALREADY_DELIVERED";
    if (isGone && again) return undefined;
    throw error;
  }
}

async function submit({
  application,
  caller,
  query,
  body,
  idempotencyKey,
  documentPassword,
}: SubmitCall): Promise<Job> {
  return application.jobs.submit(caller, {
    document: await submittedDocument(query, body),
    options: extractionOptions(query),
    documentPassword: documentPassword ?? query.document_password,
    tag: DEFAULT_TAG,
    pageEnd: "own_line",
    keepForSearch: query.store_metadata_for_highlighting,
    textAsJson: query.output_json,
    textLifetimeSeconds: TEXT_LIFETIME_S,
    idempotencyKey,
  });
}

function settledInTime(
  { application, caller, query, disconnected, stopping }: SubmitCall,
  { id }: Job,
): Promise<Job> {
  const timeout = AbortSignal.timeout(Math.min(query.timeout, LONGEST_WAIT_S) * 1000);
  const signal = AbortSignal.any([timeout, disconnected, stopping]);
  return application.jobs.settled(caller, { id }, { signal });
}
