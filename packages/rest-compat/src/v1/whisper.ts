import { DomainError, type Job } from "@galley/core/domain";
import { z } from "zod";
import { endpoint, OtherAnswer, type Call } from "../endpoint.ts";
import { submittedDocument } from "../submitted-document.ts";
import { documentText, documentTextAs } from "./document-text.ts";
import { PAGE_MESSAGES, PAGE_MESSAGES_SUMMARY, pageMessages } from "./page-messages.ts";
import {
  extractionOptions,
  LONGEST_WAIT_S,
  submissionParameters,
  type SubmissionParameters,
} from "./submission-parameters.ts";

/** A text is kept for so long once it is ready. */
const TEXT_LIFETIME_S = 60 * 60;

/** With an Idempotency-Key it is kept for so long after it was handed out: a repeat gets the same answer. */
const REPEATABLE_S = 24 * 60 * 60;

const TAG = "default";

const stillProcessing = z.object({
  message: z.string(),
  status: z.literal("processing"),
  "whisper-hash": z.string(),
});

/**
 * Takes a document in and waits for its text, which is then handed out; after the timeout the caller has to come back
 * for it. A caller that hangs up before the answer finds the text later.
 */
export const whisper = endpoint({
  method: "POST",
  path: "/v1/whisper",
  summary:
    "Takes a document in and answers its text, or where it takes longer than the timeout, that it is being processed.",
  query: submissionParameters,
  body: "document",
  response: { status: 202, body: stillProcessing },
  otherResponses: [
    {
      status: 200,
      body: documentText,
      headers: {
        "Whisper-Hash": "Names the document in other calls.",
        [PAGE_MESSAGES]: PAGE_MESSAGES_SUMMARY,
      },
    },
  ],
  /** Another caller was faster. */
  refusals: { ALREADY_DELIVERED: [400, "Whisper already delivered"] },
  async handle(call) {
    const job = await settledInTime(call, await submit(call));
    if (job.status === "accepted" || job.status === "processing") return comeBackFor(job);
    const headers = { "Whisper-Hash": job.handle };
    if (job.status === "failed" || job.status === "cancelled") {
      return new OtherAnswer(400, { message: job.statusMessage }, headers);
    }
    const messages = await pageMessages(call.application, job);
    const text = await textOf(call, job);
    if (text === undefined) return comeBackFor(job);
    return new OtherAnswer(200, documentTextAs(text, { asJson: call.query.output_json }), {
      ...headers,
      ...messages,
    });
  },
});

type SubmitCall = Call<SubmissionParameters>;

function comeBackFor({ handle }: Job): z.output<typeof stillProcessing> {
  const message = "The document is still being processed; come back for its text.";
  return { message, status: "processing", "whisper-hash": handle };
}

/**
 * Hands the text out. A submission that is sent again with its Idempotency-Key after the text was fetched by another
 * call, or not in time, was answered before that it is being processed: the same answer is given by `undefined`.
 */
async function textOf(
  { application, caller, hungUp, idempotencyKey }: SubmitCall,
  { id }: Job,
): Promise<string | undefined> {
  const again = idempotencyKey === undefined ? undefined : { atLeastSeconds: REPEATABLE_S };
  try {
    return (await application.jobs.retrieveText(caller, { id }, hungUp, again)).text;
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
    tag: TAG,
    pageEnd: "own_line",
    keepForSearch: query.store_metadata_for_highlighting,
    textAsJson: query.output_json,
    textLifetimeSeconds: TEXT_LIFETIME_S,
    idempotencyKey,
  });
}

function settledInTime(
  { application, caller, query, hungUp, stopping }: SubmitCall,
  { id }: Job,
): Promise<Job> {
  const patience = AbortSignal.timeout(Math.min(query.timeout, LONGEST_WAIT_S) * 1000);
  return application.jobs.settled(caller, { id }, AbortSignal.any([patience, hungUp, stopping]));
}
