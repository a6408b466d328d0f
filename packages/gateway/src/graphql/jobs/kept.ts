import { isTextKept, type Job } from "@galley/core/domain";

/** Whether the texts of the job's pages may be shown. */
export function keepsText(job: Job): boolean {
  return isTextKept(job, new Date());
}

/** Whether the job's document can be shown and submitted again. */
export function isDocumentKept(job: Job): boolean {
  return job.file !== null && job.documentRemovedAt === null && keepsText(job);
}
