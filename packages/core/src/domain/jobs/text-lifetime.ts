import type { Transaction } from "../ports.ts";
import type { JobRecords } from "./job-ports.ts";
import type { Job } from "./job.ts";

/** How long texts are kept, in seconds. */
export interface TextLifetime {
  /** After a job was settled, where the job says nothing else. */
  readonly resultSeconds: number;
  /** After it was handed out, for those who ask again. */
  readonly retrieveAgainSeconds: number;
}

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** Whether what the job's pages say may still be shown. */
export function isTextKept({ textExpiresAt, settledAt }: Job, now: Date): boolean {
  return settledAt === null || (textExpiresAt !== null && now < textExpiresAt);
}

/** Lets go of the text of a locked job, which nobody may ask for any more, unless it is kept for searching. */
export async function letGoOfText(records: Transaction<JobRecords>, job: Job): Promise<void> {
  if (!job.keepForSearch) await records.pages.forgetText(job.id);
  await records.jobs.update(job.id, { textExpiresAt: null });
}
