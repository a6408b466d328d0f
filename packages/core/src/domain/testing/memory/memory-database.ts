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
      queue: whenCommitted(outgoing.queue, leaving),
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

/** Calls the queue when the transaction commits. */
function whenCommitted(queue: Queue, leaving: (() => Promise<void>)[]): Queue {
  const later = async (call: () => Promise<void>): Promise<void> => void leaving.push(call);
  return {
    extract: (job, turn) => later(() => queue.extract(job, turn)),
    deliver: (delivery) => later(() => queue.deliver(delivery)),
    fetch: (task, delay) => later(() => queue.fetch(task, delay)),
    findStructure: (job) => later(() => queue.findStructure(job)),
    readFields: (job, review) => later(() => queue.readFields(job, review)),
    sendNotice: (noticeId) => later(() => queue.sendNotice(noticeId)),
    takeFiles: (run) => later(() => queue.takeFiles(run)),
    workOnFile: (file, delay) => later(() => queue.workOnFile(file, delay)),
  };
}
