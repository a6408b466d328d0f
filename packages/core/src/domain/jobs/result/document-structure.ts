import { documentBlocks } from "../../../extraction/structure/document/document-blocks.ts";
import type { DocumentBlocks } from "../../../extraction/structure/model/block.ts";
import type { Caller } from "../../access/caller.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Environment } from "../../ports.ts";
import { findJob } from "../find-jobs.ts";
import type { JobRecords } from "../job-ports.ts";
import type { JobReference } from "../jobs.ts";
import { isTextKept } from "./text-lifetime.ts";

/** See `Jobs.structure`. */
export async function structureOfJob(
  { database, environment }: { readonly database: Database<JobRecords>; readonly environment: Environment },
  caller: Caller,
  reference: JobReference,
): Promise<DocumentBlocks> {
  const job = await findJob({ database }, caller, reference);
  if (!job.options.blocks) {
    throw new DomainError("CONFLICT", "The job was submitted without the option blocks.");
  }
  if (job.status !== "processed" && job.status !== "retrieved") {
    throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  }
  if (!isTextKept(job, environment.now()) && !job.keepForSearch) {
    throw new DomainError("ALREADY_DELIVERED", "The structure was deleted with the text of the job.");
  }
  return documentBlocks(await database.records.pages.structures(job.id));
}
