import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { extractTaskSchema, sendExtract } from "./job-queue.ts";
import { QUEUE_NAMES, type QueueName } from "./queues.ts";

export interface ExtractionWorkersOptions {
  readonly boss: PgBoss;
  /** How many documents are read at a time. */
  readonly concurrency: number;
  /** Reads a document. The signal comes when the attempt is lost or the workers stop. */
  readonly run: (jobId: string, signal: AbortSignal) => Promise<void>;
  /** Settles a job that was tried too often. */
  readonly giveUp: (jobId: string) => Promise<void>;
}

export interface ExtractionWorkers {
  /**
   * Takes no more documents, and gives those that are being read `graceMs` milliseconds to end. What is not read then
   * is cut off and goes back to the queue at once.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * How often a worker looks for entries that come without a notice, in seconds: those that are tried again. Together
 * with the heartbeat it bounds how long a document waits after its worker was killed.
 */
const POLL_SECONDS = 1;

/** How long a run that was told to stop is waited for, in milliseconds. */
const CUT_OFF_MS = 5000;

interface Handler {
  /** How many entries are worked on at a time. */
  readonly slots: number;
  handle(jobId: string, attempt: AbortSignal): Promise<void>;
}

/** Every queue has exactly one handler: the table does not compile otherwise, and nothing else takes entries. */
export async function startExtractionWorkers(options: ExtractionWorkersOptions): Promise<ExtractionWorkers> {
  const { boss, concurrency, run, giveUp } = options;
  const stopping = new AbortController();
  const handlers: Record<QueueName, Handler> = {
    extract: {
      slots: concurrency,
      handle: (jobId, attempt) =>
        unlessCutOff(stopping.signal, {
          work: (cutOff) => run(jobId, AbortSignal.any([attempt, cutOff])),
          handBack: () => sendExtract(boss, jobId),
        }),
    },
    "extract-dead": { slots: 1, handle: (jobId) => giveUp(jobId) },
  };
  for (const name of QUEUE_NAMES) {
    for (let slot = 0; slot < handlers[name].slots; slot += 1) await startLoop(boss, name, handlers[name]);
  }
  return { stop: (graceMs) => stopLoops(boss, stopping, graceMs) };
}

/** Work that was cut off is handed back as a new entry, which costs the document none of its attempts. */
async function unlessCutOff(
  cutOff: AbortSignal,
  { work, handBack }: { work: (cutOff: AbortSignal) => Promise<void>; handBack: () => Promise<void> },
): Promise<void> {
  try {
    await work(cutOff);
  } catch (error) {
    if (!cutOff.aborted) throw error;
    await handBack();
  }
}

/**
 * A loop takes one entry at a time. It is told to look again before it begins with an entry: a notice comes once for
 * each entry, and those that came while all loops were busy are gone.
 */
async function startLoop(boss: PgBoss, name: QueueName, handler: Handler): Promise<void> {
  const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
  const loop: string = await boss.work(name, polling, async (entries) => {
    boss.notifyWorker(loop);
    for (const { data, signal } of entries) await handler.handle(extractTaskSchema.parse(data).jobId, signal);
  });
}

async function stopLoops(boss: PgBoss, stopping: AbortController, graceMs: number): Promise<void> {
  const stopped = Promise.all(QUEUE_NAMES.map((name) => boss.offWork(name, { wait: true })));
  await within(graceMs, stopped);
  stopping.abort(new Error("The worker is stopping."));
  await within(CUT_OFF_MS, stopped);
}

async function within(milliseconds: number, done: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([done, sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
