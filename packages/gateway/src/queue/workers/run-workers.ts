import type { EntryBoss } from "../notifications/entry-boss.ts";
import { stopLoops, unlessCutOff } from "../cut-off.ts";
import { startLoops, type Loops } from "../loops/loops.ts";
import {
  RUN_QUEUE_NAMES,
  runFileTaskSchema,
  runTaskSchema,
  sendRun,
  sendRunFile,
  type RunQueueName,
} from "../run-queue.ts";

export interface RunWorkersOptions {
  readonly boss: EntryBoss;
  /**
   * Lists and takes the files of a run's source. The signal aborts when the lease is lost or the workers
   * stop.
   */
  readonly takeFiles: (runId: string, signal: AbortSignal) => Promise<void>;
  /** Runs the next step of a file. The signal is as with `takeFiles`. */
  readonly workOnFile: (runFileId: string, signal: AbortSignal) => Promise<void>;
  /** Ends a run after its last attempt. */
  readonly giveUpRun: (runId: string) => Promise<void>;
  /** Ends a file after its last attempt. */
  readonly giveUpFile: (runFileId: string) => Promise<void>;
}

export interface RunWorkers {
  /** Takes no more and gives running work `graceMs` milliseconds; the rest returns to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** Listing and the steps of files are mostly waiting, so many concurrent ones cost little. */
const SLOTS = { run: 8, "run-dead": 1, "run-file": 24, "run-file-dead": 1 } as const satisfies Record<
  RunQueueName,
  number
>;

/**
 * Maximum of an organization over all replicas, so that its slow or hostile stores leave slots to others. The files of
 * one run at a time are no more.
 */
const OF_ONE_ORGANIZATION: Partial<Record<RunQueueName, number>> = { run: 4, "run-file": 16 };

/** The table fails to compile unless every queue has exactly one handler. */
export async function startRunWorkers(options: RunWorkersOptions): Promise<RunWorkers> {
  const { boss, takeFiles, workOnFile, giveUpRun, giveUpFile } = options;
  const stopping = new AbortController();
  const handlers: Record<RunQueueName, (task: unknown, lost: AbortSignal) => Promise<void>> = {
    async run(task, lost) {
      const listed = runTaskSchema.parse(task);
      await unlessCutOff(stopping.signal, {
        work: (cutOff) => takeFiles(listed.runId, AbortSignal.any([lost, cutOff])),
        handBack: () => sendRun(boss, listed),
      });
    },
    async "run-file"(task, lost) {
      const file = runFileTaskSchema.parse(task);
      await unlessCutOff(stopping.signal, {
        work: (cutOff) => workOnFile(file.runFileId, AbortSignal.any([lost, cutOff])),
        handBack: () => sendRunFile(boss, file),
      });
    },
    "run-dead": (task) => giveUpRun(runTaskSchema.parse(task).runId),
    "run-file-dead": (task) => giveUpFile(runFileTaskSchema.parse(task).runFileId),
  };
  const loops: Loops[] = [];
  for (const name of RUN_QUEUE_NAMES) {
    const [slots, handle] = [SLOTS[name], handlers[name]];
    const groupConcurrency = OF_ONE_ORGANIZATION[name];
    loops.push(
      await startLoops({ boss, name, slots, handle, ...(groupConcurrency && { groupConcurrency }) }),
    );
  }
  return {
    async stop(graceMs) {
      for (const one of loops) one.rest();
      await stopLoops(boss, { names: RUN_QUEUE_NAMES, stopping, graceMs });
    },
  };
}
