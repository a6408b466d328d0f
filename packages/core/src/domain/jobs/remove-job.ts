import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import type { UploadRecords } from "../documents/upload-ports.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Transaction } from "../ports.ts";
import type { RunRecords } from "../runs/run-ports.ts";
import type { RunFileStatus } from "../runs/run.ts";
import { findJob } from "./find-jobs.ts";
import type { JobOutbox, JobRecords } from "./job-ports.ts";
import { isSettled, type Job } from "./job.ts";
import type { JobPorts, JobReference } from "./jobs.ts";

type Removal = JobRecords & RunRecords & UploadRecords;

type Ports = Pick<JobPorts, "objects"> & { readonly database: Database<Removal, JobOutbox> };

/**
 * See `Jobs.remove`. All jobs that have the document are locked, in the same order by everyone, so the last of several
 * concurrent calls deletes the document.
 */
export async function removeJob(
  { database, objects }: Ports,
  caller: Caller,
  reference: JobReference,
): Promise<void> {
  assertMay(caller, "delete jobs");
  const { id, file } = await findJob({ database }, caller, reference);
  await database.transaction(async (records) => {
    const holders = file ? await records.jobs.lockHolding(file.objectKey) : [];
    const job = await records.jobs.lock(id);
    if (!job) throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
    await assertRemovable(records, job);
    await records.jobs.remove(id);
    await records.announcements.jobDeleted(job);
    const isNeeded = holders.some((holder) => holder !== id);
    // Before the commit: if the service fails in between, the caller sees the job and can delete it again.
    if (file && !isNeeded && !(await records.uploads.holds(file.objectKey))) {
      await objects.remove(file.objectKey);
    }
  });
}

/** A file with one of these statuses still needs the result of its job. */
const UNFINISHED: ReadonlySet<RunFileStatus> = new Set(["pending", "extracting", "writing"]);

async function assertRemovable({ runFiles }: Transaction<RunRecords>, { id, status }: Job): Promise<void> {
  if (!isSettled(status)) throw new DomainError("CONFLICT", `The job is ${status}; cancel it first.`);
  const file = await runFiles.findByJob(id);
  if (file && UNFINISHED.has(file.status)) {
    throw new DomainError(
      "CONFLICT",
      "A pipeline run is still working on the document; cancel the run first.",
    );
  }
}
