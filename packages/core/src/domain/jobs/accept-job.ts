import type { Environment, TransactionRecords } from "../ports.ts";
import type { Job } from "./job.ts";

/** What is known of a job when it is accepted, and the MD5 that its handle carries. */
export type AcceptedFacts = Pick<
  Job,
  | "organizationId"
  | "keyId"
  | "file"
  | "source"
  | "options"
  | "pageEnd"
  | "keepForSearch"
  | "textAsJson"
  | "textLifetimeSeconds"
  | "tag"
  | "webhookName"
  | "webhookMetadata"
> & { readonly md5: string };

/** Bytes of chance in a handle: equal documents get different handles. */
const HANDLE_BYTES = 4;

export function acceptedJob(environment: Environment, { md5, ...facts }: AcceptedFacts): Job {
  return {
    ...facts,
    id: environment.uuid(),
    handle: `${Buffer.from(environment.randomBytes(HANDLE_BYTES)).toString("hex")}|${md5}`,
    status: "accepted",
    statusMessage: "",
    pageCount: null,
    pagesSelected: null,
    pagesDone: 0,
    submittedAt: environment.now(),
    startedAt: null,
    settledAt: null,
    retrievedAt: null,
    textExpiresAt: null,
    documentRemovedAt: null,
  };
}

/** Stores a job and sends it to those who read it, or who fetch its document first. */
export async function storeAcceptedJob(records: TransactionRecords, job: Job): Promise<void> {
  await records.jobs.insert(job);
  await (job.file ? records.queue.extract(job.id) : records.queue.fetch({ jobId: job.id, failures: 0 }));
  await records.announcements.jobChanged(job);
}
