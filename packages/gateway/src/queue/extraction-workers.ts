import type { FetchTask } from "@galley/core/domain";
import type { PgBoss } from "pg-boss";
import { stopLoops, unlessCutOff } from "./cut-off.ts";
import { onBehalfOf } from "./entry.ts";
import { extractTaskSchema, fetchTaskSchema, sendExtract, sendFetch } from "./job-queue.ts";
import { QUEUE_NAMES, type QueueName } from "./queues.ts";

export interface ExtractionWorkersOptions {
  readonly boss: PgBoss;
  /** How many documents are read at a time. */
  readonly concurrency: number;
  /** Fetches a document that has a URL. The signal is as with `run`. */
  readonly fetch: (task: FetchTask, signal: AbortSignal) => Promise<void>;
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

/** Fetching is waiting: it takes none of the places where documents are read, and a slow server not all of its own. */
const FETCHES_AT_ONCE = 8;

interface Handler {
  /** How many entries are worked on at a time. */
  readonly slots: number;
  /** @param task what the entry carries. */
  handle(task: unknown, attempt: AbortSignal): Promise<void>;
}

/** Every queue has exactly one handler: the table does not compile otherwise, and nothing else takes entries. */
export async function startExtractionWorkers(options: ExtractionWorkersOptions): Promise<ExtractionWorkers> {
  const { boss, concurrency, fetch, run, giveUp } = options;
  const stopping = new AbortController();
  const handlers: Record<QueueName, Handler> = {
    fetch: {
      slots: FETCHES_AT_ONCE,
      async handle(data, attempt) {
        const task = fetchTaskSchema.parse(data);
        await unlessCutOff(stopping.signal, {
          work: (cutOff) => fetch(task, AbortSignal.any([attempt, cutOff])),
          handBack: () => sendFetch(boss, task),
        });
      },
    },
    extract: {
      slots: concurrency,
      async handle(data, attempt) {
        const { jobId } = extractTaskSchema.parse(data);
        await unlessCutOff(stopping.signal, {
          work: (cutOff) => run(jobId, AbortSignal.any([attempt, cutOff])),
          // Before all others: it has had its turn.
          handBack: () => sendExtract(boss, jobId),
        });
      },
    },
    "extract-dead": { slots: 1, handle: (data) => giveUp(extractTaskSchema.parse(data).jobId) },
  };
  for (const name of QUEUE_NAMES) {
    for (let slot = 0; slot < handlers[name].slots; slot += 1) await startLoop(boss, name, handlers[name]);
  }
  return { stop: (graceMs) => stopLoops(boss, { names: QUEUE_NAMES, stopping, graceMs }) };
}

/**
 * A loop takes one entry at a time. It is told to look again before it begins with an entry: a notice comes once for
 * each entry, and those that came while all loops were busy are gone.
 */
async function startLoop(boss: PgBoss, name: QueueName, handler: Handler): Promise<void> {
  const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
  const loop: string = await boss.work(name, polling, async (entries) => {
    boss.notifyWorker(loop);
    for (const { data, signal } of entries) await onBehalfOf(data, () => handler.handle(data, signal));
  });
}
