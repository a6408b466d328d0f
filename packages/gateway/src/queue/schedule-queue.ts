import type { PgBoss } from "pg-boss";

const NAME = "schedules";

/** Once a minute for all replicas, which is the resolution of schedules. */
const EVERY_MINUTE = "* * * * *";

/**
 * One check at a time. If its worker dies, another takes over; slots missed nevertheless are found by the
 * next check.
 */
const QUEUE = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 2,
  retryDelay: 1,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

const POLL_SECONDS = 2;

/** Creates or updates the queue and its schedule. */
export async function prepareScheduleQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(NAME, { ...QUEUE, policy: "exclusive" });
  await boss.updateQueue(NAME, QUEUE);
  await boss.schedule(NAME, EVERY_MINUTE);
}

export interface ScheduleWorker {
  /** Starts no more checks and aborts a running one; the next makes up for it. */
  stop(): Promise<void>;
}

/** @param runDue must observe the signal, which aborts when the lease is lost or the worker stops. */
export async function startScheduleWorker(
  boss: PgBoss,
  runDue: (signal: AbortSignal) => Promise<void>,
): Promise<ScheduleWorker> {
  const stopping = new AbortController();
  await boss.work(NAME, { pollingIntervalSeconds: POLL_SECONDS }, async ([entry]) => {
    if (entry) await runDue(AbortSignal.any([entry.signal, stopping.signal]));
  });
  // A replica that has just stopped may have taken this minute's entry with it.
  await boss.send(NAME, {});
  return {
    async stop() {
      stopping.abort(new Error("The worker is stopping."));
      await boss.offWork(NAME, { wait: true });
    },
  };
}
