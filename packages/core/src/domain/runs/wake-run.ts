import type { Job } from "../jobs/job.ts";
import type { Transaction } from "../ports.ts";
import type { RunOutbox, RunRecords } from "./run-ports.ts";

/**
 * Queues the next step of the file whose job has just been settled, if the job belongs to a run. Jobs that a key has
 * submitted belong to none.
 */
export async function wakeRunOf(
  { runFiles, queue }: Transaction<RunRecords, RunOutbox>,
  job: Pick<Job, "id" | "keyId" | "organizationId">,
): Promise<void> {
  if (job.keyId !== null) return;
  const file = await runFiles.findByJob(job.id);
  if (file) await queue.workOnFile({ id: file.id, organizationId: job.organizationId });
}
