import type { DocumentTextOptions, PageEnd } from "../../extraction/result/document-text.ts";
import type { ExtractOptions } from "../../extraction/options/extract-options.ts";
import type { DocumentFile, DocumentSource } from "../documents/document-file.ts";

/** The stored options of a job. The password is stored separately, encrypted, and only until the job is settled. */
export type JobOptions = Omit<ExtractOptions, "password">;

/** The tag of a document that is submitted without one. */
export const DEFAULT_TAG = "default";

/** The extraction of one document. */
export interface Job {
  readonly id: string;
  readonly organizationId: string;
  /** Eight random hexadecimal digits, "|" and the MD5 of the document or of its URL; unique for every submission. */
  readonly handle: string;
  readonly status: JobStatus;
  /** A human-readable explanation of the status; "" if there is none. */
  readonly statusMessage: string;
  /** The priority relative to other queued jobs. */
  readonly priority: JobPriority;
  /** The turn in the extraction queue, lowest first; null if the job is not queued. */
  readonly turn: number | null;
  readonly options: JobOptions;
  /** Opens an encrypted document; null if none was sent, and once the job is settled. */
  readonly sealedDocumentPassword: string | null;
  /** How the pages of the job's text end. */
  readonly pageEnd: PageEnd;
  /** Whether the page texts are kept for searches when the text is deleted. */
  readonly keepForSearch: boolean;
  /** Whether the text is returned as a member of a JSON object by default. */
  readonly textAsJson: boolean;
  /** How long the text is kept once the job is settled; null for the service's default. */
  readonly textLifetimeSeconds: number | null;
  /** Null until the document is fetched, if it has a source. */
  readonly file: DocumentFile | null;
  /** Null if the document was sent with the submission. */
  readonly source: DocumentSource | null;
  /** The extraction key that submitted it; null if another credential did. */
  readonly keyId: string | null;
  /** The caller's label for usage reports; see `DEFAULT_TAG`. */
  readonly tag: string;
  /** The schema by which fields are read once the job is processed; null for none. */
  readonly fieldsSchema: string | null;
  /** Whether each invoice of the document has fields of its own. */
  readonly fieldsSplit: boolean;
  /** The webhook that receives the result; null for none. */
  readonly webhookName: string | null;
  /** Sent to the webhook unchanged. */
  readonly webhookMetadata: string;
  /** Pages of the document; null until it is opened. */
  readonly pageCount: number | null;
  /** Pages that the options select; null until the document is opened. */
  readonly pagesSelected: number | null;
  /** Selected pages that were read or have failed. */
  readonly pagesDone: number;
  readonly submittedAt: Date;
  readonly startedAt: Date | null;
  readonly settledAt: Date | null;
  readonly retrievedAt: Date | null;
  /** Until when the text can be retrieved again; null until it was retrieved. */
  readonly retrievableUntil: Date | null;
  /** When the text expires; null until the job is settled, and once the text is deleted. */
  readonly textExpiresAt: Date | null;
  /** How many times a correction was stored or deleted: the pages differ from those of another revision. */
  readonly textRevision: number;
  /** When the document itself was deleted, which is only needed for extraction. */
  readonly documentRemovedAt: Date | null;
}

/** The options that compose the text of a job from that of its pages. */
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

/** The allowed transitions. A status never follows itself. A short document is processed before its start is stored. */
const TRANSITIONS = {
  accepted: ["processing", "processed", "failed", "cancelled"],
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

/** Whether extraction has ended: the result, if any, is complete. */
export function isSettled(status: JobStatus): boolean {
  return status !== "accepted" && status !== "processing";
}
