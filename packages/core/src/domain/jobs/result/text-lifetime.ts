import type { Transaction } from "../../ports.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";

export const KEEP_TEXT = ["until_expiry", "until_retrieved"] as const;
export type KeepText = (typeof KEEP_TEXT)[number];

/** How long texts are kept, in seconds. */
export interface TextLifetime {
  /** Whether a retrieved text is deleted, or stays readable until it expires. */
  readonly keepText: KeepText;
  /** After a job is settled, unless the job has a lifetime of its own. */
  readonly resultSeconds: number;
  /** After a text was retrieved, so it can be retrieved again. */
  readonly retrieveAgainSeconds: number;
}

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** Whether the content of the job's pages may still be shown. */
export function isTextKept({ textExpiresAt, settledAt }: Job, now: Date): boolean {
  return settledAt === null || (textExpiresAt !== null && now < textExpiresAt);
}

/**
 * Whether the text of a processed job can be retrieved: the first time, and again until `retrievableUntil`.
 * Texts can stay readable for longer.
 */
export function isRetrievable({ status, retrievableUntil }: Job, now: Date): boolean {
  return status === "processed" || (retrievableUntil !== null && now < retrievableUntil);
}

/**
 * Deletes the expired text of a locked job, unless it is kept for searches, its corrections and its fields. A text that is kept
 * stays corrected.
 */
export async function deleteText(records: Transaction<JobRecords>, job: Job): Promise<void> {
  if (!job.keepForSearch) await records.pages.forgetText(job.id);
  await records.pages.forgetOriginals(job.id);
  await records.corrections.removeOfJob(job.id);
  await records.documentFields.removeOfJob(job.id);
  await records.jobs.update(job.id, { textExpiresAt: null });
}
