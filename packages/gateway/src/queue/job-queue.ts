import type { JobQueue } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import { fromKysely, type PgBoss, type SendOptions } from "pg-boss";
import { z } from "zod";
import type { QueueName } from "./queues.ts";

/** What a queue entry carries. */
export const extractTaskSchema = z.object({ jobId: z.uuid() });
type ExtractTask = z.infer<typeof extractTaskSchema>;

/** A queue whose entries leave when the transaction of `em` commits. */
export function createJobQueue(boss: PgBoss, em: EntityManager): JobQueue {
  return { extract: (jobId) => sendExtract(boss, jobId, { db: fromKysely(em.getKysely()) }) };
}

/** Sends a document to the workers. */
export async function sendExtract(boss: PgBoss, jobId: string, options: SendOptions = {}): Promise<void> {
  const name: QueueName = "extract";
  const task: ExtractTask = { jobId };
  await boss.send(name, task, options);
}
