import type { Run, RunFile, RunFileStatus, RunStatus, RunTrigger } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeFloat, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

const RunTriggerEnum = enumType<RunTrigger>("RunTrigger", "What started a run.", {
  direct: "A member.",
  scheduled: "The pipeline's schedule.",
  api: "A call to the pipeline's public address.",
});

const RunStatusEnum = enumType<RunStatus>("RunStatus", "Status of a run.", {
  pending: "Waiting to start.",
  executing: "Files are being listed, read and written.",
  completed: "Ended; some files may have failed.",
  stopped: "Stopped by a member.",
  error: "Ended without a result; see the error message.",
});

const RunFileStatusEnum = enumType<RunFileStatus>("RunFileStatus", "Status of a file of a run.", {
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

  @Field(() => String, { description: 'Human-readable message; "" if there is none.' })
  readonly errorMessage!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "The scheduled time; null if the run was not scheduled.",
  })
  readonly slot!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was requested." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it started; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it ended; null before." })
  readonly finishedAt!: Date | null;
}

@ObjectType("RunFile", { description: "One file of a run.", simpleResolvers: true })
export class RunFileType implements Omit<RunFile, "id" | "runId" | "jobId" | "objectKey" | "origin"> {
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

  @Field(() => String, { description: 'Human-readable message; "" if there is none.' })
  readonly errorMessage!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When processing started; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When processing ended; null before." })
  readonly finishedAt!: Date | null;
}
