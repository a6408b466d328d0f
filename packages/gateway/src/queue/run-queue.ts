import type { PgBoss, Queue, SendOptions } from "pg-boss";
import { z } from "zod";
import type { EntryBoss } from "./notifications/entry-boss.ts";
import { groupOf, sendEntry } from "./entry.ts";

/**
 * Runs that list the files of their sources, files waiting for their next step, and those whose attempts have
 * all failed.
 */
export const RUN_QUEUE_NAMES = ["run", "run-dead", "run-file", "run-file-dead"] as const;
export type RunQueueName = (typeof RUN_QUEUE_NAMES)[number];

/** The payload of queue entries. Those of earlier versions name no organization. */
export const runTaskSchema = z.object({ runId: z.uuid(), organizationId: z.uuid().optional() });
export const runFileTaskSchema = z.object({ runFileId: z.uuid(), organizationId: z.uuid().optional() });

/** The maximum of pg-boss for one attempt. Heartbeats detect a dead worker long before. */
const ATTEMPT_SECONDS = 24 * 60 * 60;

/** Entries never expire while waiting: the maximum of pg-boss. */
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Finished entries contain nothing that the runs do not. */
const KEEP_FINISHED_SECONDS = 60 * 60;

const COMMON = {
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: ATTEMPT_SECONDS,
  retryDelay: 1,
  retryBackoff: true,
  retentionSeconds: KEEP_WAITING_SECONDS,
  deleteAfterSeconds: KEEP_FINISHED_SECONDS,
} as const;

/** All attempts together take some minutes: the longest outage of a store before a file fails. */
const WORK = { ...COMMON, retryLimit: 12, retryDelayMax: 15 } as const;
const DEAD = { ...COMMON, retryLimit: 100, retryDelayMax: 60 } as const;

const QUEUES = {
  run: { ...WORK, deadLetter: "run-dead" },
  "run-dead": DEAD,
  "run-file": { ...WORK, deadLetter: "run-file-dead" },
  "run-file-dead": DEAD,
} as const satisfies Record<RunQueueName, Omit<Queue, "name">>;

/** Creates or updates the queues. A dead letter queue must exist before its queue. */
export async function prepareRunQueues(boss: PgBoss): Promise<void> {
  for (const name of RUN_QUEUE_NAMES.toReversed()) {
    await boss.createQueue(name, QUEUES[name]);
    await boss.updateQueue(name, QUEUES[name]);
  }
}

/** Queues a run that has to list its files. The runs of an organization form a group with limited concurrency. */
export async function sendRun(
  boss: EntryBoss,
  task: z.output<typeof runTaskSchema>,
  options: SendOptions = {},
): Promise<void> {
  const name: RunQueueName = "run";
  await sendEntry(boss, name, { task, options: { ...options, ...groupOf(task) } });
}

/** Queues a file of a run for its next step. The files of an organization form a group, too. */
export async function sendRunFile(
  boss: EntryBoss,
  task: z.output<typeof runFileTaskSchema>,
  options: SendOptions = {},
): Promise<void> {
  const name: RunQueueName = "run-file";
  await sendEntry(boss, name, { task, options: { ...options, ...groupOf(task) } });
}
