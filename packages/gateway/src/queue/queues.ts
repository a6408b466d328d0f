import type { PgBoss, Queue } from "pg-boss";

/** A document that is to be fetched, one that is to be read, and one whose every attempt at either failed. */
export const QUEUE_NAMES = ["fetch", "extract", "extract-dead"] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** A worker that died is missed after this many seconds. pg-boss takes no less than 10. */
const HEARTBEAT_SECONDS = 10;

/** The longest that pg-boss lets one attempt take. A worker that died is found by its heartbeat long before. */
const ATTEMPT_SECONDS = 24 * 60 * 60;

/** No document is dropped because it waited: the longest that pg-boss takes. */
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Finished entries say nothing that the jobs do not say, and are counted each second. */
const KEEP_FINISHED_SECONDS = 60 * 60;

/**
 * Attempts are many, since most that fail do so for reasons of ours: a restart, a store that is down. Their delays
 * double up to a quarter of a minute, so that all of them take some minutes.
 */
const DOCUMENT = {
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

/** Makes the queues, or brings those that are there up to date. A dead letter queue must be there before its queue. */
export async function prepareQueues(boss: PgBoss): Promise<void> {
  for (const name of QUEUE_NAMES.toReversed()) {
    await boss.createQueue(name, QUEUES[name]);
    await boss.updateQueue(name, QUEUES[name]);
  }
}
