import type { EntryBoss } from "./notifications/entry-boss.ts";
import { startLoops } from "./loops/loops.ts";
import type { Schedule } from "./notifications/watch.ts";

const NAME = "retention";

/** Once for all replicas. */
export const RETENTION_SCHEDULE = { queue: NAME, everyMinutes: 5 } as const satisfies Schedule;

/** One sweep at a time; a sweep skipped because of that is made up for by the next. */
const QUEUE = {
  policy: "exclusive",
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 0,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

/** Creates or updates the queue. */
export async function prepareRetentionQueue(boss: EntryBoss): Promise<void> {
  await boss.createQueue(NAME, { ...QUEUE });
}

export interface RetentionWorker {
  /** Starts no more sweeps and aborts a running one; the next makes up for it. */
  stop(): Promise<void>;
}

/** @param sweep must observe the signal, which aborts when the lease is lost or the worker stops. */
export async function startRetentionWorker(
  boss: EntryBoss,
  sweep: (signal: AbortSignal) => Promise<void>,
): Promise<RetentionWorker> {
  const stopping = new AbortController();
  const loops = await startLoops({
    boss,
    name: NAME,
    slots: 1,
    handle: (_, lost) => sweep(AbortSignal.any([lost, stopping.signal])),
  });
  return {
    async stop() {
      loops.rest();
      stopping.abort(new Error("The worker is stopping."));
      await boss.offWork(NAME, { wait: true });
    },
  };
}
