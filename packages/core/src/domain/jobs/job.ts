import type { DocumentTextOptions, PageEnd } from "../../extraction/result/document-text.ts";
import type { ExtractOptions } from "../../extraction/options/extract-options.ts";
import type { DocumentFile, DocumentSource } from "../documents/document-file.ts";

/** The options that a job keeps. A password is none of them: it is kept sealed, and only until the job is settled. */
export type JobOptions = Omit<ExtractOptions, "password">;

/** One document on its way to text. */
export interface Job {
  readonly id: string;
  readonly organizationId: string;
  /**
   * Eight random hexadecimal digits, "|" and the MD5 of the document, or of its URL where it has one: unique for every
   * submission.
   */
  readonly handle: string;
  readonly status: JobStatus;
  /** What a person should know about the status; "" when there is nothing to say. */
  readonly statusMessage: string;
  /** Set against what else waits. */
  readonly priority: JobPriority;
  /** Its turn among the documents that wait to be read, the lowest first; null while it does not wait for that. */
  readonly turn: number | null;
  readonly options: JobOptions;
  /** Opens the document where it is encrypted; null where none was given, and once the job is settled. */
  readonly sealedDocumentPassword: string | null;
  /** How the pages of the job's text end. */
  readonly pageEnd: PageEnd;
  /** Whether what the pages say is kept for searches when the text is let go of. */
  readonly keepForSearch: boolean;
  /** Whether the text is handed out as a member of a JSON object where whoever fetches it does not say. */
  readonly textAsJson: boolean;
  /** How long the text is kept once the job is settled; null for as long as the service keeps texts. */
  readonly textLifetimeSeconds: number | null;
  /** Null until the document was fetched, where it has a source. */
  readonly file: DocumentFile | null;
  /** Null where the document came with the submission. */
  readonly source: DocumentSource | null;
  /** The extraction key that submitted it; null where another credential did. */
  readonly keyId: string | null;
  /** A label of the caller's for usage reports. */
  readonly tag: string;
  /** The webhook that is to hear of the job when it is settled; null where none is. */
  readonly webhookName: string | null;
  /** For the webhook, as the caller gave it. */
  readonly webhookMetadata: string;
  /** Pages of the document; null until it was opened. */
  readonly pageCount: number | null;
  /** Pages that the options select; null until the document was opened. */
  readonly pagesSelected: number | null;
  /** Selected pages that were read or given up. */
  readonly pagesDone: number;
  readonly submittedAt: Date;
  readonly startedAt: Date | null;
  readonly settledAt: Date | null;
  readonly retrievedAt: Date | null;
  /** From when on the text cannot be had any more; null before the job is settled, and once the text was let go of. */
  readonly textExpiresAt: Date | null;
  /** When the document itself was removed, which only its reading needs. */
  readonly documentRemovedAt: Date | null;
}

/** What shapes the text of a job from that of its pages. */
export function textOptions({ options, pageEnd }: Pick<Job, "options" | "pageEnd">): DocumentTextOptions {
  return { ...options, pageEnd };
}

export const JOB_PRIORITIES = ["high", "normal", "low"] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

export const JOB_STATUSES = [
  "accepted",
  "processing",
  "processed",
  "retrieved",
  "failed",
  "cancelled",
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Where a job may go from each status. A status never follows itself. */
const TRANSITIONS = {
  accepted: ["processing", "failed", "cancelled"],
  processing: ["processed", "failed", "cancelled"],
  processed: ["retrieved"],
  retrieved: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

export function mayBecome(from: JobStatus, to: JobStatus): boolean {
  const next: readonly JobStatus[] = TRANSITIONS[from];
  return next.includes(to);
}

/** Nothing more is going to be read: the result, if any, is complete. */
export function isSettled(status: JobStatus): boolean {
  return status !== "accepted" && status !== "processing";
}
