import {
  MAX_FILE_ATTEMPTS,
  type Run,
  type RunFile,
  type RunFileStatus,
  type RunStatus,
  type RunTrigger,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeFloat, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

const RunTriggerEnum = enumType<RunTrigger>("RunTrigger", "What started a run.", {
  direct: "A member.",
  scheduled: "The pipeline's schedule.",
  api: "A call to the pipeline's public address.",
});

export const RunStatusEnum = enumType<RunStatus>("RunStatus", "Status of a run.", {
  pending: "Waiting to start.",
  executing: "Files are being listed, read and written.",
  completed: "Ended; no file failed.",
  partial: "Ended; some files failed, others were processed.",
  stopped: "Stopped by a member.",
  error: "Ended without a result; see the error message.",
});

export const RunFileStatusEnum = enumType<RunFileStatus>("RunFileStatus", "Status of a file of a run.", {
  pending: "Waiting.",
  extracting: "Being fetched and read.",
  writing: "The result is being written.",
  done: "The result was written.",
  skipped: "Already processed by an earlier run.",
  failed: "Processing failed; see the error message.",
  stopped: "The run ended before the file was finished.",
});

@ObjectType("Run", {
  implements: NodeType,
  description: "One execution of a pipeline.",
})
export class RunType
  extends NodeType
  implements
    Omit<Run, "organizationId" | "pipelineId" | "workflowId" | "tags" | "acknowledgedAt" | "attempts">
{
  @Field(() => RunTriggerEnum, { description: "What started the run." })
  readonly trigger!: RunTrigger;

  @Field(() => RunStatusEnum, { description: "Status." })
  readonly status!: RunStatus;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Number of files; null until they have been listed.",
  })
  readonly totalFiles!: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of files whose results were written." })
  readonly successfulFiles!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of files that failed." })
  readonly failedFiles!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Number of files that an earlier run already processed.",
  })
  readonly skippedFiles!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "How often files of it were retried." })
  readonly retries!: number;

  @Field(() => String, {
    description: 'Human-readable message with the error of the first failed file; "" if there is none.',
  })
  readonly errorMessage!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "The scheduled time; null if the run was not scheduled.",
  })
  readonly slot!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was requested." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it started, or its files were last retried; null before.",
  })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it ended; null before." })
  readonly finishedAt!: Date | null;
}

@ObjectType("RunFile", { implements: NodeType, description: "One file of a run." })
export class RunFileType
  extends NodeType
  implements Omit<RunFile, "runId" | "jobId" | "objectKey" | "origin">
{
  @Field(() => String, { description: "Path at the source." })
  readonly path!: string;

  @Field(() => String, { description: "Name." })
  readonly name!: string;

  @Field(() => GraphQLNonNegativeFloat, {
    nullable: true,
    description: "Size in bytes; null if unknown.",
  })
  readonly bytes!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "SHA-256 of the content, in hexadecimal; null until the file has been read.",
  })
  readonly contentHash!: string | null;

  @Field(() => RunFileStatusEnum, { description: "Status." })
  readonly status!: RunFileStatus;

  @Field(() => GraphQLNonNegativeInt, {
    description: `How often it was started, at most ${MAX_FILE_ATTEMPTS} times; within an attempt, steps that fail because a store cannot be reached are repeated.`,
  })
  readonly attempts!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "Path of the text at the destination, or of the metadata alone if the file could not be read, or the table whose row was written; null if nothing was written.",
  })
  readonly writtenTo!: string | null;

  @Field(() => String, { description: 'Human-readable message; "" if there is none.' })
  readonly errorMessage!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When processing started; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When processing ended; null before." })
  readonly finishedAt!: Date | null;
}
