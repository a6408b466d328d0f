import type { IdempotencyStore } from "./submission/idempotency-ports.ts";
import type { DocumentFieldsStore } from "../fields/document-fields.ts";
import type { CorrectionStore } from "./corrections/correction.ts";
import type { Job } from "./job.ts";
import type { JobFilter, JobOrder, JobPlace } from "./job-list.ts";
import type { PageStore } from "./page-ports.ts";

export interface JobRecords {
  readonly jobs: JobStore;
  readonly pages: PageStore;
  readonly corrections: CorrectionStore;
  readonly documentFields: DocumentFieldsStore;
  readonly idempotency: IdempotencyStore;
}

/** Published when a transaction on jobs commits. */
export interface JobOutbox {
  readonly queue: JobQueue;
  readonly announcements: JobAnnouncements;
}

/** `after` is the last job of the previous page. */
export interface JobQuery extends JobFilter {
  readonly organizationId: string;
  /** Default: newest first. Jobs with the same key are ordered by id, in the same direction. */
  readonly order?: JobOrder | undefined;
  readonly after?: JobPlace | undefined;
  readonly limit: number;
}

/** When the text of a job expired. */
export interface ExpiredText {
  readonly id: string;
  readonly textExpiresAt: Date;
}

export interface JobStore {
  insert(job: Job): Promise<void>;
  find(id: string): Promise<Job | undefined>;
  /** The jobs with these ids that exist, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly Job[]>;
  findByHandle(organizationId: string, handle: string): Promise<Job | undefined>;
  list(query: JobQuery): Promise<readonly Job[]>;
  count(query: JobFilter & Pick<JobQuery, "organizationId">): Promise<number>;
  /** Jobs whose text expired at or before `now`, the longest expired first, then by id, beginning after `after`. */
  listWithExpiredText(
    now: Date,
    range: { readonly after: ExpiredText | undefined; readonly limit: number },
  ): Promise<readonly ExpiredText[]>;
  /** Settled jobs whose text is deleted and whose document is not. */
  listWithSpentDocument(limit: number): Promise<readonly Job[]>;
  /** How many jobs have this object as their document and have not removed it. */
  countHolding(objectKey: string): Promise<number>;
  /** The same jobs; locks them until the transaction ends. */
  lockHolding(objectKey: string): Promise<readonly string[]>;
  /** Locks the turns of a share until the transaction ends. Documents are counted up to `countTo`. */
  lockTurns(share: TurnShare, countTo: number): Promise<TurnsTaken>;
  /**
   * For each job in the queue, the number of jobs of all organizations ahead of it; jobs that are not queued are left
   * out.
   */
  countAhead(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Reads a job and locks it until the transaction ends. */
  lock(id: string): Promise<Job | undefined>;
  /**
   * Locks a job that was read before, without waiting for it. If its status or the number of its stored pages has changed
   * since, the transaction fails with `UNAVAILABLE`, at the latest when it commits.
   */
  lockUnchanged(job: Pick<Job, "id" | "status" | "pagesDone">): Promise<void>;
  update(
    id: string,
    changes: Partial<Omit<Job, "id" | "organizationId" | "source" | "options">>,
  ): Promise<void>;
  /** Deletes a job with its pages, deliveries and Idempotency-Keys. Files of runs lose the reference. */
  remove(id: string): Promise<void>;
}

/**
 * Documents with the same priority, organization and credential share their turns. Shares are served in proportion to
 * their cost, however many documents each has queued.
 */
export type TurnShare = Pick<Job, "organizationId" | "keyId" | "priority">;

/** The turns of a share that submits another document. */
export interface TurnsTaken {
  /** The lowest turn of all queued documents; null if there are none. */
  readonly first: number | null;
  /** The highest turn of the share's own queued documents; null if there are none. */
  readonly ownLast: number | null;
  /** The numbers of queued documents, in total and of the share; both are counted up to a maximum. */
  readonly waiting: number;
  readonly ownWaiting: number;
}

/** Queues work for workers: delivered at least once, and again if the worker dies. */
export interface JobQueue {
  /** Queues a document for extraction; lower turns come first. */
  extract(job: Pick<Job, "id" | "organizationId">, turn: number): Promise<void>;
  fetch(task: FetchTask, delay?: { readonly seconds: number }): Promise<void>;
  /** Queues a settled job whose structure somebody waits for, unless it is queued already. */
  findStructure(job: Pick<Job, "id" | "organizationId">): Promise<void>;
  /**
   * Queues a settled job whose fields wait to be read, unless it is queued already.
   *
   * @param review when its fields were confirmed, so that others learn from them
   */
  readFields(job: Pick<Job, "id" | "organizationId">, review?: Date): Promise<void>;
}

export interface FetchTask {
  readonly jobId: string;
  /** The number of failed attempts so far. */
  readonly failures: number;
}

/** Announces changed records to all replicas. */
export interface JobAnnouncements {
  jobChanged(job: Pick<Job, "id" | "organizationId">): Promise<void>;
  jobDeleted(job: Pick<Job, "id" | "organizationId">): Promise<void>;
}

/** Subscribes to changes from any replica. `return` ends a subscription at once, even while a `next` is pending. */
export interface JobSubscriptions {
  /**
   * Yields once for one or more changes of the job since the previous time, and after a lost connection is restored,
   * since changes may have been missed. The subscription starts with the call, not with the first `next`.
   */
  jobChanges(jobId: string): AsyncIterableIterator<void> & AsyncDisposable;
  /** Ids of changed jobs; undefined if changes of any of them may have been missed. */
  organizationJobChanges(organizationId: string): AsyncIterableIterator<string | undefined> & AsyncDisposable;
  /** Ids of deleted jobs; undefined if deletions may have been missed. */
  organizationJobDeletions(
    organizationId: string,
  ): AsyncIterableIterator<string | undefined> & AsyncDisposable;
}
