import { ExtractionError } from "../../../extraction/failure/extraction-error.ts";
import type { StorableOutcome } from "../../../extraction/result/storable-outcome.ts";
import { openedDocumentPassword } from "../../documents/document-password.ts";
import type { DocumentFile } from "../../documents/document-file.ts";
import type { Transaction } from "../../ports.ts";
import type { JobRecords } from "../job-ports.ts";
import type { ExtractionEvent } from "./text-extractor.ts";
import { dayOf } from "../../usage/calendar.ts";
import type { PageCount } from "../../usage/page-count.ts";
import {
  type LaterStart,
  settleJob,
  startLater,
  storeProgress,
  unlessSettled,
  type Settlement,
} from "./attempt.ts";
import { readDocument } from "./head-starts.ts";
import { inBatches } from "./in-batches.ts";
import { isSettled, type Job } from "../job.ts";
import type { JobPorts } from "../jobs.ts";
import { throughOutage } from "../../through-outage.ts";

/**
 * Pages are stored in batches of this size, or earlier after this wait, while the next ones are read. The last batch
 * settles the job in the same transaction, so short documents need only one.
 */
const BATCHES = { max: 64, waitMs: 200 };

/** Longest message about what a conversion left out. */
const MAX_NOTES_LENGTH = 2000;

/** How many page numbers a message lists. */
const MAX_NAMED_PAGES = 10;

/** See `Jobs.run`. */
export async function runJob(ports: JobPorts, jobId: string, signal: AbortSignal): Promise<void> {
  const startedAt = ports.environment.now();
  const find = (): Promise<Job | undefined> => ports.database.records.jobs.find(jobId);
  const job = ports.headStarts.jobOf(jobId) ?? (await throughOutage(find, signal));
  // A job without a document is queued again once it is fetched.
  if (!job?.file || isSettled(job.status)) return;
  const attempt = { ...job, file: job.file, startedAt };
  await unlessSettled(ports, jobId, async (stop) => {
    using start = startLater(ports, attempt, stop);
    try {
      await extractPages(ports, attempt, { signal: AbortSignal.any([signal, stop.signal]), stop, start });
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      const settle = (): Promise<void> =>
        settleJob(ports, jobId, (_records, locked) => ({
          status: "failed",
          statusMessage: reasonOf(error, locked),
          startedAt,
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
      "The document could not be read: every attempt was interrupted. Submit it again, or in smaller parts.",
  }));
}

/**
 * Pages are stored while others are read, so the extraction does not wait for the database. If they cannot be stored,
 * reading stops.
 */
async function extractPages(
  ports: JobPorts,
  job: Attempt,
  { signal, stop, start }: { signal: AbortSignal; stop: AbortController; start: LaterStart },
): Promise<void> {
  const { database, environment, secrets } = ports;
  const holder = { table: "job", id: job.id, organizationId: job.organizationId } as const;
  const password = openedDocumentPassword(secrets, holder, job.sealedDocumentPassword) ?? "";
  // If no page is stored, no query is needed.
  const skip = job.pagesDone === 0 ? [] : await database.records.pages.numbers(job.id);
  let known = skip.length;
  const collected = ports.recentPages.collect();
  let isWhole = false;
  const decide = async (
    batch: EventBatch,
    records: Transaction<JobRecords>,
    locked: Job,
  ): Promise<Settlement> => {
    const settlement = await lastPages(records, locked, batch, environment.now());
    isWhole = settlement.progress?.pagesDone === collected.count;
    return { ...settlement, startedAt: job.startedAt };
  };
  let isFirst = true;
  const store = (batch: EventBatch, isLast: boolean): Promise<void> => {
    // Nothing else changes the job before its start is stored, unless it is cancelled.
    const unchanged = isFirst && !start.isDue && job.status === "accepted" ? job : undefined;
    isFirst = false;
    if (!isLast) return storeBatch(ports, job, batch);
    return settleJob(ports, job.id, (records, locked) => decide(batch, records, locked), unchanged);
  };
  const document = { objectKey: job.file.objectKey, options: { ...job.options, password } };
  // A head start reads all pages.
  const begun = skip.length === 0 ? ports.headStarts.take(job.id, signal) : undefined;
  const reading = begun ?? readDocument(ports, document, { owner: job.organizationId, skip, signal });
  for await (const { items, isLast } of inBatches(reading, BATCHES)) {
    // An extractor that ends early instead of throwing has left out pages.
    if (isLast) signal.throwIfAborted();
    const batch = { events: items, known };
    const outcomes = outcomesIn(items);
    collected.add(outcomes);
    try {
      await throughOutage(() => store(batch, isLast), signal);
      known += outcomes.length;
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  }
  if (isWhole) collected.keepFor(job.id);
}

/** A job that is being worked on. */
interface Attempt extends Job {
  readonly file: DocumentFile;
  readonly startedAt: Date;
}

/** Events that are stored together. */
interface EventBatch {
  readonly events: readonly ExtractionEvent[];
  /** How many pages this attempt has stored or found stored before. */
  readonly known: number;
}

/**
 * Synchronous commit is not needed: if a crash undoes the batch, its pages are read again, since the job is not
 * settled then either, and not before they are.
 */
async function storeBatch(
  { database, environment }: JobPorts,
  { id, startedAt }: Attempt,
  batch: EventBatch,
): Promise<void> {
  await database.transaction(
    async (records) => {
      const job = await records.jobs.lock(id);
      if (!job || isSettled(job.status)) return;
      const { progress, counted } = await storePages(records, job, batch, environment.now());
      await storeProgress(records, job, { ...progress, startedAt });
      // Last, since all jobs of the key lock this row.
      if (counted) await records.usage.add(counted);
    },
    { mayBeUndone: true },
  );
}

async function lastPages(
  records: Transaction<JobRecords>,
  job: Job,
  batch: EventBatch,
  now: Date,
): Promise<Settlement> {
  const { progress, counted } = await storePages(records, job, batch, now);
  const ended = { ...job, ...progress };
  assertComplete(ended);
  const failed = await failedPages(records, job, batch.events);
  return { ...outcomeOfJob(failed, ended), progress, counted };
}

/**
 * A database that crashes may undo earlier batches of an attempt that survives it. The next attempt reads what is missing.
 */
function assertComplete({ pagesDone, pagesSelected }: Job): void {
  if (pagesDone === pagesSelected) return;
  throw new Error(
    `Stored are ${pagesDone} of ${pagesSelected ?? "an unknown number of"} pages: the database has lost others in a crash. They are read again.`,
  );
}

/** Stores the pages; the caller updates the job and the page count of its key. */
async function storePages(
  { pages }: Transaction<JobRecords>,
  job: Job,
  { events, known }: EventBatch,
  now: Date,
): Promise<Required<Pick<Settlement, "progress" | "counted">>> {
  const opened = events.find((event) => event.kind === "opened");
  const stored = await storeOutcomes(pages, job, { outcomes: outcomesIn(events), known });
  return {
    progress: {
      pagesDone: job.pagesDone + stored,
      ...(opened && {
        pageCount: opened.pageCount,
        pagesSelected: opened.pages.length,
        statusMessage: (opened.notes ?? []).join(" ").slice(0, MAX_NOTES_LENGTH),
      }),
    },
    counted: stored > 0 ? pageCountOf(job, now, stored) : undefined,
  };
}

/** Unless another attempt has stored pages, all of these are new, and the database need not count them. */
async function storeOutcomes(
  pages: JobRecords["pages"],
  job: Job,
  { outcomes, known }: { readonly outcomes: readonly StorableOutcome[]; readonly known: number },
): Promise<number> {
  if (outcomes.length === 0) return 0;
  if (job.pagesDone !== known) return pages.insert(job.id, outcomes);
  await pages.insertNew(job.id, outcomes);
  return outcomes.length;
}

function outcomesIn(batch: readonly ExtractionEvent[]): readonly StorableOutcome[] {
  return batch.flatMap((event) => (event.kind === "page" ? [event.outcome] : []));
}

function pageCountOf({ organizationId, keyId, tag, options }: Job, now: Date, pages: number): PageCount {
  return { organizationId, keyId, tag, mode: options.mode, day: dayOf(now), pages };
}

type FailedPage = Pick<StorableOutcome, "number" | "message">;

/** If the job has no earlier pages, no query is needed. */
async function failedPages(
  { pages }: Transaction<JobRecords>,
  { id, pagesDone }: Job,
  batch: readonly ExtractionEvent[],
): Promise<readonly FailedPage[]> {
  if (pagesDone > 0) return pages.failures(id);
  const failed = outcomesIn(batch).filter(({ ok }) => !ok);
  return failed.toSorted((a, b) => a.number - b.number);
}

/** A job with at least one page that was read is processed; its message lists the pages that failed. */
function outcomeOfJob(failed: readonly FailedPage[], job: Job): Settlement {
  if (job.pagesSelected === 0) {
    return {
      status: "failed",
      statusMessage: `The selection ${job.options.pages} matches none of the document's ${job.pageCount} pages.`,
    };
  }
  const [first] = failed;
  if (!first) return { status: "processed", statusMessage: job.statusMessage };
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
    statusMessage:
      `${failed.length} of ${job.pagesSelected} pages could not be read: ${named.join(", ")}${more}. ${job.statusMessage}`.trimEnd(),
  };
}

/** Names the parameter of every API, since the job may have come from any. */
function reasonOf(
  { code, message }: ExtractionError,
  { sealedDocumentPassword }: Pick<Job, "sealedDocumentPassword">,
): string {
  if (code !== "PASSWORD_REQUIRED") return message;
  const fault =
    sealedDocumentPassword === null
      ? "The document is encrypted and no password was given."
      : "The document is encrypted and the given password is wrong.";
  return `${fault} Send its user or owner password as document_password (REST: also the header Document-Password; GraphQL: documentPassword; pipelines: document_password of the workflow or documentPasswords of the connector).`;
}
