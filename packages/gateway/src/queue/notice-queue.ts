import type { PgBoss, SendOptions } from "pg-boss";
import { z } from "zod";
import { onBehalfOf, sendEntry } from "./entry.ts";

const NAME = "send-notice";

/** A mail server that is down for an hour is waited for; then the notice within the product is all there is. */
const QUEUE = {
  heartbeatSeconds: 10,
  retryLimit: 14,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  retentionSeconds: 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

const POLL_SECONDS = 2;

const noticeTaskSchema = z.object({ noticeId: z.uuid() });

/** Makes the queue, or brings it up to date. */
export async function prepareNoticeQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(NAME, QUEUE);
  await boss.updateQueue(NAME, QUEUE);
}

export async function sendNotice(boss: PgBoss, noticeId: string, options: SendOptions): Promise<void> {
  const task: z.infer<typeof noticeTaskSchema> = { noticeId };
  await sendEntry(boss, NAME, { task, options });
}

export interface NoticeWorker {
  /** Sends no more notices; one that is under way is finished. */
  stop(): Promise<void>;
}

/** @param send sends a notice; one that fails is tried again later. */
export async function startNoticeWorker(
  boss: PgBoss,
  send: (noticeId: string) => Promise<void>,
): Promise<NoticeWorker> {
  await boss.work(NAME, { pollingIntervalSeconds: POLL_SECONDS }, async (entries) => {
    for (const { data } of entries) await onBehalfOf(data, () => send(noticeTaskSchema.parse(data).noticeId));
  });
  return { stop: () => boss.offWork(NAME, { wait: true }) };
}
