import type { FetchTask, Queue } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import { fromKysely, type PgBoss, type SendOptions } from "pg-boss";
import { z } from "zod";
import { sendDelivery } from "./delivery-queue.ts";
import { sendNotice } from "./notice-queue.ts";
import { sendEntry } from "./entry.ts";
import type { QueueName } from "./queues.ts";
import { sendRun, sendRunFile } from "./run-queue.ts";

/** What a queue entry carries. */
export const extractTaskSchema = z.object({ jobId: z.uuid() });
type ExtractTask = z.infer<typeof extractTaskSchema>;

export const fetchTaskSchema = extractTaskSchema.extend({ failures: z.number() });

/** A queue whose entries leave when the transaction of `em` commits. */
export function createJobQueue(boss: PgBoss, em: EntityManager): Queue {
  const inTransaction = (): SendOptions => ({ db: fromKysely(em.getKysely()) });
  return {
    extract: (jobId, turn) => sendExtract(boss, jobId, { ...inTransaction(), priority: priorityOf(turn) }),
    deliver: (delivery) => sendDelivery(boss, delivery, inTransaction()),
    sendNotice: (noticeId) => sendNotice(boss, noticeId, inTransaction()),
    takeFiles: (runId) => sendRun(boss, runId, inTransaction()),
    workOnFile: (runFileId) => sendRunFile(boss, runFileId, inTransaction()),
    fetch: (task, delay) =>
      sendFetch(boss, task, { ...inTransaction(), ...(delay && { startAfter: delay.seconds }) }),
  };
}

/** The queue hands out what has the highest priority first, and takes integers of 32 bits. */
function priorityOf(turn: number): number {
  return Math.max(-turn, -(2 ** 31));
}

/** Sends a document to those who read it. */
export async function sendExtract(boss: PgBoss, jobId: string, options: SendOptions = {}): Promise<void> {
  const name: QueueName = "extract";
  const task: ExtractTask = { jobId };
  await sendEntry(boss, name, { task, options });
}

/** Sends a document to those who fetch it. */
export async function sendFetch(boss: PgBoss, task: FetchTask, options: SendOptions = {}): Promise<void> {
  const name: QueueName = "fetch";
  await sendEntry(boss, name, { task, options });
}
