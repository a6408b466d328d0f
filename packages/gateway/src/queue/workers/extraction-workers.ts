import type { FetchTask } from "@galley/core/domain";
import type { EntryBoss } from "../notifications/entry-boss.ts";
import { stopLoops, unlessCutOff } from "../cut-off.ts";
import { extractTaskSchema, fetchTaskSchema, sendExtract, sendFetch } from "../job-queue.ts";
import { startLoops, type Loops, type LoopsOptions } from "../loops/loops.ts";
import { QUEUE_NAMES, type QueueName } from "../queues.ts";

export interface ExtractionWorkersOptions {
  readonly boss: EntryBoss;
  /** Maximum number of documents read concurrently. */
  readonly concurrency: number;
  /** Fetches a document by URL. The signal is as with `run`. */
  readonly fetch: (task: FetchTask, signal: AbortSignal) => Promise<void>;
  /** Reads a document. The signal aborts when the lease is lost or the workers stop. */
  readonly run: (jobId: string, signal: AbortSignal) => Promise<void>;
  /** Settles a job after its last attempt. */
  readonly giveUp: (jobId: string) => Promise<void>;
}

export interface ExtractionWorkers {
  /**
   * Takes no more documents and gives running ones `graceMs` milliseconds. The rest is aborted and returned
   * to the queue at once.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Fetching is mostly waiting: it has slots of its own, several of them, so that a slow server does not block
 * all.
 */
const FETCHES_AT_ONCE = 8;

/**
 * Documents that are taken besides, one of each organization, while all slots are held by long ones. The extraction host
 * divides its threads among organizations.
 */
const EXTRA_SLOTS = 8;

type Handler = Omit<LoopsOptions, "boss" | "name">;

/** The table fails to compile unless every queue has exactly one handler. */
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
      extraSlots: EXTRA_SLOTS,
      async handle(data, attempt) {
        const task = extractTaskSchema.parse(data);
        await unlessCutOff(stopping.signal, {
          work: (cutOff) => run(task.jobId, AbortSignal.any([attempt, cutOff])),
          // Before all others: it has had its turn.
          handBack: () => sendExtract(boss, task),
        });
      },
    },
    "extract-dead": { slots: 1, handle: (data) => giveUp(extractTaskSchema.parse(data).jobId) },
  };
  const loops: Loops[] = [];
  for (const name of QUEUE_NAMES) {
    loops.push(await startLoops({ boss, name, ...handlers[name] }));
  }
  return {
    async stop(graceMs) {
      for (const one of loops) one.rest();
      await stopLoops(boss, { names: QUEUE_NAMES, stopping, graceMs });
    },
  };
}
