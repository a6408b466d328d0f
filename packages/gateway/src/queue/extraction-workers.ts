import type { FetchTask } from "@galley/core/domain";
import type { PgBoss } from "pg-boss";
import { stopLoops, unlessCutOff } from "./cut-off.ts";
import { extractTaskSchema, fetchTaskSchema, sendExtract, sendFetch } from "./job-queue.ts";
import { startLoops, type Loops, type LoopsOptions } from "./loops.ts";
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
 * How often a process looks for entries that come without a notice: those that are tried again. Together with the
 * heartbeat it bounds how long a document waits after its worker was killed.
 */
const LOOK_MS = 1000;

/** Fetching is waiting: it takes none of the places where documents are read, and a slow server not all of its own. */
const FETCHES_AT_ONCE = 8;

type Handler = Pick<LoopsOptions, "slots" | "handle">;

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
  const loops: Loops[] = [];
  for (const name of QUEUE_NAMES) {
    loops.push(await startLoops({ boss, name, lookMs: LOOK_MS, ...handlers[name] }));
  }
  return {
    async stop(graceMs) {
      for (const one of loops) one.rest();
      await stopLoops(boss, { names: QUEUE_NAMES, stopping, graceMs });
    },
  };
}
