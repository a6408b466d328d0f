import type { PgBoss, SendOptions } from "pg-boss";
import { z } from "zod";
import { stopLoops, unlessCutOff } from "./cut-off.ts";
import { sendEntry } from "./entry.ts";
import { startLoops } from "./loops/loops.ts";
import type { EntryBoss } from "./notifications/entry-boss.ts";

const NAME = "fields";

/** Fields are read after their document, by people who wait for a table and by nobody: entries wait like documents. */
const QUEUE = {
  // A job has one entry at a time; all its fields that wait are read by it.
  policy: "exclusive",
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  retentionSeconds: 30 * 24 * 60 * 60,
  deleteAfterSeconds: 10 * 60,
} as const;

/** All fields are read on one thread: a second entry prepares its pages meanwhile. */
const SLOTS = 2;
const OF_ONE_ORGANIZATION = 2;

const taskSchema = z.object({ jobId: z.uuid(), organizationId: z.uuid() });
type FieldsTask = z.infer<typeof taskSchema>;

/** Creates or updates the queue. */
export async function prepareFieldsQueue(boss: PgBoss): Promise<void> {
  const { policy: _, ...settings } = QUEUE;
  await boss.createQueue(NAME, QUEUE);
  await boss.updateQueue(NAME, settings);
}

/** Queues a settled job whose fields wait, unless it is queued already. */
export async function sendFields(
  boss: EntryBoss,
  task: FieldsTask,
  options: SendOptions = {},
): Promise<void> {
  const own = { singletonKey: task.jobId, group: { id: task.organizationId } };
  await sendEntry(boss, NAME, { task, options: { ...options, ...own } });
}

export interface FieldsWorkers {
  /** Takes no more entries and gives running ones `graceMs` milliseconds; the rest returns to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** @param read reads the fields of a job that wait. */
export async function startFieldsWorkers(
  boss: EntryBoss,
  read: (jobId: string) => Promise<void>,
): Promise<FieldsWorkers> {
  const stopping = new AbortController();
  const loops = await startLoops({
    boss,
    name: NAME,
    slots: SLOTS,
    groupConcurrency: OF_ONE_ORGANIZATION,
    async handle(data) {
      const task = taskSchema.parse(data);
      await unlessCutOff(stopping.signal, {
        work: () => read(task.jobId),
        handBack: () => sendFields(boss, task),
      });
    },
  });
  return {
    async stop(graceMs) {
      loops.rest();
      await stopLoops(boss, { names: [NAME], stopping, graceMs });
    },
  };
}
