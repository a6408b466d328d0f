import type { Job } from "../jobs/job.ts";
import type { Transaction } from "../ports.ts";
import type { RunOutbox, RunRecords } from "./run-ports.ts";

/** Sends the file of a run whose job has just been settled on its way, if it is one. */
export async function wakeRunOf(
  { runFiles, queue }: Transaction<RunRecords, RunOutbox>,
  job: Pick<Job, "id">,
): Promise<void> {
  const file = await runFiles.findByJob(job.id);
  if (file) await queue.workOnFile(file.id);
}
