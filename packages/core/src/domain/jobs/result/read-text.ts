import { documentText } from "../../../extraction/result/document-text.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database } from "../../ports.ts";
import { asRead, type TextVersion } from "../corrections/as-read.ts";
import { allPages, findJob } from "../find-jobs.ts";
import type { JobRecords } from "../job-ports.ts";
import { isSettled, textOptions } from "../job.ts";
import type { JobPorts, JobReference, RetrievedText, Viewer } from "../jobs.ts";
import { isTextKept } from "./text-lifetime.ts";

/** See `Jobs.readText`. */
export async function readText(
  { database, environment }: Pick<JobPorts, "environment"> & { readonly database: Database<JobRecords> },
  viewer: Viewer,
  { reference, original = false }: { readonly reference: JobReference } & TextVersion,
): Promise<RetrievedText> {
  const job = await findJob({ database }, viewer, reference);
  if (!isSettled(job.status)) throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  if (!isTextKept(job, environment.now())) {
    throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
  }
  const stored = await allPages(database.records, job.id, { words: "all" });
  const pages = original ? await asRead(database.records, job, stored) : stored;
  return { job, pages, content: documentText(pages, textOptions(job)) };
}
