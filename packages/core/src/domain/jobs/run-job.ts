import { ExtractionError } from "../../extraction/failure/extraction-error.ts";
import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import { openedDocumentPassword } from "../documents/document-password.ts";
import type { DocumentFile } from "../documents/document-file.ts";
import type { Transaction } from "../ports.ts";
import type { JobRecords } from "./job-ports.ts";
import type { ExtractionEvent } from "./text-extractor.ts";
import { dayOf } from "../usage/calendar.ts";
import type { PageCount } from "../usage/page-count.ts";
import { settleJob, startJob, unlessSettled, type Settlement } from "./attempt.ts";
import { inBatches } from "./in-batches.ts";
import { isSettled, type Job } from "./job.ts";
import type { JobPorts } from "./jobs.ts";
import { throughOutage } from "./through-outage.ts";

/**
 * So many pages are stored while the next ones are read; fewer are stored when they have waited so long. The last ones
 * settle the job in the same transaction, so that a short document costs no other.
 */
const BATCHES = { max: 32, waitMs: 200 };

/** Page numbers that a message names before it only counts. */
const MAX_NAMED_PAGES = 10;

/** See `Jobs.run`. */
export async function runJob(ports: JobPorts, jobId: string, signal: AbortSignal): Promise<void> {
  const job = await throughOutage(() => startJob(ports, jobId), signal);
  // A document that is still to be fetched is read when it is there.
  if (!job?.file) return;
  const { file } = job;
  await unlessSettled(ports, jobId, async (stop) => {
    try {
      await extractPages(ports, { ...job, file }, { signal: AbortSignal.any([signal, stop.signal]), stop });
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      const settle = (): Promise<void> =>
        settleJob(ports, jobId, (_, locked) => ({
          status: "failed",
          statusMessage: reasonOf(error, locked),
        }));
      await throughOutage(settle, signal);
    }
  });
}

/** See `Jobs.giveUp`. */
export function giveUpJob(ports: JobPorts, jobId: string): Promise<void> {
  return settleJob(ports, jobId, () => ({
    status: "failed",
    statusMessage:
      "The document could not be read: every attempt was cut off. Try it again or in smaller parts.",
  }));
}

/**
 * Pages are stored while others are read, so that a fast document does not wait for the database. When they cannot be
 * stored, nothing more is read.
 */
async function extractPages(
  ports: JobPorts,
  job: Job & { readonly file: DocumentFile },
  { signal, stop }: { signal: AbortSignal; stop: AbortController },
): Promise<void> {
  const { database, environment, extractor, objects, secrets } = ports;
  const holder = { table: "job", id: job.id, organizationId: job.organizationId } as const;
  const password = openedDocumentPassword(secrets, holder, job.sealedDocumentPassword) ?? "";
  // Where no attempt has stored a page yet, none need be asked for.
  const skip = job.pagesDone === 0 ? [] : await database.records.pages.numbers(job.id);
  await using file = await objects.openFile(job.file.objectKey);
  const events = extractor.pages(file.path, { ...job.options, password }, { skip, signal });
  for await (const { items, isLast } of inBatches(events, BATCHES)) {
    // An extractor that ends where it should throw has left pages out.
    if (isLast) signal.throwIfAborted();
    try {
      const store = (): Promise<void> =>
        isLast
          ? settleJob(ports, job.id, (records, locked) =>
              lastPages(records, locked, items, environment.now()),
            )
          : storeBatch(ports, job.id, items);
      await throughOutage(store, signal);
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  }
}

/** What a crash of the database's machine undoes here is read again, since the job is not settled either then. */
async function storeBatch(
  { database, environment }: JobPorts,
  jobId: string,
  batch: readonly ExtractionEvent[],
): Promise<void> {
  await database.transaction(
    async (records) => {
      const job = await records.jobs.lock(jobId);
      if (!job || isSettled(job.status)) return;
      const { progress, counted } = await storePages(records, job, batch, environment.now());
      await records.jobs.update(jobId, progress);
      await records.announcements.jobChanged(job);
      // Last, since every job of the same key waits for this row.
      if (counted) await records.usage.add(counted);
    },
    { mayBeUndone: true },
  );
}

async function lastPages(
  records: Transaction<JobRecords>,
  job: Job,
  batch: readonly ExtractionEvent[],
  now: Date,
): Promise<Settlement> {
  const { progress, counted } = await storePages(records, job, batch, now);
  return { ...(await outcomeOfJob(records, { ...job, ...progress })), progress, counted };
}

/** Stores what was read; the job itself and its key's pages are for the caller to bring up to date. */
async function storePages(
  { pages }: Transaction<JobRecords>,
  job: Job,
  batch: readonly ExtractionEvent[],
  now: Date,
): Promise<Required<Pick<Settlement, "progress" | "counted">>> {
  const opened = batch.find((event) => event.kind === "opened");
  const outcomes = batch.flatMap((event): PageOutcome[] => (event.kind === "page" ? [event.outcome] : []));
  const stored = outcomes.length > 0 ? await pages.insert(job.id, outcomes) : 0;
  return {
    progress: {
      pagesDone: job.pagesDone + stored,
      ...(opened && { pageCount: opened.pageCount, pagesSelected: opened.pages.length }),
    },
    counted: stored > 0 ? pageCountOf(job, now, stored) : undefined,
  };
}

function pageCountOf({ organizationId, keyId, tag, options }: Job, now: Date, pages: number): PageCount {
  return { organizationId, keyId, tag, mode: options.mode, day: dayOf(now), pages };
}

/** A document of which at least one page was read is processed; its message names the pages that failed. */
async function outcomeOfJob({ pages }: Transaction<JobRecords>, job: Job): Promise<Settlement> {
  const failed = await pages.failures(job.id);
  if (job.pagesSelected === 0) {
    return {
      status: "failed",
      statusMessage: `The selection ${job.options.pages} names none of the document's ${job.pageCount} pages.`,
    };
  }
  const [first] = failed;
  if (!first) return { status: "processed", statusMessage: "" };
  if (failed.length === job.pagesSelected) {
    return {
      status: "failed",
      statusMessage: `No page could be read. ${first.message}`,
    };
  }
  const named = failed.slice(0, MAX_NAMED_PAGES).map(({ number }) => number);
  const more = failed.length > named.length ? " and more" : "";
  return {
    status: "processed",
    statusMessage: `${failed.length} of ${job.pagesSelected} pages could not be read: ${named.join(", ")}${more}.`,
  };
}

/** Names the parameter of every way in, since a job may have come by any. */
function reasonOf(
  { code, message }: ExtractionError,
  { sealedDocumentPassword }: Pick<Job, "sealedDocumentPassword">,
): string {
  if (code !== "PASSWORD_REQUIRED") return message;
  const fault =
    sealedDocumentPassword === null
      ? "The document is encrypted and no password was given."
      : "The document is encrypted and the given password does not open it.";
  return `${fault} Send its user or owner password as document_password (REST: also the header Document-Password; GraphQL: documentPassword).`;
}
