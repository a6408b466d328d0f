import type { EntryBoss } from "./notifications/entry-boss.ts";
import { startLoops } from "./loops/loops.ts";
import type { Schedule } from "./notifications/watch.ts";

const NAME = "schedules";

/** Once for all replicas; a minute is the resolution of schedules. */
export const SCHEDULES_SCHEDULE = { queue: NAME, everyMinutes: 1 } as const satisfies Schedule;

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

/** Creates or updates the queue. */
export async function prepareScheduleQueue(boss: EntryBoss): Promise<void> {
  await boss.createQueue(NAME, { ...QUEUE, policy: "exclusive" });
  await boss.updateQueue(NAME, QUEUE);
}

export interface ScheduleWorker {
  /** Starts no more checks and aborts a running one; the next makes up for it. */
  stop(): Promise<void>;
}

/** @param runDue must observe the signal, which aborts when the lease is lost or the worker stops. */
export async function startScheduleWorker(
  boss: EntryBoss,
  runDue: (signal: AbortSignal) => Promise<void>,
): Promise<ScheduleWorker> {
  const stopping = new AbortController();
  const loops = await startLoops({
    boss,
    name: NAME,
    slots: 1,
    handle: (_, lost) => runDue(AbortSignal.any([lost, stopping.signal])),
  });
  // A replica that has just stopped may have taken this minute's entry with it.
  await boss.send(NAME, {});
  await boss.announce(NAME);
  return {
    async stop() {
      loops.rest();
      stopping.abort(new Error("The worker is stopping."));
      await boss.offWork(NAME, { wait: true });
    },
  };
}
