import type { PgBoss, SendOptions } from "pg-boss";
import { z } from "zod";
import { stopLoops, unlessCutOff } from "./cut-off.ts";
import { sendEntry } from "./entry.ts";
import { startLoops } from "./loops/loops.ts";
import type { EntryBoss } from "./notifications/entry-boss.ts";

const NAME = "structure";

/** Somebody waits for each entry, for half a minute, and asks again. */
const QUEUE = {
  // A job has one entry at a time, however many callers wait for its structure.
  policy: "exclusive",
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 3,
  retryDelay: 1,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 10 * 60,
} as const;

/** Callers wait, so entries do not queue behind long documents; those of an organization leave room for others. */
const SLOTS = 4;
const OF_ONE_ORGANIZATION = 2;

const taskSchema = z.object({ jobId: z.uuid(), organizationId: z.uuid() });
type StructureTask = z.infer<typeof taskSchema>;

/** Creates or updates the queue. */
export async function prepareStructureQueue(boss: PgBoss): Promise<void> {
  const { policy: _, ...settings } = QUEUE;
  await boss.createQueue(NAME, QUEUE);
  await boss.updateQueue(NAME, settings);
}

/** Queues a job whose structure somebody waits for, unless it is queued already. */
export async function sendStructure(
  boss: EntryBoss,
  task: StructureTask,
  options: SendOptions = {},
): Promise<void> {
  const own = { singletonKey: task.jobId, group: { id: task.organizationId } };
  await sendEntry(boss, NAME, { task, options: { ...options, ...own } });
}

export interface StructureWorkers {
  /** Takes no more entries and gives running ones `graceMs` milliseconds; the rest returns to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** @param find finds the structure of a job. The signal aborts when the lease is lost or the workers stop. */
export async function startStructureWorkers(
  boss: EntryBoss,
  find: (jobId: string, signal: AbortSignal) => Promise<void>,
): Promise<StructureWorkers> {
  const stopping = new AbortController();
  const loops = await startLoops({
    boss,
    name: NAME,
    slots: SLOTS,
    groupConcurrency: OF_ONE_ORGANIZATION,
    async handle(data, lost) {
      const { jobId } = taskSchema.parse(data);
      await unlessCutOff(stopping.signal, {
        work: (cutOff) => find(jobId, AbortSignal.any([lost, cutOff])),
        // Its caller asks again.
        handBack: async () => undefined,
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
