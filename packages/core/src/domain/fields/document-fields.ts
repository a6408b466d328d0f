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

/** The fields of a document by a schema. A document has at most one of each schema. */
export interface DocumentFields {
  readonly organizationId: string;
  readonly jobId: string;
  /** The name of the schema. */
  readonly schema: string;
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

export type FieldsPlace = Pick<DocumentFields, "jobId" | "schema">;

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
  /** Replaces the fields of the same document and schema. */
  put(fields: DocumentFields): Promise<void>;
  find(place: FieldsPlace): Promise<DocumentFields | undefined>;
  /** In the order in which they were asked for, the oldest first, then by job. */
  list(
    query: DocumentFieldsQuery,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly DocumentFields[]>;
  count(query: DocumentFieldsQuery): Promise<number>;
  /** The fields of jobs, by schema. */
  listOfJobs(jobIds: readonly string[]): Promise<readonly DocumentFields[]>;
  removeOfJob(jobId: string): Promise<void>;
  removeOfSchema(organizationId: string, schema: string): Promise<void>;
}
