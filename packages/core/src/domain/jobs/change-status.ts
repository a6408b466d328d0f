import { DomainError } from "../domain-error.ts";
import type { Transaction } from "../ports.ts";
import type { JobOutbox, JobRecords } from "./job-ports.ts";
import { mayBecome, type Job, type JobStatus } from "./job.ts";

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
 * Takes a locked job to another status, in which it waits no longer, and announces it.
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
  await records.jobs.update(job.id, { status, turn: null, ...changes });
  await records.announcements.jobChanged(job);
  return { ...job, status, turn: null, ...changes };
}
