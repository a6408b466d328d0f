import type { FetchTask, Queue } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { PgBoss, SendOptions } from "pg-boss";
import { z } from "zod";
import { sendDelivery } from "./delivery-queue.ts";
import { sendNotice } from "./notice-queue.ts";
import { rowsOf, unread } from "../prepared-statements.ts";
import { sendEntry } from "./entry.ts";
import type { QueueName } from "./queues.ts";
import { sendRun, sendRunFile } from "./run-queue.ts";

/** The payload of a queue entry. */
export const extractTaskSchema = z.object({ jobId: z.uuid() });
type ExtractTask = z.infer<typeof extractTaskSchema>;

export const fetchTaskSchema = extractTaskSchema.extend({ failures: z.number() });

/** A queue whose entries are sent when the transaction of `em` commits. */
export function createJobQueue(boss: PgBoss, em: EntityManager): Queue {
  const inTransaction = (): SendOptions => ({ db: { executeSql: (sql, values) => insert(em, sql, values) } });
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

/** Nobody reads the id of the new entry. The queue expects a row: without one, the entry was not accepted. */
async function insert(
  em: EntityManager,
  sql: string,
  values: readonly unknown[] = [],
): Promise<{ rows: object[] }> {
  await rowsOf(em, unread(sql), values);
  return { rows: [{}] };
}

/** The queue takes the highest priority first, as 32-bit integers. */
function priorityOf(turn: number): number {
  return Math.max(-turn, -(2 ** 31));
}

/** Queues a document for reading. */
export async function sendExtract(boss: PgBoss, jobId: string, options: SendOptions = {}): Promise<void> {
  const name: QueueName = "extract";
  const task: ExtractTask = { jobId };
  await sendEntry(boss, name, { task, options });
}

/** Queues a document for fetching. */
export async function sendFetch(boss: PgBoss, task: FetchTask, options: SendOptions = {}): Promise<void> {
  const name: QueueName = "fetch";
  await sendEntry(boss, name, { task, options });
}
