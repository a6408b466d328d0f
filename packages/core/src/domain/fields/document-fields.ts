import type { FieldsResult } from "./fields-result.ts";

/**
 * `waiting`: the document is not read yet. `needs_review`: at least one field is doubtful. `ready`: none is. `confirmed`: a
 * person has confirmed or corrected all doubtful fields. `rejected`: a person has decided that the document has no such
 * data. `failed`: see the message.
 */
export const FIELDS_STATUSES = [
  "waiting",
  "needs_review",
  "ready",
  "confirmed",
  "rejected",
  "failed",
] as const;
export type FieldsStatus = (typeof FIELDS_STATUSES)[number];

/** The first and the last page of a part of a document, counted from 1. */
export type PageRange = readonly [first: number, last: number];

/**
 * The fields of a document by a schema, or of one of its parts: a file that has several invoices can be split, and each part
 * is read, reviewed and written on its own. A document has at most one of each schema and part.
 */
export interface DocumentFields {
  readonly organizationId: string;
  readonly jobId: string;
  /** The name of the schema. */
  readonly schema: string;
  /** In the order of the pages, counted from 1. */
  readonly part: number;
  /** Null if the document is not split. */
  readonly pages: PageRange | null;
  /** The version that the fields were read with; 0 while they wait. */
  readonly version: number;
  readonly status: FieldsStatus;
  /** Why they could not be read; "" otherwise. */
  readonly message: string;
  /** Null unless they were read. */
  readonly result: FieldsResult | null;
  /** When the fields were first asked for. */
  readonly createdAt: Date;
  readonly readAt: Date | null;
  readonly reviewedAt: Date | null;
  /** The user who reviewed them; null if the credentials belong to no user. */
  readonly reviewerId: string | null;
}

/** By what the fields of a document are read. */
export interface FieldsReading {
  /** The name of a schema. */
  readonly schema: string;
  /**
   * Whether each invoice of a document that has several is a part with fields of its own; only with a schema of the kind
   * `invoice`. Default: as it was read before, or as it was submitted.
   */
  readonly split?: boolean | undefined;
}

export type FieldsPlace = Pick<DocumentFields, "jobId" | "schema" | "part">;

/** All given conditions must match. */
export interface DocumentFieldsFilter {
  /** Empty means all. */
  readonly statuses: readonly FieldsStatus[];
  /** The name of a schema. */
  readonly schema?: string | undefined;
  /** Part of the document's name or of its tag, ignoring case. */
  readonly search?: string | undefined;
}

export interface DocumentFieldsQuery extends DocumentFieldsFilter {
  readonly organizationId: string;
  /** Fields of documents whose text has expired by then are left out. */
  readonly now: Date;
}

export interface DocumentFieldsStore {
  /** Replaces the fields of the same document, schema and part. */
  put(fields: DocumentFields): Promise<void>;
  find(place: FieldsPlace): Promise<DocumentFields | undefined>;
  /** In the order in which they were asked for, the oldest first, then by job and part. */
  list(
    query: DocumentFieldsQuery,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly DocumentFields[]>;
  count(query: DocumentFieldsQuery): Promise<number>;
  /** The fields of jobs, by schema and part. */
  listOfJobs(jobIds: readonly string[]): Promise<readonly DocumentFields[]>;
  /** Removes the parts after a part. */
  removeAfter(last: FieldsPlace): Promise<void>;
  removeOfJob(jobId: string): Promise<void>;
  removeOfSchema(organizationId: string, schema: string): Promise<void>;
}
