import { ExtractionError } from "../../extraction/extraction-error.ts";
import type { PageOutcome } from "../../extraction/extracted-document.ts";
import type { DocumentFile } from "../documents/document-file.ts";
import type { ExtractionEvent, TransactionRecords } from "../ports.ts";
import { dayOf } from "../usage/calendar.ts";
import type { PageCount } from "../usage/page-count.ts";
import { settleJob, startJob, unlessSettled, type Settlement } from "./attempt.ts";
import { inBatches } from "./in-batches.ts";
import { isSettled, type Job } from "./job.ts";
import type { JobPorts } from "./jobs.ts";

/** Pages that are stored in one transaction, when that many are waiting. */
const MAX_BATCH = 64;

/** Page numbers that a message names before it only counts. */
const MAX_NAMED_PAGES = 10;

/** See `Jobs.run`. */
export async function runJob(ports: JobPorts, jobId: string, signal: AbortSignal): Promise<void> {
  const job = await startJob(ports, jobId);
  // A document that is still to be fetched is read when it is there.
  if (!job?.file) return;
  const { file } = job;
  await unlessSettled(ports, jobId, async (stop) => {
    try {
      await extractPages(ports, { ...job, file }, { signal: AbortSignal.any([signal, stop.signal]), stop });
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      await settleJob(ports, jobId, () => ({ status: "failed", statusMessage: reasonOf(error) }));
      return;
    }
    await settleJob(ports, jobId, outcomeOfJob);
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
 * Pages are stored in batches of whatever is finished, so that a fast document does not wait for the database. When
 * they cannot be stored, nothing more is read.
 */
async function extractPages(
  { database, environment, extractor, objects }: JobPorts,
  job: Job & { readonly file: DocumentFile },
  { signal, stop }: { signal: AbortSignal; stop: AbortController },
): Promise<void> {
  const skip = await database.records.pages.numbers(job.id);
  await using file = await objects.openFile(job.file.objectKey);
  const events = extractor.pages(file.path, { ...job.options, password: "" }, { skip, signal });
  for await (const batch of inBatches(events, MAX_BATCH)) {
    try {
      await database.transaction((records) => storeBatch(records, environment.now(), { job, batch }));
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  }
  // An extractor that ends where it should throw has left pages out.
  signal.throwIfAborted();
}

async function storeBatch(
  records: TransactionRecords,
  now: Date,
  { job: { id }, batch }: { readonly job: Job; readonly batch: readonly ExtractionEvent[] },
): Promise<void> {
  const job = await records.jobs.lock(id);
  if (!job || isSettled(job.status)) return;
  const opened = batch.find((event) => event.kind === "opened");
  const outcomes = batch.flatMap((event): PageOutcome[] => (event.kind === "page" ? [event.outcome] : []));
  const stored = outcomes.length > 0 ? await records.pages.insert(id, outcomes) : 0;
  await records.jobs.update(id, {
    pagesDone: job.pagesDone + stored,
    ...(opened && { pageCount: opened.pageCount, pagesSelected: opened.pages.length }),
  });
  await records.announcements.jobChanged(job);
  // Last, since every job of the same key waits for this row.
  if (stored > 0) await records.usage.add(pageCountOf(job, now, stored));
}

function pageCountOf({ organizationId, keyId, tag, options }: Job, now: Date, pages: number): PageCount {
  return { organizationId, keyId, tag, mode: options.mode, day: dayOf(now), pages };
}

/** A document of which at least one page was read is processed; its message names the pages that failed. */
async function outcomeOfJob({ pages }: TransactionRecords, job: Job): Promise<Settlement> {
  const failed = (await pages.summaries(job.id)).filter(({ ok }) => !ok);
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

/** A job takes no password, since it would have to be stored. */
function reasonOf({ code, message }: ExtractionError): string {
  if (code !== "PASSWORD_REQUIRED") return message;
  return "The PDF is encrypted and does not open without a password; send it without its encryption.";
}
