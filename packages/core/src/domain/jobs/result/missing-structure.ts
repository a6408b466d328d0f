import { ExtractionError } from "../../../extraction/failure/extraction-error.ts";
import { findsStructure } from "../../../extraction/options/renditions.ts";
import type { PageOutcome } from "../../../extraction/result/extracted-document.ts";
import type { PageStructure } from "../../../extraction/structure/model/page-structure.ts";
import { DomainError } from "../../domain-error.ts";
import { endOnAbort } from "../../end-on-abort.ts";
import type { Database, Environment } from "../../ports.ts";
import type { JobOutbox, JobRecords, JobSubscriptions } from "../job-ports.ts";
import { storeCorrected } from "../corrections/store-corrected.ts";
import { isSettled, type Job } from "../job.ts";
import type { FoundStructure } from "../page-ports.ts";
import { readDocument, type ReadingPorts } from "../work/head-starts.ts";
import { inBatches } from "../work/in-batches.ts";
import { isTextKept } from "./text-lifetime.ts";

/**
 * The structure of a page costs as much as half of its text, and most texts are read without it. So it is found when the
 * page is read only if the options ask for it or the page could not be read again cheaply, and otherwise when somebody
 * asks.
 */

export interface MissingStructurePorts {
  readonly database: Database<JobRecords, JobOutbox>;
  readonly subscriptions: Pick<JobSubscriptions, "jobChanges">;
}

interface FindingPorts extends MissingStructurePorts, ReadingPorts {
  readonly environment: Environment;
}

/** How long a caller waits for a structure; what was found by then is kept for the next call. */
const MAX_WAIT_MS = 30_000;
const ASK_AGAIN_SECONDS = 5;

/** Found structures are stored in batches of this size, or earlier after this wait. */
const BATCHES = { max: 64, waitMs: 1000 };

/**
 * Waits until the structure of all pages of a processed job is stored.
 *
 * @throws DomainError `ALREADY_DELIVERED` if it is missing and the document is no longer kept; `UNAVAILABLE` if finding it
 * takes longer than a caller waits.
 */
export async function awaitStructure(ports: MissingStructurePorts, job: Job): Promise<void> {
  const { database, subscriptions } = ports;
  if (findsStructure(job.options) || (await isComplete(ports, job))) return;
  if (job.documentRemovedAt !== null) {
    throw new DomainError(
      "ALREADY_DELIVERED",
      "The document is no longer kept, and its structure was not found while it was.",
    );
  }
  await using changes = subscriptions.jobChanges(job.id);
  endOnAbort(changes, AbortSignal.timeout(MAX_WAIT_MS));
  await database.transaction(({ queue }) => queue.findStructure(job));
  while (!(await changes.next()).done) if (await isComplete(ports, job)) return;
  throw new DomainError("UNAVAILABLE", "The structure of the document is being found. Ask again.", {
    retryAfterSeconds: ASK_AGAIN_SECONDS,
  });
}

async function isComplete({ database }: MissingStructurePorts, { id }: Job): Promise<boolean> {
  return (await database.records.pages.numbersWithoutStructure(id)).length === 0;
}

/** See `Jobs.findStructure`. */
export async function findStructure(ports: FindingPorts, jobId: string, signal: AbortSignal): Promise<void> {
  const { pages, jobs } = ports.database.records;
  const job = await jobs.find(jobId);
  if (!job?.file || !isSettled(job.status) || job.documentRemovedAt !== null) return;
  const missing = new Set(await pages.numbersWithoutStructure(jobId));
  if (missing.size === 0) return;
  const skip = (await pages.numbers(jobId)).filter((number) => !missing.has(number));
  const document = {
    objectKey: job.file.objectKey,
    options: { ...job.options, blocks: true, password: "" },
  };
  const store = (found: readonly FoundStructure[]): Promise<void> => storeStructures(ports, jobId, found);
  let fault = "it is not in the document any more";
  try {
    for await (const { items } of inBatches(
      readDocument(ports, document, { owner: job.organizationId, skip, signal }),
      BATCHES,
    )) {
      const found = items.flatMap((event) => (event.kind === "page" ? [foundIn(event.outcome)] : []));
      await store(found);
      for (const { number } of found) missing.delete(number);
    }
    signal.throwIfAborted();
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    fault = error.message;
  }
  // Stored as well, so that nobody waits for them again.
  await store([...missing].map((number) => unfound(number, fault)));
}

function foundIn(outcome: Pick<PageOutcome, "number" | "message"> & { structure?: string }): FoundStructure {
  const { number, structure, message } = outcome;
  return structure === undefined ? unfound(number, message) : { number, structure };
}

function unfound(number: number, reason: string): FoundStructure {
  const note = `The structure of a page could not be found: ${reason}`;
  const structure: PageStructure = { version: 1, blocks: [], note };
  return { number, structure: JSON.stringify(structure) };
}

/** A text may have been deleted meanwhile. */
async function storeStructures(
  { database, environment }: FindingPorts,
  jobId: string,
  found: readonly FoundStructure[],
): Promise<void> {
  if (found.length === 0) return;
  await database.transaction(async (records) => {
    const job = await records.jobs.lock(jobId);
    if (!job || !(isTextKept(job, environment.now()) || job.keepForSearch)) return;
    await records.pages.addStructures(jobId, found);
    if (job.textRevision > 0)
      await storeCorrected(
        records,
        job,
        found.map(({ number }) => number),
      );
    await records.announcements.jobChanged(job);
  });
}
