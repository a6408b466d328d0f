import type { PageEnd } from "../../extraction/result/document-text.ts";
import type { ExtractOptionsInput } from "../../extraction/options/extract-options.ts";
import type { LineMetadata, PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { Rect } from "../../extraction/page/rect.ts";
import type { TextMatch } from "../../extraction/search/search-text.ts";
import type { Caller } from "../access/caller.ts";
import type { IncomingDocument } from "../documents/uploads.ts";
import type { Database, Environment, LocalFile, ObjectStore, SecretBox } from "../ports.ts";
import type { KeyRecords } from "../access/key-ports.ts";
import type { DocumentFetcher } from "../documents/document-fetcher.ts";
import type { FetchTask, JobOutbox, JobRecords, JobSubscriptions } from "./job-ports.ts";
import type { PageSummary, StoredPage } from "./page-ports.ts";
import type { TextExtractor } from "./text-extractor.ts";
import type { RunOutbox, RunRecords } from "../runs/run-ports.ts";
import type { UsageRecords } from "../usage/usage-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../webhooks/webhook-ports.ts";
import type { Job, JobPriority, JobStatus } from "./job.ts";
import type { TextLifetime } from "./text-lifetime.ts";

/** A job by its id or by its handle. */
export type JobReference = { readonly id: string } | { readonly handle: string };

export interface Submission {
  /** The document itself, an upload that holds it, or where to fetch it from; its name is then in the URL. */
  readonly document:
    | IncomingDocument
    | { readonly uploadId: string }
    | { readonly url: string; readonly name?: string | undefined };
  readonly options: Omit<ExtractOptionsInput, "password">;
  /** The user or owner password of an encrypted document, at most 1,000 characters. */
  readonly documentPassword?: string | undefined;
  /** At most 255 characters. */
  readonly tag: string;
  /** `normal` where it is not said. */
  readonly priority?: JobPriority | undefined;
  /** Name of the webhook that is to hear of the job when it is settled. */
  readonly webhookName?: string | undefined;
  /** Sent with the result as it is; at most 10,000 characters. */
  readonly webhookMetadata?: string | undefined;
  /** `form_feed` where it is not said. */
  readonly pageEnd?: PageEnd | undefined;
  /** Whether the text stays for searches when it was handed out; false where it is not said. */
  readonly keepForSearch?: boolean | undefined;
  /** How the text is handed out where whoever fetches it does not say; false where it is not said. */
  readonly textAsJson?: boolean | undefined;
  /** How long the text is kept for whoever fetches it; as long as the service keeps texts where it is not said. */
  readonly textLifetimeSeconds?: number | undefined;
  /**
   * The caller's own name for this submission, 1 to 255 visible ASCII characters. For 24 hours the same name with the
   * same document and options stands for the job that it made first.
   */
  readonly idempotencyKey?: string | undefined;
}

/** How long a text is kept for those who ask again, where a caller needs it longer than the service keeps texts. */
export interface RetrieveAgain {
  readonly atLeastSeconds: number;
}

export interface RetrievedText {
  readonly job: Job;
  readonly text: string;
  /** One entry for each line of `text.split("\n")`; null for a blank line. */
  readonly lines: readonly (LineMetadata | null)[];
  readonly pages: readonly PageOutcome[];
}

export interface NumberedLine {
  /** Index of the line in `text.split("\n")`. */
  readonly number: number;
  /** Null for a blank line. */
  readonly metadata: LineMetadata | null;
}

/** A part of an occurrence of a term, where it stands. */
export interface PlacedMatch extends Omit<TextMatch, "start" | "end"> {
  /** Points from the upper left corner of the upright page. Words that are matched in part count whole. */
  readonly box: Rect;
}

export type JobChange =
  | { readonly kind: "status"; readonly job: Job }
  | { readonly kind: "page"; readonly job: Job; readonly page: StoredPage };

/** A part of a list, newest first. */
export interface JobList {
  readonly jobs: readonly Job[];
  readonly hasMore: boolean;
}

export interface JobListQuery {
  /** Empty means all. */
  readonly statuses: readonly JobStatus[];
  /** The job after which the part begins. */
  readonly after?: { readonly submittedAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}

/**
 * Every use case of a job. A caller reaches the jobs of their own organization only; any other job is `NOT_FOUND`,
 * as if it were not there. What the policy does not let a caller do is `FORBIDDEN`.
 */
export interface Jobs {
  /**
   * Stores the document, the job and its queue entry; after the answer nothing can lose it. A document that has a URL
   * is fetched later.
   *
   * @throws DomainError `BAD_INPUT` (`field` names the option), `TOO_LARGE`, `UNSUPPORTED_DOCUMENT`, `NOT_FOUND`,
   *   `QUOTA_EXCEEDED` when the key has no pages left, `CONFLICT` when `idempotencyKey` stands for another submission.
   */
  submit(caller: Caller, submission: Submission): Promise<Job>;
  find(caller: Caller, reference: JobReference): Promise<Job>;
  list(caller: Caller, query: JobListQuery): Promise<JobList>;
  count(caller: Caller, statuses: readonly JobStatus[]): Promise<number>;
  /** Pages that are done, by number, those above `after`. */
  pages(job: Job, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** What `pages` gives for each of several jobs, in their order and in one go. */
  pagesOfEach(
    jobs: readonly Job[],
    range: { after: number; limit: number },
  ): Promise<readonly (readonly StoredPage[])[]>;
  /** What place each job has among all that wait to be read, in their order and from 1; null for those that do not wait. */
  queuePositionsOfEach(jobs: readonly Job[]): Promise<readonly (number | null)[]>;
  /** What became of each page that is done, by number; far lighter than the pages. */
  pageSummaries(job: Job): Promise<readonly PageSummary[]>;
  /**
   * The document of a job as a file, for as long as it is not disposed.
   *
   * @throws DomainError `NOT_READY` while it is still to be fetched.
   */
  openDocument(caller: Caller, reference: JobReference): Promise<LocalFile>;
  /** @throws DomainError `CONFLICT` when the job is settled. */
  cancel(caller: Caller, reference: JobReference): Promise<Job>;
  /**
   * Hands out the text, once, and again for as long as the service keeps it for that. Line metadata and details of the
   * job stay. Where `signal` aborts before the end, the text was not handed out.
   *
   * @throws DomainError `NOT_READY`, `ALREADY_DELIVERED` (also where it has expired); the reason of `signal`.
   */
  retrieveText(
    caller: Caller,
    reference: JobReference,
    signal?: AbortSignal,
    again?: RetrieveAgain,
  ): Promise<RetrievedText>;
  /**
   * The places of a term in the text of a job that keeps it for searches, also after it was handed out. The term is
   * found exactly and approximately.
   *
   * @throws DomainError `BAD_INPUT` when the term cannot be searched for, `CONFLICT` when the job does not keep its
   *   text for searches, `NOT_READY`.
   */
  searchText(caller: Caller, reference: JobReference, term: string): Promise<readonly PlacedMatch[]>;
  /**
   * The places of lines named by a selection such as "3-7,12-", counted from 0 in the job's text. `undefined` selects
   * all of them. What lies outside is clipped.
   *
   * @throws DomainError `BAD_INPUT` when the selection is not well formed, `NOT_READY`.
   */
  highlights(
    caller: Caller,
    reference: JobReference,
    lines: string | undefined,
  ): Promise<readonly NumberedLine[]>;
  /** The job as soon as it is settled, or as it is when `signal` aborts. */
  settled(caller: Caller, reference: JobReference, signal: AbortSignal): Promise<Job>;
  /** The job as it is, each page done so far, then each change; ends when the job is settled or `signal` aborts. */
  watch(caller: Caller, reference: JobReference, signal?: AbortSignal): AsyncIterable<JobChange>;
  /** The organization's unsettled jobs as they are, then each change of status of any job, until `signal` aborts. */
  watchAll(caller: Caller, signal?: AbortSignal): AsyncIterable<JobChange>;
  /**
   * Fetches the document of a job, as a worker does, and sends the job on to be read. A document that cannot be had
   * settles the job, after some attempts where another one may help; any other failure is thrown, for the queue to try
   * again.
   */
  fetch(task: FetchTask, signal: AbortSignal): Promise<void>;
  /**
   * Reads the document of a job, as a worker does: goes on where an earlier run ended. A document that cannot be read
   * settles the job; any other failure is thrown, for the queue to try again.
   */
  run(jobId: string, signal: AbortSignal): Promise<void>;
  /** Settles a job that was tried too often. */
  giveUp(jobId: string): Promise<void>;
}

export interface JobPorts {
  readonly fetcher: DocumentFetcher;
  readonly database: Database<
    JobRecords & WebhookRecords & RunRecords & UsageRecords & KeyRecords,
    JobOutbox & DeliveryOutbox & RunOutbox
  >;
  readonly subscriptions: JobSubscriptions;
  readonly objects: ObjectStore;
  readonly extractor: TextExtractor;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly textLifetime: TextLifetime;
}
