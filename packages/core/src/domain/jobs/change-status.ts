import { DomainError } from "../domain-error.ts";
import type { Transaction } from "../ports.ts";
import type { JobOutbox, JobRecords } from "./job-ports.ts";
import { isSettled, mayBecome, type Job, type JobStatus } from "./job.ts";

type StatusChanges = Partial<
  Pick<
    Job,
    | "statusMessage"
    | "startedAt"
    | "settledAt"
    | "retrievedAt"
    | "textExpiresAt"
    | "pageCount"
    | "pagesSelected"
    | "pagesDone"
  >
>;

/**
 * Takes a locked job to another status, in which it waits no longer, and announces it. A settled job needs no password
 * any more.
 *
 * @throws DomainError `CONFLICT` when the job may not go there from where it is.
 */
export async function changeStatus(
  records: Transaction<JobRecords, JobOutbox>,
  job: Job,
  status: JobStatus,
  changes: StatusChanges,
): Promise<Job> {
  if (!mayBecome(job.status, status)) {
    throw new DomainError("CONFLICT", `The job is ${job.status}; it cannot become ${status}.`);
  }
  const changed = {
    status,
    turn: null,
    ...(isSettled(status) && { sealedDocumentPassword: null }),
    ...changes,
  };
  await records.jobs.update(job.id, changed);
  await records.announcements.jobChanged(job);
  return { ...job, ...changed };
}
