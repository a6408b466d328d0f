import { DomainError } from "../../domain-error.ts";
import type { Database, LocalFile } from "../../ports.ts";
import type { JobRecords } from "../job-ports.ts";
import { findJob } from "../find-jobs.ts";
import type { JobPorts, JobReference, Viewer } from "../jobs.ts";

/** See `Jobs.openDocument`. */
export async function openDocumentOf(
  { database, objects }: Pick<JobPorts, "objects"> & { readonly database: Database<JobRecords> },
  caller: Viewer,
  reference: JobReference,
): Promise<LocalFile> {
  const { file, status, documentRemovedAt } = await findJob({ database }, caller, reference);
  if (!file) throw new DomainError("NOT_READY", `The document has not been fetched; its job is ${status}.`);
  if (documentRemovedAt) throw new DomainError("NOT_FOUND", "The document is no longer kept.");
  return objects.openFile(file.objectKey);
}
