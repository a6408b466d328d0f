import type { PgBoss, Queue, SendOptions } from "pg-boss";
import { z } from "zod";
import { sendEntry } from "./entry.ts";

/** Runs that take the files of their sources, files that want their next step, and those of which every try failed. */
export const RUN_QUEUE_NAMES = ["run", "run-dead", "run-file", "run-file-dead"] as const;
export type RunQueueName = (typeof RUN_QUEUE_NAMES)[number];

/** What queue entries carry. */
export const runTaskSchema = z.object({ runId: z.uuid() });
export const runFileTaskSchema = z.object({ runFileId: z.uuid() });

/** The longest that pg-boss lets one attempt take. A worker that died is found by its heartbeat long before. */
const ATTEMPT_SECONDS = 24 * 60 * 60;

/** No entry is dropped because it waited: the longest that pg-boss takes. */
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Finished entries say nothing that the runs do not say. */
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

/** Attempts take some minutes altogether: as long as a store may be down before a file is given up. */
const WORK = { ...COMMON, retryLimit: 12, retryDelayMax: 15 } as const;
const DEAD = { ...COMMON, retryLimit: 100, retryDelayMax: 60 } as const;

const QUEUES = {
  run: { ...WORK, deadLetter: "run-dead" },
  "run-dead": DEAD,
  "run-file": { ...WORK, deadLetter: "run-file-dead" },
  "run-file-dead": DEAD,
} as const satisfies Record<RunQueueName, Omit<Queue, "name">>;

/** Makes the queues, or brings those that are there up to date. A dead letter queue must be there before its queue. */
export async function prepareRunQueues(boss: PgBoss): Promise<void> {
  for (const name of RUN_QUEUE_NAMES.toReversed()) {
    await boss.createQueue(name, QUEUES[name]);
    await boss.updateQueue(name, QUEUES[name]);
  }
}

/** Sends a run that is to take its files. */
export async function sendRun(boss: PgBoss, runId: string, options: SendOptions = {}): Promise<void> {
  const name: RunQueueName = "run";
  await sendEntry(boss, name, { task: { runId }, options });
}

/** Sends a file of a run for its next step. */
export async function sendRunFile(boss: PgBoss, runFileId: string, options: SendOptions = {}): Promise<void> {
  const name: RunQueueName = "run-file";
  await sendEntry(boss, name, { task: { runFileId }, options });
}
