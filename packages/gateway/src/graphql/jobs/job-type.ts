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

/** What of a job is the service's own business. */
type InternalFacts =
  | "organizationId"
  | "turn"
  | "keyId"
  | "sealedDocumentPassword"
  | "pageEnd"
  | "textAsJson"
  | "textLifetimeSeconds"
  | "documentRemovedAt";

@ObjectType("Job", { implements: NodeType, description: "One document on its way to text." })
export class JobType extends NodeType implements Omit<Job, InternalFacts> {
  @Field(() => String, { description: "The name under which the REST area knows the job." })
  readonly handle!: string;

  @Field(() => JobStatusEnum, { description: "Where the job stands." })
  readonly status!: JobStatus;

  @Field(() => String, {
    description: "What a person should know about the status; empty when there is nothing to say.",
  })
  readonly statusMessage!: string;

  @Field(() => JobPriorityEnum, { description: "Set against what else waits." })
  readonly priority!: JobPriority;

  @Field(() => ExtractionOptionsType, { description: "How the document is read." })
  readonly options!: JobOptions;

  @Field(() => DocumentFileType, {
    nullable: true,
    description: "The document; null until it was fetched, where it has a source.",
  })
  readonly file!: DocumentFile | null;

  @Field(() => DocumentSourceType, {
    nullable: true,
    description: "Where the document is fetched from; null where it was uploaded.",
  })
  readonly source!: DocumentSource | null;

  @Field(() => String, { description: "A label of the caller's for usage reports." })
  readonly tag!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of the webhook that hears of the job when it is settled; null where none does.",
  })
  readonly webhookName!: string | null;

  @Field(() => String, { description: "What the webhook is sent along with the result, as it was given." })
  readonly webhookMetadata!: string;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Pages of the document; null until it was opened.",
  })
  readonly pageCount!: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Pages that the options select; null until the document was opened.",
  })
  readonly pagesSelected!: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Selected pages that were read or given up." })
  readonly pagesDone!: number;

  @Field(() => GraphQLDateTime, { description: "When it was accepted." })
  readonly submittedAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When work on it began; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was processed, failed or cancelled; null before.",
  })
  readonly settledAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When its text was handed out; null before." })
  readonly retrievedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "From when on its text cannot be had any more; null before the job is settled, and once the text is gone.",
  })
  readonly textExpiresAt!: Date | null;

  @Field(() => Boolean, { description: "Whether its text can be searched, also after it was handed out." })
  readonly keepForSearch!: boolean;
}
