import type { FetchTask, Queue } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { SendOptions } from "pg-boss";
import { z } from "zod";
import { sendDelivery } from "./delivery-queue.ts";
import { NEW_ENTRIES, payloadFor } from "./notifications/dispatcher.ts";
import { sendNotice } from "./notice-queue.ts";
import type { EntryBoss } from "./notifications/entry-boss.ts";
import { rowsOf, unread } from "../prepared-statements.ts";
import { groupOf, sendEntry } from "./entry.ts";
import type { QueueName } from "./queues.ts";
import { sendReadJob, type ReadJobQueueName } from "./read-job-queue.ts";
import { sendRun, sendRunFile } from "./run-queue.ts";

/** What happens when a transaction commits. */
interface OnCommit {
  /** Sends a notification with the commit. */
  readonly notify: (channel: string, payload: string) => void;
  /** Calls `done` after the commit. */
  readonly call: (done: () => void) => void;
}

/** The payload of a queue entry. */
export const extractTaskSchema = z.object({
  jobId: z.uuid(),
  /** Entries of earlier versions have none. */
  organizationId: z.string().optional(),
});
type ExtractTask = z.infer<typeof extractTaskSchema>;

export const fetchTaskSchema = z.object({ jobId: z.uuid(), failures: z.number() });

type ReadJobSender = (
  name: ReadJobQueueName,
  job: { readonly id: string; readonly organizationId: string },
  review?: Date,
) => Promise<void>;

/** A queue whose entries are sent when the transaction of `em` commits. */
export function createJobQueue(boss: EntryBoss, em: EntityManager, onCommit: OnCommit): Queue {
  const inTransaction = (): SendOptions => ({ db: { executeSql: (sql, values) => insert(em, sql, values) } });
  const announced = async (name: string, sent: Promise<void>): Promise<void> => {
    await sent;
    if (boss.dispatcher.reserve(name)) onCommit.call(() => takeOrAnnounce(boss, name));
    else onCommit.notify(NEW_ENTRIES, payloadFor(name));
  };
  const readJob: ReadJobSender = (name, { id: jobId, organizationId }, review) => {
    const options = inTransaction();
    return announced(name, sendReadJob(boss, name, { task: { jobId, organizationId }, options, review }));
  };
  return {
    extract: ({ id: jobId, organizationId }, turn) => {
      const options = { ...inTransaction(), priority: priorityOf(turn) };
      return announced("extract", sendExtract(boss, { jobId, organizationId }, options));
    },
    deliver(delivery) {
      const sent = sendDelivery(boss, delivery, inTransaction());
      return delivery.nextAttemptAt ? sent : announced("deliver", sent);
    },
    findStructure: (job) => readJob("structure", job),
    readFields: (job, review) => readJob("fields", job, review),
    sendNotice: (noticeId) => announced("send-notice", sendNotice(boss, noticeId, inTransaction())),
    takeFiles: ({ id: runId, organizationId }) =>
      announced("run", sendRun(boss, { runId, organizationId }, inTransaction())),
    workOnFile({ id: runFileId, organizationId }, delay) {
      const task = { runFileId, organizationId };
      return delay
        ? sendRunFile(boss, task, { ...inTransaction(), startAfter: delay.seconds })
        : announced("run-file", sendRunFile(boss, task, inTransaction()));
    },
    fetch: (task, delay) =>
      delay
        ? sendFetch(boss, task, { ...inTransaction(), startAfter: delay.seconds })
        : announced("fetch", sendFetch(boss, task, inTransaction())),
  };
}

/** If it cannot be announced, the watch finds it. */
function takeOrAnnounce(boss: EntryBoss, name: string): void {
  boss.announce(name).catch(() => undefined);
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

/** Queues a document for reading. The documents of an organization form a group. */
export async function sendExtract(
  boss: EntryBoss,
  task: ExtractTask,
  options: SendOptions = {},
): Promise<void> {
  const name: QueueName = "extract";
  await sendEntry(boss, name, { task, options: { ...options, ...groupOf(task) } });
}

/** Queues a document for fetching. */
export async function sendFetch(boss: EntryBoss, task: FetchTask, options: SendOptions = {}): Promise<void> {
  const name: QueueName = "fetch";
  await sendEntry(boss, name, { task, options });
}
