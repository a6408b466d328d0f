import type { PgBoss, Queue } from "pg-boss";

/** Documents to fetch, documents to read, and documents whose attempts have all failed. */
export const QUEUE_NAMES = ["fetch", "extract", "extract-dead"] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** A dead worker is detected after this many seconds. The minimum of pg-boss is 10. */
const HEARTBEAT_SECONDS = 10;

/** The maximum of pg-boss for one attempt. Heartbeats detect a dead worker long before. */
const ATTEMPT_SECONDS = 24 * 60 * 60;

/** Documents never expire while waiting: the maximum of pg-boss. */
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Finished entries contain nothing that the jobs do not, and slow down counting. */
const KEEP_FINISHED_SECONDS = 60 * 60;

/**
 * Many attempts, since most failures are internal: a restart, an unavailable store. Delays double up to 15
 * seconds, so all attempts together take some minutes.
 */
const DOCUMENT = {
  // Wakes the workers of older versions.
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: ATTEMPT_SECONDS,
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 15,
  retentionSeconds: KEEP_WAITING_SECONDS,
  deleteAfterSeconds: KEEP_FINISHED_SECONDS,
  deadLetter: "extract-dead",
} as const;

const QUEUES = {
  fetch: DOCUMENT,
  extract: DOCUMENT,
  "extract-dead": {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: KEEP_WAITING_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
  },
} as const satisfies Record<QueueName, Omit<Queue, "name">>;

/** Without it, looking for lost workers would read all entries. It has no times, so that heartbeats do not change it. */
const ACTIVE_INDEX = `
  do $$ begin
    if to_regclass('pgboss.galley_active') is null then
      perform pg_advisory_xact_lock(hashtextextended('galley_active', 0));
      create index if not exists galley_active on pgboss.job_common (name) where state = 'active';
    end if;
  end $$`;

/** Creates or updates the queues. A dead letter queue must exist before its queue. */
export async function prepareQueues(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(ACTIVE_INDEX);
  for (const name of QUEUE_NAMES.toReversed()) {
    await boss.createQueue(name, QUEUES[name]);
    await boss.updateQueue(name, QUEUES[name]);
  }
}
