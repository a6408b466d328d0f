import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { RunOutbox, RunRecords } from "../../runs/run-ports.ts";
import type { UsageRecords } from "../../usage/usage-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../../webhooks/webhook-ports.ts";
import { wakeRunOf } from "../../runs/wake-run.ts";
import type { PageCount } from "../../usage/page-count.ts";
import { queueDelivery } from "../../webhooks/queue-delivery.ts";
import { changeStatus } from "../change-status.ts";
import { isSettled, type Job } from "../job.ts";
import type { JobPorts } from "../jobs.ts";
import { secondsAfter } from "../result/text-lifetime.ts";
import { throughOutage } from "../../through-outage.ts";

/** What workers do with every job: start it, stop if it is settled elsewhere, and settle it. */

/**
 * How long a change waits to be read. Most changes are the attempt's own: its start and its progress. So a short document
 * is done before its job is read again, and a long one reads it less often.
 */
const LOOK_AFTER_MS = 250;

/**
 * When the start of a job is stored by itself. A job that is settled earlier, or some of whose pages are stored earlier,
 * needs no transaction for it.
 */
const START_AFTER_MS = 200;

/** Aborts an attempt whose job was settled elsewhere. */
const SETTLED_ELSEWHERE = Symbol("settled elsewhere");

/** Settling a job queues its delivery, wakes its run and counts its pages. */
interface SettlingPorts extends Pick<JobPorts, "environment" | "textLifetime"> {
  readonly database: Database<
    JobRecords & WebhookRecords & RunRecords & UsageRecords,
    JobOutbox & DeliveryOutbox & RunOutbox
  >;
}

/** The job before it is started; undefined if it does not exist or is already settled. */
export async function startJob(
  { database }: { readonly database: Database<JobRecords, JobOutbox> },
  jobId: string,
  startedAt: Date,
): Promise<Job | undefined> {
  return database.transaction(
    async (records) => {
      const job = await records.jobs.lock(jobId);
      if (!job || isSettled(job.status)) return undefined;
      await storeProgress(records, job, { startedAt });
      return job;
    },
    // The queue sends started jobs again.
    { mayBeUndone: true },
  );
}

/** Changes fields of a locked job that is being worked on; the first change also starts it. */
export async function storeProgress(
  records: Transaction<JobRecords, JobOutbox>,
  job: Job,
  { startedAt, ...progress }: NonNullable<Settlement["progress"]> & { readonly startedAt: Date },
): Promise<void> {
  if (job.status === "accepted") {
    await changeStatus(records, job, "processing", { ...progress, startedAt });
    return;
  }
  await records.jobs.update(job.id, { ...progress, turn: null });
  await records.announcements.jobChanged(job);
}

/** A start that is stored later. */
export interface LaterStart extends Disposable {
  /** Whether it is being stored or was stored. */
  readonly isDue: boolean;
}

/** Starts a job after a while, unless it is disposed before. `stop` aborts if the job is settled by then. */
export function startLater(
  ports: { readonly database: Database<JobRecords, JobOutbox> },
  { id, startedAt }: { readonly id: string; readonly startedAt: Date },
  stop: AbortController,
): LaterStart {
  let isDue = false;
  const start = async (): Promise<void> => {
    const job = await startJob(ports, id, startedAt);
    if (!job) stop.abort(SETTLED_ELSEWHERE);
  };
  // If it cannot be stored, the pages store it.
  const timer = setTimeout(() => {
    isDue = true;
    void start().catch(() => undefined);
  }, START_AFTER_MS);
  return {
    get isDue() {
      return isDue;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** Does `work` with a signal that aborts if the job is settled elsewhere meanwhile. */
export async function unlessSettled(
  { database, subscriptions }: Pick<JobPorts, "subscriptions"> & { readonly database: Database<JobRecords> },
  jobId: string,
  work: (stop: AbortController) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const done = new AbortController();
  await using changes = subscriptions.jobChanges(jobId);
  void stopWhenSettled({ database, jobId, changes, done: done.signal }, stop);
  try {
    await work(stop);
  } catch (error) {
    if (stop.signal.reason !== SETTLED_ELSEWHERE) throw error;
  } finally {
    done.abort();
  }
}

async function stopWhenSettled(
  {
    database,
    jobId,
    changes,
    done,
  }: {
    readonly database: Database<JobRecords>;
    jobId: string;
    changes: AsyncIterable<void>;
    done: AbortSignal;
  },
  stop: AbortController,
): Promise<void> {
  try {
    for await (const _ of changes) {
      // Without the signal: rejecting costs more than the timer.
      await sleep(LOOK_AFTER_MS, undefined, { ref: false });
      if (done.aborted) return;
      // All listeners are woken when a lost connection is restored, while others may still be lost.
      const job = await throughOutage(() => database.records.jobs.find(jobId), stop.signal);
      if (!job || isSettled(job.status)) stop.abort(SETTLED_ELSEWHERE);
    }
  } catch (error) {
    if (!done.aborted) stop.abort(error);
  }
}

/** What happens to a job when it is settled. */
export interface Settlement {
  readonly status: "processed" | "failed";
  readonly statusMessage: string;
  /** When the attempt has begun; by default, when the job is settled. */
  readonly startedAt?: Date;
  /** Other fields that change. */
  readonly progress?: Partial<Pick<Job, "pageCount" | "pagesSelected" | "pagesDone" | "statusMessage">>;
  /** Pages to count for the key. */
  readonly counted?: PageCount | undefined;
}

/**
 * Settles a job, unless it is already settled (for example cancelled), and queues its webhook delivery.
 *
 * @param unchanged the job as it was read, if nothing is expected to have changed it: saves a round trip. If something
 * has, the call fails with `UNAVAILABLE`.
 */
export async function settleJob(
  { database, environment, textLifetime }: SettlingPorts,
  jobId: string,
  decide: (records: Transaction<JobRecords>, job: Job) => Settlement | Promise<Settlement>,
  unchanged?: Job,
): Promise<void> {
  await database.transaction(async (records) => {
    if (unchanged) await records.jobs.lockUnchanged(unchanged);
    const job = unchanged ?? (await records.jobs.lock(jobId));
    if (!job || isSettled(job.status)) return;
    const settledAt = environment.now();
    const { status, statusMessage, startedAt = settledAt, progress, counted } = await decide(records, job);
    const textExpiresAt = secondsAfter(settledAt, job.textLifetimeSeconds ?? textLifetime.resultSeconds);
    const settled = await changeStatus(records, job, status, {
      ...progress,
      startedAt: job.startedAt ?? startedAt,
      statusMessage,
      settledAt,
      textExpiresAt,
    });
    await queueDelivery(records, environment, settled);
    const isOfRun = await wakeRunOf(records, settled);
    // Runs and deliveries read the fields of the documents that they send.
    const isSent = status === "processed" && (isOfRun || settled.webhookName !== null);
    if (settled.fieldsSchema !== null && !isSent) await records.queue.readFields(settled);
    // Last, since all jobs of the key lock this row.
    if (counted) await records.usage.add(counted);
  });
}
