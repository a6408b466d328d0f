import type {
  DocumentFile,
  DocumentSource,
  Job,
  JobOptions,
  JobPriority,
  JobStatus,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { DocumentFileType, DocumentSourceType } from "./document-file-type.ts";
import { JobPriorityEnum, JobStatusEnum } from "./job-enums.ts";
import { ExtractionOptionsType } from "../options/extraction-options.ts";
import { NodeType } from "../node/node-type.ts";

/** Internal fields, not in the schema. */
type InternalFacts =
  | "organizationId"
  | "turn"
  | "keyId"
  | "sealedDocumentPassword"
  | "pageEnd"
  | "textAsJson"
  | "textLifetimeSeconds"
  | "fieldsSchema"
  | "fieldsSplit"
  | "textRevision"
  | "retrievableUntil"
  | "documentRemovedAt";

@ObjectType("Job", { implements: NodeType, description: "The extraction of one document." })
export class JobType extends NodeType implements Omit<Job, InternalFacts> {
  @Field(() => String, { description: "The job's handle in the REST API." })
  readonly handle!: string;

  @Field(() => JobStatusEnum, { description: "Status of the job." })
  readonly status!: JobStatus;

  @Field(() => String, {
    description: "Human-readable details of the status; empty if there are none.",
  })
  readonly statusMessage!: string;

  @Field(() => JobPriorityEnum, { description: "Priority relative to other waiting documents." })
  readonly priority!: JobPriority;

  @Field(() => ExtractionOptionsType, { description: "Extraction options." })
  readonly options!: JobOptions;

  @Field(() => DocumentFileType, {
    nullable: true,
    description: "The document; null until a document with a `source` has been fetched.",
  })
  readonly file!: DocumentFile | null;

  @Field(() => DocumentSourceType, {
    nullable: true,
    description: "Where the document is fetched from; null if it was uploaded.",
  })
  readonly source!: DocumentSource | null;

  @Field(() => String, { description: "Label for usage reports." })
  readonly tag!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of the webhook to notify when the job is settled; null if there is none.",
  })
  readonly webhookName!: string | null;

  @Field(() => String, { description: "Sent to the webhook with the result, as submitted." })
  readonly webhookMetadata!: string;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Number of pages in the document; null until it has been opened.",
  })
  readonly pageCount!: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Number of pages that the options select; null until the document has been opened.",
  })
  readonly pagesSelected!: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of selected pages that were read or failed." })
  readonly pagesDone!: number;

  @Field(() => GraphQLDateTime, { description: "When it was accepted." })
  readonly submittedAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When processing started; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was processed, failed or cancelled; null before.",
  })
  readonly settledAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When its text was retrieved; null before." })
  readonly retrievedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When its text and its document expire; null until the job is settled and after they were deleted.",
  })
  readonly textExpiresAt!: Date | null;

  @Field(() => Boolean, { description: "Whether its text is kept for `searchText`, even after it expired." })
  readonly keepForSearch!: boolean;
}
