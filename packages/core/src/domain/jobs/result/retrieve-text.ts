import { documentText } from "../../../extraction/result/document-text.ts";
import type { Caller } from "../../access/caller.ts";
import { assertMay } from "../../access/policy.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";
import { isDeliveryPending } from "../../webhooks/queue-delivery.ts";
import { changeStatus } from "../change-status.ts";
import { allPages, findJob } from "../find-jobs.ts";
import { textOptions, type Job } from "../job.ts";
import type { JobPorts, JobReference, RetrieveAgain, RetrievedText } from "../jobs.ts";
import { isTextKept, deleteText, secondsAfter } from "./text-lifetime.ts";

type Ports = Pick<JobPorts, "environment" | "textLifetime"> & {
  readonly database: Database<JobRecords & WebhookRecords, JobOutbox>;
};

/**
 * The job is locked, so of two concurrent callers only one gets the text. While a webhook delivery is pending, the
 * text is kept, but not returned again.
 */
export async function retrieveText(
  ports: Ports,
  caller: Caller,
  {
    reference,
    signal,
    again,
  }: {
    readonly reference: JobReference;
    readonly signal: AbortSignal | undefined;
    readonly again: RetrieveAgain | undefined;
  },
): Promise<RetrievedText> {
  assertMay(caller, "take texts");
  const { id } = await findJob(ports, caller, reference);
  const keptSeconds = Math.max(ports.textLifetime.retrieveAgainSeconds, again?.atLeastSeconds ?? 0);
  return ports.database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job) throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
    const now = ports.environment.now();
    refuseWithoutText(job, now);
    const stored = await allPages(records, id);
    const pages = stored.map((page) => page.outcome);
    const { text, lines } = documentText(pages, textOptions(job));
    const retrieved = job.status === "retrieved" ? job : await handOver(records, { job, now, keptSeconds });
    signal?.throwIfAborted();
    return { job: retrieved, text, lines, pages };
  });
}

async function handOver(
  records: Transaction<JobRecords & WebhookRecords, JobOutbox>,
  { job, now, keptSeconds }: { readonly job: Job; readonly now: Date; readonly keptSeconds: number },
): Promise<Job> {
  const textExpiresAt = secondsAfter(now, keptSeconds);
  const retrieved = await changeStatus(records, job, "retrieved", { retrievedAt: now, textExpiresAt });
  if (keptSeconds > 0 || (await isDeliveryPending(records, job.id))) return retrieved;
  await deleteText(records, job);
  return { ...retrieved, textExpiresAt: null };
}

function refuseWithoutText(job: Job, now: Date): void {
  const isReady = job.status === "processed" || job.status === "retrieved";
  if (!isReady) throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  if (isTextKept(job, now)) return;
  const message =
    job.status === "retrieved"
      ? "The text was already delivered."
      : "The text was not retrieved in time and has been deleted.";
  throw new DomainError("ALREADY_DELIVERED", message);
}
