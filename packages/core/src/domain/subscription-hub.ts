import type { Job } from "./jobs/job.ts";
import type { Notice } from "./notices/notice.ts";
import type { Subscriptions } from "./application.ts";
import type { Run } from "./runs/run.ts";

/** The subscriptions of one process. The listener of the database's announcements calls it. */
export interface SubscriptionHub extends Subscriptions {
  jobChanged(job: Pick<Job, "id" | "organizationId">): void;
  jobDeleted(job: Pick<Job, "id" | "organizationId">): void;
  noticeArrived(notice: Pick<Notice, "userId">): void;
  runChanged(run: Pick<Run, "id">): void;
  /** Wakes all subscribers, since a change may have been missed. */
  wakeAll(): void;
  /** Ends every subscription. */
  close(): void;
}

export function createSubscriptionHub(): SubscriptionHub {
  const jobs = createListeners<undefined>();
  const organizations = createListeners<string | undefined>();
  const deletions = createListeners<string | undefined>();
  const readers = createListeners<undefined>();
  const runs = createListeners<undefined>();
  return {
    jobChanges: (jobId) => jobs.listen(jobId),
    organizationJobChanges: (organizationId) => organizations.listen(organizationId),
    jobChanged({ id, organizationId }) {
      jobs.tell(id, undefined);
      organizations.tell(organizationId, id);
    },
    organizationJobDeletions: (organizationId) => deletions.listen(organizationId),
    jobDeleted({ id, organizationId }) {
      jobs.tell(id, undefined);
      deletions.tell(organizationId, id);
    },
    noticeArrivals: (userId) => readers.listen(userId),
    noticeArrived: ({ userId }) => readers.tell(userId, undefined),
    runChanges: (runId) => runs.listen(runId),
    runChanged: ({ id }) => runs.tell(id, undefined),
    wakeAll() {
      readers.tellAll(undefined);
      runs.tellAll(undefined);
      jobs.tellAll(undefined);
      organizations.tellAll(undefined);
      deletions.tellAll(undefined);
    },
    close() {
      jobs.close();
      organizations.close();
      deletions.close();
      readers.close();
      runs.close();
    },
  };
}

type Feed<T> = AsyncIterableIterator<T, undefined> & AsyncDisposable;

interface Listener<T> {
  push(value: T): void;
  end(): void;
}

interface Listeners<T> {
  listen(topic: string): Feed<T>;
  tell(topic: string, value: T): void;
  tellAll(value: T): void;
  close(): void;
}

function createListeners<T>(): Listeners<T> {
  const byTopic = new Map<string, Set<Listener<T>>>();

  const forget = (topic: string, listener: Listener<T>): void => {
    const listeners = byTopic.get(topic);
    listeners?.delete(listener);
    if (listeners?.size === 0) byTopic.delete(topic);
  };
  const everyone = (): Listener<T>[] => [...byTopic.values()].flatMap((listeners) => [...listeners]);

  return {
    listen(topic) {
      const { feed, listener } = createFeed<T>(() => forget(topic, listener));
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(listener));
      return feed;
    },
    tell(topic, value) {
      for (const listener of byTopic.get(topic) ?? []) listener.push(value);
    },
    tellAll(value) {
      for (const listener of everyone()) listener.push(value);
    },
    close() {
      for (const listener of everyone()) listener.end();
    },
  };
}

/** Pending values are deduplicated: a slow reader costs no memory and sees each recent change once. */
function createFeed<T>(onEnd: () => void): { feed: Feed<T>; listener: Listener<T> } {
  const pending = new Set<T>();
  const readers: ((result: IteratorResult<T, undefined>) => void)[] = [];
  let ended = false;

  const listener: Listener<T> = {
    push(value) {
      const reader = readers.shift();
      if (reader) reader({ done: false, value });
      else pending.add(value);
    },
    end() {
      if (ended) return;
      ended = true;
      pending.clear();
      onEnd();
      for (const reader of readers.splice(0)) reader({ done: true, value: undefined });
    },
  };

  const feed: Feed<T> = {
    async next() {
      for (const value of pending) {
        pending.delete(value);
        return { done: false, value };
      }
      if (ended) return { done: true, value: undefined };
      return new Promise((resolve) => readers.push(resolve));
    },
    async return() {
      listener.end();
      return { done: true, value: undefined };
    },
    async [Symbol.asyncDispose]() {
      listener.end();
    },
    [Symbol.asyncIterator]() {
      return feed;
    },
  };
  return { feed, listener };
}
