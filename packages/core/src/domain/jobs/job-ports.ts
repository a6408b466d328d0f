import type { IdempotencyStore } from "./idempotency-ports.ts";
import type { Job, JobStatus } from "./job.ts";
import type { PageStore } from "./page-ports.ts";

export interface JobRecords {
  readonly jobs: JobStore;
  readonly pages: PageStore;
  readonly idempotency: IdempotencyStore;
}

/** Sent when a transaction on jobs commits. */
export interface JobOutbox {
  readonly queue: JobQueue;
  readonly announcements: JobAnnouncements;
}

/** Newest first; `after` is the job after which the page of the list begins. */
export interface JobQuery {
  readonly organizationId: string;
  /** Empty means all. */
  readonly statuses: readonly JobStatus[];
  readonly after?: { readonly submittedAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}

export interface JobStore {
  insert(job: Job): Promise<void>;
  find(id: string): Promise<Job | undefined>;
  findByHandle(organizationId: string, handle: string): Promise<Job | undefined>;
  /** Ordered by `submittedAt`, then `id`, both descending. */
  list(query: JobQuery): Promise<readonly Job[]>;
  count(query: Pick<JobQuery, "organizationId" | "statuses">): Promise<number>;
  /** Ids of jobs whose text expires at `now` or did before, ascending, those above `after`. */
  listWithExpiredText(
    now: Date,
    range: { readonly after: string | undefined; readonly limit: number },
  ): Promise<readonly string[]>;
  /** Settled jobs whose text is gone and whose document is not. */
  listWithSpentDocument(limit: number): Promise<readonly Job[]>;
  /** How many jobs have this object as their document, those aside that have removed it. */
  countHolding(objectKey: string): Promise<number>;
  /**
   * Where a share stands. Whoever asks for the same one waits until the transaction ends. Documents are counted up to
   * `countTo`.
   */
  lockTurns(share: TurnShare, countTo: number): Promise<TurnsTaken>;
  /** How many jobs are to be read before each of those that wait, of all organizations; without those that do not. */
  countAhead(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Reads a job and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<Job | undefined>;
  update(
    id: string,
    changes: Partial<Omit<Job, "id" | "organizationId" | "source" | "options">>,
  ): Promise<void>;
}

/**
 * Whose documents take turns: those of the same priority that one credential of an organization sends. Of several
 * shares that wait, each is served as often as its cost lets it, however many documents it has.
 */
export type TurnShare = Pick<Job, "organizationId" | "keyId" | "priority">;

/** Where a share stands that sends another document. */
export interface TurnsTaken {
  /** The lowest turn of all documents that wait; null where none does. */
  readonly first: number | null;
  /** The highest turn of the share's own documents that wait; null where none does. */
  readonly ownLast: number | null;
  /** How many documents wait, and how many of them are the share's own; neither is counted beyond some number. */
  readonly waiting: number;
  readonly ownWaiting: number;
}

/** Sends work to whoever takes it: at least once, and again when the taker dies. */
export interface JobQueue {
  /** Sends a document to those who read it, those of a lower turn first. */
  extract(jobId: string, turn: number): Promise<void>;
  fetch(task: FetchTask, delay?: { readonly seconds: number }): Promise<void>;
}

export interface FetchTask {
  readonly jobId: string;
  /** Earlier attempts that failed. */
  readonly failures: number;
}

/** Tells all replicas that a record changed. */
export interface JobAnnouncements {
  jobChanged(job: Pick<Job, "id" | "organizationId">): Promise<void>;
}

/** Hears of changes, from any replica. `return` ends a listening at once, also while a `next` waits. */
export interface JobSubscriptions {
  /**
   * Yields once for one or more changes of the job since the last time; also after a lost connection came back, since
   * something may have been missed. Listening begins with the call, not with the first `next`.
   */
  jobChanges(jobId: string): AsyncIterableIterator<void> & AsyncDisposable;
  /** Ids of jobs that changed; undefined where changes of any of them may have been missed. */
  organizationJobChanges(organizationId: string): AsyncIterableIterator<string | undefined> & AsyncDisposable;
}
