import type { PgBoss } from "pg-boss";

const NAME = "retention";

/** Every five minutes, once for all replicas. */
const SCHEDULE = "*/5 * * * *";

/** One sweep at a time; a sweep skipped because of that is made up for by the next. */
const QUEUE = {
  policy: "exclusive",
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 0,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

const POLL_SECONDS = 10;

/** Creates or updates the queue and its schedule. */
export async function prepareRetentionQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(NAME, { ...QUEUE });
  await boss.schedule(NAME, SCHEDULE);
}

export interface RetentionWorker {
  /** Starts no more sweeps and aborts a running one; the next makes up for it. */
  stop(): Promise<void>;
}

/** @param sweep must observe the signal, which aborts when the lease is lost or the worker stops. */
export async function startRetentionWorker(
  boss: PgBoss,
  sweep: (signal: AbortSignal) => Promise<void>,
): Promise<RetentionWorker> {
  const stopping = new AbortController();
  await boss.work(NAME, { pollingIntervalSeconds: POLL_SECONDS }, async ([entry]) => {
    if (entry) await sweep(AbortSignal.any([entry.signal, stopping.signal]));
  });
  return {
    async stop() {
      stopping.abort(new Error("The worker is stopping."));
      await boss.offWork(NAME, { wait: true });
    },
  };
}
