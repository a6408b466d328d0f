import type { FieldsReading } from "../fields/document-fields.ts";
import type { DocumentText, PageEnd } from "../../extraction/result/document-text.ts";
import type { ExtractOptionsInput } from "../../extraction/options/extract-options.ts";
import type { LineMetadata, PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { PageExplanation } from "../../extraction/explain/page-explanation.ts";
import type { Rect } from "../../extraction/geometry/rect.ts";
import type { TextMatch } from "../../extraction/search/search-text.ts";
import type { Caller } from "../access/model/caller.ts";
import type { UploadRecords } from "../documents/upload-ports.ts";
import type { IncomingDocument } from "../documents/uploads.ts";
import type { Database, Environment, LocalFile, ObjectStore, SecretBox } from "../ports.ts";
import type { Admission } from "../limits/admission.ts";
import type { LimitRecords } from "../limits/limit-ports.ts";
import type { KeyRecords } from "../access/model/key-ports.ts";
import type { DocumentFetcher } from "../documents/document-fetcher.ts";
import type { FetchTask, JobOutbox, JobRecords, JobSubscriptions } from "./job-ports.ts";
import type { PageDetail, PageSummary, StoredPage } from "./page-ports.ts";
import type { HeadStarts } from "./work/head-starts.ts";
import type { TextExtractor } from "./work/text-extractor.ts";
import type { RunOutbox, RunRecords } from "../runs/run-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../webhooks/webhook-ports.ts";
import type { Job, JobPriority } from "./job.ts";
import type { JobFilter, JobOrder, JobPlace } from "./job-list.ts";
import type { TextVersion } from "./corrections/as-read.ts";
import type { JobStructure } from "./result/document-structure.ts";
import type { PageExplainer } from "./result/page-explainer.ts";
import type { RecentPages } from "./result/recent-pages.ts";
import type { StructureReader } from "./result/structure-reader.ts";
import type { TextLifetime } from "./result/text-lifetime.ts";

/** The organization whose jobs a caller, or the holder of a signed link, can see: all of them. */
export type Viewer = Pick<Caller, "organizationId">;

/** Identifies a job by its id or by its handle. */
export type JobReference = { readonly id: string } | { readonly handle: string };

export interface Submission {
  /** The document itself, an upload of it, or the URL to fetch it from; its name is then taken from the URL. */
  readonly document:
    | IncomingDocument
    | { readonly uploadId: string }
    | { readonly url: string; readonly name?: string | undefined };
  readonly options: Omit<ExtractOptionsInput, "password">;
  /** The user or owner password of an encrypted document, at most 1,000 characters. */
  readonly documentPassword?: string | undefined;
  /** At most 255 characters. */
  readonly tag: string;
  /** The name of a schema by which fields are read once the document is processed. Default: none. */
  readonly fieldsSchema?: string | undefined;
  /** Whether each invoice of a document that has several has fields of its own; only with a schema. Default: false. */
  readonly fieldsSplit?: boolean | undefined;
  /** Default: `normal`. */
  readonly priority?: JobPriority | undefined;
  /** The name of the webhook that receives the result. */
  readonly webhookName?: string | undefined;
  /** Sent with the result unchanged; at most 10,000 characters. */
  readonly webhookMetadata?: string | undefined;
  /** Default: `form_feed`. */
  readonly pageEnd?: PageEnd | undefined;
  /** Whether the text is kept for searches after it was retrieved. Default: false. */
  readonly keepForSearch?: boolean | undefined;
  /** Whether the text is returned as a member of a JSON object by default. Default: false. */
  readonly textAsJson?: boolean | undefined;
  /** How long the text can be retrieved. Default: the service's text lifetime. */
  readonly textLifetimeSeconds?: number | undefined;
  /**
   * Makes a repeated submission safe: 1 to 255 visible ASCII characters. For 24 hours, the same key with the same
   * document and options returns the same job.
   */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Whether a text can be retrieved again: for at least some seconds, if a caller needs longer than the service's
 * default, or for as long as it is kept.
 */
export type RetrieveAgain = { readonly atLeastSeconds: number } | "while_kept";

export interface RetrieveOptions extends TextVersion {
  readonly signal?: AbortSignal;
  readonly again?: RetrieveAgain | undefined;
  /** Default: `recognised`. */
  readonly words?: WordsNeeded;
}

/** Whether the words of all pages are needed, or only those that were recognised, since the others are certain. */
export type WordsNeeded = "all" | "recognised";

export interface RetrievedText {
  readonly job: Job;
  readonly content: DocumentText;
  /** Without the words that are not needed. */
  readonly pages: readonly PageOutcome[];
}

/** A text that is sent in parts. */
export interface OpenedText extends RetrievedText {
  /**
   * Marks the text as retrieved; call it before its last part is sent. So a text that was not sent whole, because the
   * caller or the service went away, can be retrieved again.
   *
   * @throws DomainError `ALREADY_DELIVERED` if another caller has retrieved it meanwhile; the reason of `signal`.
   */
  readonly markDelivered: () => Promise<void>;
}

export interface NumberedLine {
  /** Index of the line in `text.split("\n")`. */
  readonly number: number;
  /** Null for a blank line. */
  readonly metadata: LineMetadata | null;
}

/** A part of a match, with its position on the page. */
export interface PlacedMatch extends Omit<TextMatch, "start" | "end"> {
  /** In points from the upper left corner of the upright page. Partly matched words are included whole. */
  readonly box: Rect;
}

export type JobChange =
  | { readonly kind: "status"; readonly job: Job }
  | { readonly kind: "page"; readonly job: Job; readonly page: StoredPage };

/** A page of a list. */
export interface JobList {
  readonly jobs: readonly Job[];
  readonly hasMore: boolean;
}

export interface JobListQuery extends JobFilter {
  /** Default: newest first. */
  readonly order?: JobOrder | undefined;
  /** The last job of the previous page. */
  readonly after?: JobPlace | undefined;
  readonly limit: number;
}

/** How a document is submitted again. What is left out is as in the earlier submission, unless stated otherwise. */
export interface Resubmission {
  /** Options that differ. */
  readonly options: Submission["options"];
  /** Passwords are not kept, so an encrypted document needs its password again. */
  readonly documentPassword?: string | undefined;
  readonly tag?: string | undefined;
  /** Default: `normal`. */
  readonly priority?: JobPriority | undefined;
  /** Default: no webhook is called. */
  readonly webhookName?: string | undefined;
}

/** How long a caller waits for a job. */
export interface JobWait {
  readonly signal: AbortSignal;
  /** Receives the job as it is, and again after each change. */
  readonly changed?: (job: Job) => void;
}

/**
 * Every use case of jobs. Callers reach only jobs of their own organization; any other job is `NOT_FOUND`. Calls that
 * the policy does not allow are `FORBIDDEN`.
 */
export interface Jobs {
  /**
   * Stores the document, the job and its queue entry durably before it resolves. A document with a URL is fetched
   * later.
   *
   * @throws DomainError `BAD_INPUT` (`field` names the option), `TOO_LARGE`, `UNSUPPORTED_DOCUMENT`, `NOT_FOUND`;
   * `QUOTA_EXCEEDED` if the key has no pages left or the organization has reached a limit; `CONFLICT` if `idempotencyKey` was used for another submission.
   */
  submit(caller: Caller, submission: Submission): Promise<Job>;
  find(caller: Viewer, reference: JobReference): Promise<Job>;
  list(caller: Caller, query: JobListQuery): Promise<JobList>;
  /** Those of the jobs with these ids that the viewer can see, in any order. */
  seen(viewer: Viewer, ids: readonly string[]): Promise<readonly Job[]>;
  count(caller: Caller, filter: JobFilter): Promise<number>;
  /** Finished pages, by number, greater than `after`. */
  pages(job: Job, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** The same as `pages` for several jobs, in their order, in one query. */
  pagesOfEach(
    jobs: readonly Job[],
    range: { after: number; limit: number; detail: PageDetail },
  ): Promise<readonly (readonly StoredPage[])[]>;
  /** The position of each job in the queue, counted from 1; null for jobs that are not queued. */
  queuePositionsOfEach(jobs: readonly Job[]): Promise<readonly (number | null)[]>;
  /** The outcome of each finished page, by number, without its content. */
  pageSummaries(job: Job): Promise<readonly PageSummary[]>;
  /**
   * The document of a job as a local file, until it is disposed.
   *
   * @throws DomainError `NOT_READY` until it is fetched.
   */
  openDocument(caller: Viewer, reference: JobReference): Promise<LocalFile>;
  /**
   * The text, as long as it is kept. Reading it does not retrieve it.
   *
   * @throws DomainError `NOT_READY`, `ALREADY_DELIVERED`.
   */
  readText(caller: Viewer, reference: JobReference, version?: TextVersion): Promise<RetrievedText>;
  /**
   * Submits the document of a job again. The original job is unchanged.
   *
   * @throws DomainError like `submit`; `CONFLICT` if the document is no longer kept.
   */
  resubmit(caller: Caller, reference: JobReference, changes: Resubmission): Promise<Job>;
  /**
   * Deletes a job, its document, unless other jobs or an upload have it, and everything that was read. Usage counts
   * remain.
   *
   * @throws DomainError `CONFLICT` if the job is not settled, or if a pipeline run still needs its result.
   */
  remove(caller: Caller, reference: JobReference): Promise<void>;
  /** @throws DomainError `CONFLICT` if the job is settled. */
  cancel(caller: Caller, reference: JobReference): Promise<Job>;
  /**
   * Returns the text, once, and again for as long as `again` and the service allow. Line metadata and job details
   * remain. If `signal` aborts before the end, the text counts as not retrieved.
   *
   * @throws DomainError `NOT_READY`, `ALREADY_DELIVERED` (also if it has expired), `QUOTA_EXCEEDED` if too many long
   * texts are being sent to the caller; the reason of `signal`.
   */
  retrieveText(caller: Caller, reference: JobReference, options?: RetrieveOptions): Promise<RetrievedText>;
  /** As `retrieveText`, for a text that is sent in parts: it counts as retrieved once it is marked, and as being sent until `signal` aborts. */
  openText(caller: Caller, reference: JobReference, options?: RetrieveOptions): Promise<OpenedText>;
  /**
   * The structure of the document of a job that the caller was shown. Available as long as the text; reading it does not
   * retrieve the text.
   */
  structure(job: Job, version?: TextVersion): JobStructure;
  /**
   * Why a page of the document of a job that the caller was shown came out as it did. The page is read again.
   *
   * @throws DomainError like `JobStructure`; `NOT_FOUND` if the page was not read; `CONFLICT` if the document is no longer
   * kept, the page failed, or an engine recognised it that is not built in; `UNAVAILABLE`.
   */
  explainPage(job: Job, page: number): Promise<PageExplanation>;
  /**
   * The positions of a term, found exactly and approximately, in the text of a job, as long as the text is kept, or
   * always if the job keeps it for searches.
   *
   * @throws DomainError `BAD_INPUT` if the term cannot be searched for, `CONFLICT` if the text is not kept,
   * `NOT_READY`.
   */
  searchText(caller: Caller, reference: JobReference, term: string): Promise<readonly PlacedMatch[]>;
  /**
   * The positions of lines selected by, for example, "3-7,12-", counted from 0 in the job's text. `undefined` selects
   * all. Lines past the end are ignored.
   *
   * @throws DomainError `BAD_INPUT` if the selection is malformed, `NOT_READY`.
   */
  highlights(
    caller: Caller,
    reference: JobReference,
    lines: string | undefined,
  ): Promise<readonly NumberedLine[]>;
  /** Waits until the job is settled or the signal aborts, and resolves to the job as it is then. */
  settled(caller: Caller, reference: JobReference, wait: JobWait): Promise<Job>;
  /** Yields the job, each page finished so far, then each change, until the job is settled or `signal` aborts. */
  watch(caller: Caller, reference: JobReference, signal?: AbortSignal): AsyncIterable<JobChange>;
  /** Yields the organization's unsettled jobs, then each change of status of any job, until `signal` aborts. */
  watchAll(caller: Caller, signal?: AbortSignal): AsyncIterable<JobChange>;
  /**
   * Yields the id of each job of the organization that is deleted, until `signal` aborts; undefined if deletions may
   * have been missed.
   */
  watchDeletions(caller: Caller, signal?: AbortSignal): AsyncIterable<string | undefined>;
  /**
   * For workers: fetches the document of a job and queues its extraction. A document that cannot be fetched settles
   * the job, after retries if the failure is temporary; any other failure is thrown, and the queue retries.
   */
  fetch(task: FetchTask, signal: AbortSignal): Promise<void>;
  /**
   * For workers: extracts the document of a job, from where an earlier attempt ended. A document that cannot be read
   * settles the job; any other failure is thrown, and the queue retries.
   */
  run(jobId: string, signal: AbortSignal): Promise<void>;
  /**
   * For workers: finds the structure of a processed job's pages that were read without it. A document that cannot be read
   * any more has an empty structure with the reason; any other failure is thrown.
   */
  findStructure(jobId: string, signal: AbortSignal): Promise<void>;
  /** Settles a job that has exhausted its retries. */
  giveUp(jobId: string): Promise<void>;
}

export interface FreeReaders {
  /**
   * How many documents the workers of this process could take now. Default: 0, so that no document is read before its job
   * is stored.
   */
  readonly freeReaders?: (() => number) | undefined;
}

export interface Explainer {
  /** Default: no page is explained. */
  readonly explainer?: PageExplainer | undefined;
}

export interface JobPorts {
  readonly admission: Admission;
  readonly fetcher: DocumentFetcher;
  readonly database: Database<
    JobRecords & WebhookRecords & RunRecords & LimitRecords & KeyRecords & UploadRecords,
    JobOutbox & DeliveryOutbox & RunOutbox
  >;
  readonly subscriptions: JobSubscriptions;
  readonly objects: ObjectStore;
  readonly extractor: TextExtractor;
  readonly headStarts: HeadStarts;
  readonly recentPages: RecentPages;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly structures: StructureReader;
  readonly explainer: PageExplainer;
  readonly textLifetime: TextLifetime;
  /** @throws DomainError `NOT_FOUND` if there is no schema of this name, `BAD_INPUT` if it splits no documents. */
  readonly assertSchema: (viewer: Viewer, reading: FieldsReading) => Promise<void>;
}
