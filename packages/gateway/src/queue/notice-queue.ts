import type { PgBoss, SendOptions } from "pg-boss";
import { z } from "zod";
import type { EntryBoss } from "./notifications/entry-boss.ts";
import { sendEntry } from "./entry.ts";
import { startLoops } from "./loops/loops.ts";

const NAME = "send-notice";

/** Retries for about an hour; after that, the notice is only shown in the product. */
const QUEUE = {
  heartbeatSeconds: 10,
  retryLimit: 14,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  retentionSeconds: 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

const noticeTaskSchema = z.object({ noticeId: z.uuid() });

/** Creates or updates the queue. */
export async function prepareNoticeQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(NAME, QUEUE);
  await boss.updateQueue(NAME, QUEUE);
}

export async function sendNotice(boss: EntryBoss, noticeId: string, options: SendOptions): Promise<void> {
  const task: z.infer<typeof noticeTaskSchema> = { noticeId };
  await sendEntry(boss, NAME, { task, options });
}

export interface NoticeWorker {
  /** Sends no more notices; a running one is finished. */
  stop(): Promise<void>;
}

/** @param send sends a notice; failures are retried later. */
export async function startNoticeWorker(
  boss: EntryBoss,
  send: (noticeId: string) => Promise<void>,
): Promise<NoticeWorker> {
  const loops = await startLoops({
    boss,
    name: NAME,
    slots: 1,
    handle: (task) => send(noticeTaskSchema.parse(task).noticeId),
  });
  return {
    async stop() {
      loops.rest();
      await boss.offWork(NAME, { wait: true });
    },
  };
}
