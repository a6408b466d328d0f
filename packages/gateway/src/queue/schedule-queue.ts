import type { PgBoss } from "pg-boss";

const NAME = "schedules";

/** Every minute, once for all replicas: no schedule is finer. */
const EVERY_MINUTE = "* * * * *";

/** One look at a time. One whose worker dies is taken by another; what it misses nevertheless, the next one sees. */
const QUEUE = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 2,
  retryDelay: 1,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

const POLL_SECONDS = 2;

/** Makes the queue, or brings it up to date, with its schedule. */
export async function prepareScheduleQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(NAME, { ...QUEUE, policy: "exclusive" });
  await boss.updateQueue(NAME, QUEUE);
  await boss.schedule(NAME, EVERY_MINUTE);
}

export interface ScheduleWorker {
  /** Looks for no more schedules and breaks off a look that is under way: the next makes up for it. */
  stop(): Promise<void>;
}

/** @param runDue heeds the signal, which comes when the look is lost or the worker stops. */
export async function startScheduleWorker(
  boss: PgBoss,
  runDue: (signal: AbortSignal) => Promise<void>,
): Promise<ScheduleWorker> {
  const stopping = new AbortController();
  await boss.work(NAME, { pollingIntervalSeconds: POLL_SECONDS }, async ([entry]) => {
    if (entry) await runDue(AbortSignal.any([entry.signal, stopping.signal]));
  });
  // Whoever has ended before this one may have taken a minute's entry along.
  await boss.send(NAME, {});
  return {
    async stop() {
      stopping.abort(new Error("The worker is stopping."));
      await boss.offWork(NAME, { wait: true });
    },
  };
}
