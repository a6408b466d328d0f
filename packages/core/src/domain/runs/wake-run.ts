import type { Job } from "../jobs/job.ts";
import type { Transaction } from "../ports.ts";
import type { RunOutbox, RunRecords } from "./run-ports.ts";

/** Queues the next step of the file whose job has just been settled, if the job belongs to a run. */
export async function wakeRunOf(
  { runFiles, queue }: Transaction<RunRecords, RunOutbox>,
  job: Pick<Job, "id">,
): Promise<void> {
  const file = await runFiles.findByJob(job.id);
  if (file) await queue.workOnFile(file.id);
}
