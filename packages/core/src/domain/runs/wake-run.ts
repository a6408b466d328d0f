import type { Job } from "../jobs/job.ts";
import type { Transaction } from "../ports.ts";
import type { RunOutbox, RunRecords } from "./run-ports.ts";

/**
 * Queues the next step of the file whose job has just been settled, or whose fields were read again or reviewed. False if
 * the job belongs to no run: those that a key has submitted do not.
 */
export async function wakeRunOf(
  { runFiles, queue }: Transaction<RunRecords, RunOutbox>,
  job: Pick<Job, "id" | "keyId" | "organizationId">,
): Promise<boolean> {
  const file = job.keyId === null ? await runFiles.findByJob(job.id) : undefined;
  if (file) await queue.workOnFile({ id: file.id, organizationId: job.organizationId });
  return file !== undefined;
}
