import { documentText } from "../../../extraction/result/document-text.ts";
import type { Caller } from "../../access/model/caller.ts";
import { assertMay } from "../../access/model/policy.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";
import { allPages, findJob } from "../find-jobs.ts";
import { textOptions, type Job } from "../job.ts";
import type { JobPorts, JobReference, RetrieveAgain, RetrievedText, RetrieveOptions } from "../jobs.ts";
import { markRetrieved } from "./mark-retrieved.ts";
import { isRetrievable, isTextKept } from "./text-lifetime.ts";

type Ports = Pick<JobPorts, "environment" | "recentPages" | "textLifetime"> & {
  readonly database: Database<JobRecords & WebhookRecords, JobOutbox>;
};

/**
 * The job is locked, so of two concurrent callers who retrieve the text once, only one gets it. While a webhook delivery
 * is pending, the text is kept.
 */
export async function retrieveText(
  ports: Ports,
  caller: Caller,
  { reference, signal, again, words = "recognised" }: RetrieveOptions & { readonly reference: JobReference },
): Promise<RetrievedText> {
  assertMay(caller, "take texts");
  const id = "id" in reference ? reference.id : (await findJob(ports, caller, reference)).id;
  const { keepText, retrieveAgainSeconds } = ports.textLifetime;
  const againSeconds = Math.max(retrieveAgainSeconds, typeof again === "object" ? again.atLeastSeconds : 0);
  return ports.database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (job?.organizationId !== caller.organizationId)
      throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
    const now = ports.environment.now();
    refuseWithoutText(job, { now, again });
    const recent = words === "recognised" ? ports.recentPages.take(id) : undefined;
    const pages = recent ?? (await allPages(records, id, words));
    const retrieved =
      job.status === "retrieved" ? job : await markRetrieved(records, job, { now, againSeconds, keepText });
    signal?.throwIfAborted();
    return { job: retrieved, pages, content: documentText(pages, textOptions(job)) };
  });
}

function refuseWithoutText(
  job: Job,
  { now, again }: { readonly now: Date; readonly again: RetrieveAgain | undefined },
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
