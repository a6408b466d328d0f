import type { Caller } from "../access/model/caller.ts";
import type { JobReference, Viewer } from "../jobs/jobs.ts";
import type { Job } from "../jobs/job.ts";
import type { DocumentFields, DocumentFieldsFilter, FieldsPlace, FieldsReading } from "./document-fields.ts";
import type { EvaluationQuery, SchemaEvaluation } from "./evaluation/evaluate-schema.ts";
import type { TableFormat } from "./fields-ports.ts";
import type { FieldsSchemaRecord, FieldsSchemaVersion, SchemaDefinition } from "./fields-schema.ts";

/** A value that a person gives a field: text that is converted to its type, or null if the document has no such value. */
export interface CorrectedField {
  /** Such as `invoice_number` or `lines[2].amount`; `lines[2]` with null removes the row. */
  readonly path: string;
  readonly text: string | null;
  /** The words of a page where the value stands. */
  readonly words?: { readonly page: number; readonly indexes: readonly number[] } | undefined;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Data by a schema. Schemas and fields belong to the organization. Fields are as secret as the text of their document and
 * are deleted with it.
 */
export interface Fields {
  /** The schemas that ship, then those of the organization by name. */
  schemas(caller: Viewer): Promise<readonly FieldsSchemaRecord[]>;
  /** @throws DomainError `NOT_FOUND`. */
  schema(caller: Viewer, name: string): Promise<FieldsSchemaRecord>;
  /** The versions of a schema, newest first; none of a schema that ships. */
  versions(caller: Viewer, name: string): Promise<readonly FieldsSchemaVersion[]>;
  /** @throws DomainError `BAD_INPUT`, `CONFLICT` if the name is taken or there are too many schemas. */
  createSchema(
    caller: Caller,
    schema: { readonly name: string; readonly definition: SchemaDefinition },
  ): Promise<FieldsSchemaRecord>;
  /** Adds a version. @throws DomainError `NOT_FOUND`, `BAD_INPUT`, `CONFLICT` if the schema ships. */
  updateSchema(
    caller: Caller,
    schema: { readonly name: string; readonly definition: SchemaDefinition },
  ): Promise<FieldsSchemaRecord>;
  /**
   * Deletes a schema with all fields that were read by it.
   *
   * @throws DomainError `NOT_FOUND`; `CONFLICT` if it ships, or with the names of the pipelines that use it.
   */
  deleteSchema(caller: Caller, name: string): Promise<void>;
  /**
   * Reads the fields of a processed document, again if they were read before. Values that a person has confirmed stay, unless
   * the document is split into other parts. Returns the parts in the order of their pages; one if it is not split.
   *
   * @throws DomainError `NOT_FOUND`, `BAD_INPUT`, `NOT_READY`, `ALREADY_DELIVERED`, `TOO_LARGE`, `UNAVAILABLE`.
   */
  read(caller: Caller, reference: JobReference, by: FieldsReading): Promise<readonly DocumentFields[]>;
  /**
   * The same, unless they were read so before. Without a schema, by the one that was given with the document.
   *
   * @throws DomainError like `read`; `BAD_INPUT` if neither names a schema; `CONFLICT` if the document was reviewed in other
   * parts.
   */
  readOnce(
    caller: Caller,
    reference: JobReference,
    by: Omit<FieldsReading, "schema"> & { readonly schema?: string | undefined },
  ): Promise<readonly DocumentFields[]>;
  /** The oldest first. */
  list(caller: Viewer, filter: DocumentFieldsFilter, range: Range): Promise<readonly DocumentFields[]>;
  count(caller: Viewer, filter: DocumentFieldsFilter): Promise<number>;
  /** The fields of each job, by schema and part, in one query. */
  ofEachJob(jobs: readonly Pick<Job, "id">[]): Promise<readonly (readonly DocumentFields[])[]>;
  /** Confirms the values at the paths, by default all. @throws DomainError `NOT_FOUND`, `BAD_INPUT`. */
  confirm(
    caller: Caller,
    place: FieldsPlace & { readonly paths?: readonly string[] | undefined },
  ): Promise<DocumentFields>;
  /** @throws DomainError `NOT_FOUND`, `BAD_INPUT`. */
  correct(caller: Caller, place: FieldsPlace & CorrectedField): Promise<DocumentFields>;
  /** Marks a document or a part as one that has no such data: it is left out of tables. @throws DomainError `NOT_FOUND`. */
  reject(caller: Caller, place: FieldsPlace): Promise<DocumentFields>;
  /**
   * Reads the confirmed documents of a schema again, the newest first, and compares: at most 200 within half a minute.
   *
   * @throws DomainError `NOT_FOUND`, `BAD_INPUT`, `UNAVAILABLE` if another evaluation of the organization is running.
   */
  evaluate(caller: Caller, query: EvaluationQuery): Promise<SchemaEvaluation>;
  /** The data of the documents as a file. @throws DomainError `NOT_FOUND`, `TOO_LARGE`, `UNAVAILABLE`. */
  table(
    viewer: Viewer,
    query: DocumentFieldsFilter & { readonly schema: string; readonly format: TableFormat },
  ): Promise<Uint8Array>;
  /** For workers: reads all fields of a settled job that wait, and learns from those that are confirmed. Failures are stored. */
  readWaiting(jobId: string): Promise<void>;
}
