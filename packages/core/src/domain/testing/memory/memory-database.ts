import type { Transaction } from "../../ports.ts";
import type { Announcements, ApplicationDatabase, Outbox, Queue, Records } from "../../application.ts";
import { copyTables, createMemoryRecords, emptyTables } from "./records/memory-records.ts";

/**
 * An in-memory database. Transactions run one after the other, so every lock is held as promised; a nested
 * transaction never starts.
 */
export function createMemoryDatabase(outgoing: {
  readonly queue: Queue;
  readonly announcements: Announcements;
}): ApplicationDatabase {
  let committed = emptyTables();
  let last: Promise<unknown> = Promise.resolve();

  async function commit<T>(work: (records: Transaction<Records, Outbox>) => Promise<T>): Promise<T> {
    const draft = copyTables(committed);
    const leaving: (() => Promise<void>)[] = [];
    const result = await work({
      ...createMemoryRecords(() => draft),
      queue: {
        async extract(jobId, turn) {
          leaving.push(() => outgoing.queue.extract(jobId, turn));
        },
        async deliver(delivery) {
          leaving.push(() => outgoing.queue.deliver(delivery));
        },
        async fetch(task, delay) {
          leaving.push(() => outgoing.queue.fetch(task, delay));
        },
        async sendNotice(noticeId) {
          leaving.push(() => outgoing.queue.sendNotice(noticeId));
        },
        async takeFiles(run) {
          leaving.push(() => outgoing.queue.takeFiles(run));
        },
        async workOnFile(file) {
          leaving.push(() => outgoing.queue.workOnFile(file));
        },
      },
      announcements: {
        async jobChanged(job) {
          leaving.push(() => outgoing.announcements.jobChanged(job));
        },
        async jobDeleted(job) {
          leaving.push(() => outgoing.announcements.jobDeleted(job));
        },
        async noticeArrived(notice) {
          leaving.push(() => outgoing.announcements.noticeArrived(notice));
        },
        async runChanged(run) {
          leaving.push(() => outgoing.announcements.runChanged(run));
        },
      },
    });
    committed = draft;
    for (const leave of leaving) await leave();
    return result;
  }

  return {
    records: createMemoryRecords(() => committed),
    transaction(work) {
      const turn = last.then(() => commit(work));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
