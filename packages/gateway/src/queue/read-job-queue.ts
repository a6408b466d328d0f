import type { PgBoss, SendOptions } from "pg-boss";
import { z } from "zod";
import { stopLoops } from "./cut-off.ts";
import { groupOf, sendEntry } from "./entry.ts";
import { startLoops } from "./loops/loops.ts";
import type { EntryBoss } from "./notifications/entry-boss.ts";

const COMMON = {
  // A job has one entry at a time, however many callers wait for it. The entry of a review is apart: one that is worked on
  // may have seen what was there before it.
  policy: "exclusive",
  notify: true,
  heartbeatSeconds: 10,
  retryDelay: 1,
  deleteAfterSeconds: 10 * 60,
} as const;

/** What is found in jobs that are read. */
const QUEUES = {
  /** Somebody waits for each entry, for half a minute, and asks again. */
  structure: { ...COMMON, retryLimit: 3, retentionSeconds: 60 * 60 },
  /**
   * Fields are read after their document, by people who wait for a table and by nobody: entries wait like documents. An
   * entry reads all fields of its job that wait, and learns from those that are confirmed.
   */
  fields: {
    ...COMMON,
    retryLimit: 12,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: 30 * 24 * 60 * 60,
  },
} as const;
export type ReadJobQueueName = keyof typeof QUEUES;

/**
 * Callers wait for structures, so these do not queue behind long documents. All fields are read on one thread: other
 * entries prepare their pages or wait for a language model meanwhile.
 */
const SLOTS = { structure: 4, fields: 4 } as const satisfies Record<ReadJobQueueName, number>;

/** Those of an organization leave room for others. */
const OF_ONE_ORGANIZATION = 2;

const taskSchema = z.object({ jobId: z.uuid(), organizationId: z.uuid() });
type ReadJobTask = z.infer<typeof taskSchema>;

/** Creates or updates the queues. */
export async function prepareReadJobQueues(boss: PgBoss): Promise<void> {
  for (const [name, queue] of Object.entries(QUEUES)) {
    const { policy: _, ...settings } = queue;
    await boss.createQueue(name, queue);
    await boss.updateQueue(name, settings);
  }
}

/** Queues a job that is read, unless it is queued or being read already; for each review of its own, if there is one. */
export async function sendReadJob(
  boss: EntryBoss,
  name: ReadJobQueueName,
  {
    task,
    options,
    review,
  }: { readonly task: ReadJobTask; readonly options: SendOptions; readonly review?: Date | undefined },
): Promise<void> {
  const singletonKey = review ? `${task.jobId} ${review.toISOString()}` : task.jobId;
  await sendEntry(boss, name, { task, options: { ...options, ...groupOf(task), singletonKey } });
}

export interface ReadJobWorkers {
  /** Takes no more entries and gives running ones `graceMs` milliseconds; the rest is retried elsewhere or later. */
  stop(graceMs: number): Promise<void>;
}

/** @param work what is done with a job. The signal aborts when the lease is lost or the workers stop. */
export async function startReadJobWorkers(
  boss: EntryBoss,
  name: ReadJobQueueName,
  work: (jobId: string, signal: AbortSignal) => Promise<void>,
): Promise<ReadJobWorkers> {
  const stopping = new AbortController();
  const loops = await startLoops({
    boss,
    name,
    slots: SLOTS[name],
    groupConcurrency: OF_ONE_ORGANIZATION,
    // Work that is cut off fails: an exclusive entry cannot be sent again while it is worked on.
    handle: (data, lost) => work(taskSchema.parse(data).jobId, AbortSignal.any([lost, stopping.signal])),
  });
  return {
    async stop(graceMs) {
      loops.rest();
      await stopLoops(boss, { names: [name], stopping, graceMs });
    },
  };
}
