import { documentText } from "../../../extraction/result/document-text.ts";
import type { PageOutcome } from "../../../extraction/result/extracted-document.ts";
import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";
import { asRead } from "../corrections/as-read.ts";
import { allPages, findJob } from "../find-jobs.ts";
import { textOptions, type Job } from "../job.ts";
import type {
  JobPorts,
  JobReference,
  OpenedText,
  RetrieveAgain,
  RetrievedText,
  RetrieveOptions,
} from "../jobs.ts";
import { markRetrieved } from "./mark-retrieved.ts";
import { isRetrievable, isTextKept } from "./text-lifetime.ts";
import type { TextTurns } from "./text-turns.ts";
import type { TextsInFlight } from "./texts-in-flight.ts";

type Ports = Pick<JobPorts, "environment" | "recentPages" | "textLifetime"> & {
  readonly textTurns: TextTurns;
  readonly textsInFlight: TextsInFlight;
  readonly database: Database<JobRecords & WebhookRecords, JobOutbox>;
};

/**
 * The job is locked, so of two concurrent callers who retrieve the text once, only one gets it. While a webhook delivery
 * is pending, the text is kept.
 */
export async function retrieveText(
  ports: Ports,
  caller: Caller,
  { reference, signal, again, ...content }: Wanted,
): Promise<RetrievedText> {
  assertMay(caller, "take texts");
  const id = "id" in reference ? reference.id : (await findJob(ports, caller, reference)).id;
  const over = new AbortController();
  try {
    if (again !== "while_kept") await ports.textTurns.take(id, over.signal);
    return await ports.database.transaction(async (records) => {
      const job = await lockWithText(ports, records, { caller, id, again });
      const count = ports.textsInFlight.begin(caller.id, over.signal);
      const pages = await pagesOf(ports, records, { job, count, ...content });
      const retrieved = await markOnce(ports, records, { job, again });
      signal?.throwIfAborted();
      return { job: retrieved, pages, content: documentText(pages, textOptions(job)) };
    });
  } finally {
    over.abort();
  }
}

/** See `Jobs.openText`. */
export async function openText(
  ports: Ports,
  caller: Caller,
  { reference, signal, again, ...content }: Wanted,
): Promise<OpenedText> {
  assertMay(caller, "take texts");
  const find = async (): Promise<Job> => {
    const found = await findJob(ports, caller, reference);
    refuseWithoutText(found, { now: ports.environment.now(), again });
    return found;
  };
  let job = await find();
  const { id } = job;
  const isOnce = job.status === "processed" && again !== "while_kept";
  if (isOnce && signal && (await ports.textTurns.take(id, signal))) job = await find();
  const count = signal && ports.textsInFlight.begin(caller.id, signal);
  const pages = await pagesOf(ports, ports.database.records, { job, count, ...content });
  const markDelivered = async (): Promise<void> => {
    await ports.database.transaction(async (records) => {
      const locked = await lockWithText(ports, records, { caller, id, again });
      await markOnce(ports, records, { job: locked, again });
      signal?.throwIfAborted();
    });
  };
  return { job, pages, content: documentText(pages, textOptions(job)), markDelivered };
}

type Wanted = RetrieveOptions & { readonly reference: JobReference };

async function lockWithText(
  { environment }: Ports,
  records: Transaction<JobRecords & WebhookRecords, JobOutbox>,
  { caller, id, again }: { readonly caller: Caller; readonly id: string } & Pick<RetrieveOptions, "again">,
): Promise<Job> {
  const job = await records.jobs.lock(id);
  if (job?.organizationId !== caller.organizationId)
    throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
  refuseWithoutText(job, { now: environment.now(), again });
  return job;
}

async function pagesOf(
  { recentPages }: Ports,
  records: JobRecords,
  {
    job,
    count,
    words = "recognised",
    original = false,
  }: { readonly job: Job; readonly count: ((pages: readonly PageOutcome[]) => void) | undefined } & Pick<
    RetrieveOptions,
    "words" | "original"
  >,
): Promise<RetrievedText["pages"]> {
  const isRecent = words === "recognised" && job.textRevision === 0;
  const recent = isRecent ? recentPages.take(job.id) : undefined;
  if (recent) count?.(recent);
  const stored = recent ?? (await allPages(records, job.id, { words, count }));
  return original ? asRead(records, job, stored) : stored;
}

/** The job as it is then. */
async function markOnce(
  { environment, textLifetime: { keepText, retrieveAgainSeconds } }: Ports,
  records: Transaction<JobRecords & WebhookRecords, JobOutbox>,
  { job, again }: { readonly job: Job } & Pick<RetrieveOptions, "again">,
): Promise<Job> {
  if (job.status === "retrieved") return job;
  const againSeconds = Math.max(retrieveAgainSeconds, typeof again === "object" ? again.atLeastSeconds : 0);
  return markRetrieved(records, job, { now: environment.now(), againSeconds, keepText });
}

function refuseWithoutText(
  job: Job,
  { now, again }: { readonly now: Date; readonly again?: RetrieveAgain | undefined },
): void {
  const isReady = job.status === "processed" || job.status === "retrieved";
  if (!isReady) throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  if (isTextKept(job, now) && (again === "while_kept" || isRetrievable(job, now))) return;
  const message =
    job.status === "retrieved"
      ? "The text was already delivered."
      : "The text was not retrieved in time and has been deleted.";
  throw new DomainError("ALREADY_DELIVERED", message);
}
