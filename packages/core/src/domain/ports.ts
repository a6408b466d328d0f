import type { ExtractOptions } from "../extraction/extract-options.ts";
import type { PageLines, PageOutcome, PageWording } from "../extraction/extracted-document.ts";
import type { ExtractionKey, Organization } from "./access/credential.ts";
import type { AccessTokenStore, CredentialStore, SessionStore } from "./access/token-ports.ts";
import type { MembershipStore, UserStore } from "./access/user-ports.ts";
import type { Upload } from "./documents/document-file.ts";
import type { IdempotencyClaim } from "./jobs/idempotency.ts";
import type { Job, JobStatus } from "./jobs/job.ts";
import type { TurnShare, TurnsTaken } from "./jobs/turn.ts";
import type { ConnectorStore } from "./connectors/connector-store.ts";
import type { Notice } from "./notices/notice.ts";
import type { OutcomeNotificationStore } from "./notifications/notification-ports.ts";
import type { NoticeStore } from "./notices/notice-ports.ts";
import type { OAuthGrantStore } from "./oauth/oauth-ports.ts";
import type { PipelineKeyStore, PipelineStore } from "./pipelines/pipeline-ports.ts";
import type { ShareStore } from "./sharing/share-ports.ts";
import type { Run } from "./runs/run.ts";
import type { ProcessedFileStore, RunFileStore, RunStore } from "./runs/run-ports.ts";
import type { ScheduleStore } from "./schedules/schedule-ports.ts";
import type { DailyPages, PageCount, UsageQuery } from "./usage/page-count.ts";
import type { Delivery } from "./webhooks/delivery.ts";
import type { DeliveryStore, WebhookStore } from "./webhooks/webhook-ports.ts";
import type { WorkflowEndpointStore, WorkflowStore } from "./workflows/workflow-ports.ts";

/** The world as it is: time and chance. */
export interface Environment {
  now(): Date;
  /** A random UUID, version 4. */
  uuid(): string;
  /** Random bytes from a cryptographic source. */
  randomBytes(length: number): Uint8Array;
}

/**
 * Where records rest. What runs inside `transaction` happens whole or not at all, queue entries and announcements
 * included: they leave only when it commits.
 */
export interface Database {
  /** For reading outside a transaction. */
  readonly records: Records;
  transaction<T>(
    work: (records: TransactionRecords) => Promise<T>,
    durability?: TransactionDurability,
  ): Promise<T>;
}

export interface TransactionDurability {
  /**
   * A crash of the database may undo the transaction shortly after its end, unless a later one that may not be undone
   * has ended meanwhile. For what is done again in that case: it does not wait for the disk.
   */
  readonly mayBeUndone: boolean;
}

export interface Records {
  readonly organizations: OrganizationStore;
  readonly extractionKeys: ExtractionKeyStore;
  readonly accessTokens: AccessTokenStore;
  readonly sessions: SessionStore;
  readonly users: UserStore;
  readonly memberships: MembershipStore;
  readonly shares: ShareStore;
  readonly notices: NoticeStore;
  readonly connectors: ConnectorStore;
  readonly workflows: WorkflowStore;
  readonly workflowEndpoints: WorkflowEndpointStore;
  readonly pipelines: PipelineStore;
  readonly pipelineKeys: PipelineKeyStore;
  readonly runs: RunStore;
  readonly runFiles: RunFileStore;
  readonly processedFiles: ProcessedFileStore;
  readonly schedules: ScheduleStore;
  readonly outcomeNotifications: OutcomeNotificationStore;
  readonly oauthGrants: OAuthGrantStore;
  readonly uploads: UploadStore;
  readonly jobs: JobStore;
  readonly pages: PageStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly usage: UsageStore;
  readonly idempotency: IdempotencyStore;
}

export interface TransactionRecords extends Records {
  readonly queue: JobQueue;
  readonly announcements: Announcements;
}

export interface OrganizationStore {
  insert(organization: Organization): Promise<void>;
  findBySlug(slug: string): Promise<Organization | undefined>;
  find(id: string): Promise<Organization | undefined>;
  /** Keeps every other caller of it waiting until the transaction ends, so that a first start happens once. */
  lockAll(): Promise<void>;
}

export interface ExtractionKeyStore extends CredentialStore<ExtractionKey> {
  find(id: string): Promise<ExtractionKey | undefined>;
  /** Newest first. */
  list(organizationId: string): Promise<readonly ExtractionKey[]>;
  /** Reads a key and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<ExtractionKey | undefined>;
  update(id: string, changes: Partial<Omit<ExtractionKey, "id" | "organizationId">>): Promise<void>;
  /**
   * Counts a request and answers how many the key has made in that minute, this one included. Minutes are numbered
   * since 1970. A minute that is over counts as the one that is running, since clocks differ.
   */
  countRequest(id: string, minute: number): Promise<number>;
}

export interface UsageStore {
  /** Adds to what was counted for the same organization, key, day, mode and tag. */
  add(count: PageCount): Promise<void>;
  /** By day, then mode, both ascending; without those that have no pages. */
  list(query: UsageQuery): Promise<readonly DailyPages[]>;
}

export interface IdempotencyStore {
  /** The claim of a key, if it is not older than `since`. */
  find(
    organizationId: string,
    key: string,
    { since }: { readonly since: Date },
  ): Promise<IdempotencyClaim | undefined>;
  /**
   * Claims a key, and forgets the organization's claims older than `since`. Where the key is claimed already, that
   * claim is the answer. Whoever claims it at the same time waits until the transaction ends.
   */
  claim(claim: IdempotencyClaim, { since }: { readonly since: Date }): Promise<IdempotencyClaim | undefined>;
  /** Forgets every organization's claims that are older than `before`, and answers how many. */
  forget(before: Date): Promise<number>;
}

export interface UploadStore {
  insert(upload: Upload): Promise<void>;
  find(id: string): Promise<Upload | undefined>;
  /** Uploads that were made before an instant, at most `limit`. */
  listBefore(createdBefore: Date, limit: number): Promise<readonly Upload[]>;
  /** Whether an upload has this object. */
  holds(objectKey: string): Promise<boolean>;
  remove(id: string): Promise<void>;
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

/** A page of a job as it is kept. `sequence` grows in the order in which the job's pages were stored. */
export interface StoredPage {
  readonly jobId: string;
  readonly sequence: number;
  readonly outcome: PageOutcome;
}

/** What became of a page, in short. */
export type PageSummary = Pick<PageOutcome, "number" | "ok" | "message" | "seconds">;

export interface PageStore {
  /** Stores outcomes and answers how many of them were new; a page that is already there stays as it is. */
  insert(jobId: string, outcomes: readonly PageOutcome[]): Promise<number>;
  /** The numbers of the pages that are there, ascending. */
  numbers(jobId: string): Promise<readonly number[]>;
  /** The pages that could not be read, by number, ascending. */
  failures(jobId: string): Promise<readonly Pick<PageSummary, "number" | "message">[]>;
  /** What became of each page that is there, by number, ascending, without reading what it says. */
  summaries(jobId: string): Promise<readonly PageSummary[]>;
  /** The lines of each page that is there, by number, ascending, without text and words. */
  lines(jobId: string): Promise<readonly PageLines[]>;
  /** The text of each page that is there, by number, ascending, without lines and words. */
  wordings(jobId: string): Promise<readonly PageWording[]>;
  /** The words of some pages, as `PageRead` has them, by number. */
  words(jobId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, Float64Array>>;
  find(jobId: string, number: number): Promise<StoredPage | undefined>;
  /** Pages by number, ascending, those above `after`. */
  list(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** What `list` gives for each of several jobs, in one go. */
  listOfJobs(
    jobIds: readonly string[],
    range: { after: number; limit: number },
  ): Promise<readonly StoredPage[]>;
  /** Pages by sequence, ascending, those above `after`. */
  listSince(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /**
   * Forgets the words of a job's pages: `text` keeps its line ends and nothing else, `words` and `fields` are empty.
   * Geometry and messages stay.
   */
  forgetText(jobId: string): Promise<void>;
}

/** Sends work to whoever takes it: at least once, and again when the taker dies. */
export interface JobQueue {
  /** Sends a document to those who read it, those of a lower turn first. */
  extract(jobId: string, turn: number): Promise<void>;
  /** Sends the next attempt of a pending delivery, for when it is due. */
  deliver(delivery: Delivery): Promise<void>;
  fetch(task: FetchTask, delay?: { readonly seconds: number }): Promise<void>;
  /** Sends a run that is to take the files of its source. */
  takeFiles(runId: string): Promise<void>;
  /** Sends a file of a run, for its next step. */
  workOnFile(runFileId: string): Promise<void>;
  /** Sends a notice to whom it is for by e-mail. */
  sendNotice(noticeId: string): Promise<void>;
}

export interface FetchTask {
  readonly jobId: string;
  /** Earlier attempts that failed. */
  readonly failures: number;
}

/** Tells all replicas that a record changed. */
export interface Announcements {
  jobChanged(job: Pick<Job, "id" | "organizationId">): Promise<void>;
  runChanged(run: Pick<Run, "id">): Promise<void>;
  noticeArrived(notice: Pick<Notice, "userId">): Promise<void>;
}

/** Hears what `Announcements` tells, from any replica. `return` ends a listening at once, also while a `next` waits. */
export interface Subscriptions {
  /**
   * Yields once for one or more changes of the job since the last time; also after a lost connection came back, since
   * something may have been missed. Listening begins with the call, not with the first `next`.
   */
  jobChanges(jobId: string): AsyncIterableIterator<void> & AsyncDisposable;
  /** Ids of jobs that changed; undefined where changes of any of them may have been missed. */
  organizationJobChanges(organizationId: string): AsyncIterableIterator<string | undefined> & AsyncDisposable;
  /** As `jobChanges`, for the notices of a user. */
  noticeArrivals(userId: string): AsyncIterableIterator<void> & AsyncDisposable;
  /** As `jobChanges`, for a run and its files. */
  runChanges(runId: string): AsyncIterableIterator<void> & AsyncDisposable;
}

/** Where documents rest: a folder or a bucket. Keys are made by the application, never from a caller's words. */
export interface ObjectStore {
  /** Stores a stream; the object appears whole or not at all. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The object as a file that stays until it is disposed. */
  openFile(key: string): Promise<LocalFile>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
}

export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Gets documents from where their callers say they are, under the rules of whoever runs the service. */
export interface DocumentFetcher {
  /** @throws FetchError when it is known without asking the network that a URL is not going to be fetched. */
  check(url: string): void;
  /** @throws FetchError, also while the content is read. Or the reason of the signal. */
  fetch(
    url: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<FetchedDocument>;
}

export interface FetchedDocument {
  /** As its server calls it; undefined where it does not. */
  readonly mediaType: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Reads documents, wherever that happens. */
export interface TextExtractor {
  /**
   * Yields `opened` first, then each selected page that is not in `skip`, as it finishes, in any order.
   *
   * @throws ExtractionError when the document as a whole cannot be read.
   */
  pages(
    path: string,
    options: ExtractOptions,
    run: { readonly skip: readonly number[]; readonly signal: AbortSignal },
  ): AsyncIterable<ExtractionEvent>;
}

export type ExtractionEvent =
  | { readonly kind: "opened"; readonly pageCount: number; readonly pages: readonly number[] }
  | { readonly kind: "page"; readonly outcome: PageOutcome };
