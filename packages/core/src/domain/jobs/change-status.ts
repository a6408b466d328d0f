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
    | "retrievableUntil"
    | "textExpiresAt"
    | "pageCount"
    | "pagesSelected"
    | "pagesDone"
  >
>;

/**
 * Changes the status of a locked job and announces it. The job leaves the queue; a settled job also loses its
 * password.
 *
 * @throws DomainError `CONFLICT` if the transition is not allowed.
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
