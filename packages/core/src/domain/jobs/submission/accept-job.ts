import type { Environment, SecretBox, Transaction } from "../../ports.ts";
import type { DocumentFields } from "../../fields/document-fields.ts";
import type { Admission } from "../../limits/admission.ts";
import type { LimitRecords } from "../../limits/limit-ports.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import { sealedDocumentPassword } from "../../documents/document-password.ts";
import type { Job } from "../job.ts";
import { nextTurn } from "../turn.ts";

/** The fields of a job on acceptance, and the MD5 for its handle. */
export type AcceptedFacts = Pick<
  Job,
  | "organizationId"
  | "keyId"
  | "file"
  | "source"
  | "options"
  | "priority"
  | "pageEnd"
  | "keepForSearch"
  | "textAsJson"
  | "textLifetimeSeconds"
  | "tag"
  | "fieldsSchema"
  | "fieldsSplit"
  | "webhookName"
  | "webhookMetadata"
> & { readonly md5: string; readonly documentPassword: string | undefined };

/** Random bytes in a handle: equal documents get different handles. */
const HANDLE_BYTES = 4;

export function acceptedJob(
  { environment, secrets }: { readonly environment: Environment; readonly secrets: SecretBox },
  { md5, documentPassword, ...facts }: AcceptedFacts,
): Job {
  const id = environment.uuid();
  const holder = { table: "job", id, organizationId: facts.organizationId } as const;
  return {
    ...facts,
    id,
    sealedDocumentPassword: sealedDocumentPassword(secrets, holder, documentPassword),
    handle: `${Buffer.from(environment.randomBytes(HANDLE_BYTES)).toString("hex")}|${md5}`,
    status: "accepted",
    statusMessage: "",
    turn: null,
    pageCount: null,
    pagesSelected: null,
    pagesDone: 0,
    submittedAt: environment.now(),
    startedAt: null,
    settledAt: null,
    retrievedAt: null,
    retrievableUntil: null,
    textRevision: 0,
    textExpiresAt: null,
    documentRemovedAt: null,
  };
}

/**
 * Stores an accepted job and queues its extraction, or the fetch of its document.
 *
 * @throws LimitError if the organization has reached a limit.
 */
export async function storeAcceptedJob(
  { admission }: { readonly admission: Admission },
  records: Transaction<JobRecords & LimitRecords, JobOutbox>,
  accepted: Job,
): Promise<Job> {
  const turn = accepted.file ? await nextTurn(records.jobs, accepted) : null;
  const job = await storeWithTurn(records, accepted, turn);
  await admission.assertWithin(records, job.organizationId);
  return job;
}

/** Stores it with a turn that was taken before; null if the document must be fetched. Limits are not checked. */
export async function storeWithTurn(
  records: Transaction<JobRecords, JobOutbox>,
  accepted: Job,
  turn: number | null,
): Promise<Job> {
  const job = { ...accepted, turn };
  await records.jobs.insert(job);
  if (job.fieldsSchema !== null) await records.documentFields.put(waitingFields(job, job.fieldsSchema));
  await (turn === null
    ? records.queue.fetch({ jobId: job.id, failures: 0 })
    : records.queue.extract(job, turn));
  await records.announcements.jobChanged(job);
  return job;
}

function waitingFields({ id, organizationId, submittedAt }: Job, schema: string): DocumentFields {
  return {
    organizationId,
    jobId: id,
    schema,
    part: 1,
    pages: null,
    version: 0,
    status: "waiting",
    message: "",
    result: null,
    createdAt: submittedAt,
    readAt: null,
    reviewedAt: null,
    reviewerId: null,
  };
}
