import type { Run, RunFile, RunFileStatus, RunStatus, RunTrigger } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeFloat, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

const RunTriggerEnum = enumType<RunTrigger>("RunTrigger", "Why a run began.", {
  direct: "A member asked for it.",
  scheduled: "Its schedule came due.",
  api: "Somebody asked for it with a key of the pipeline.",
});

const RunStatusEnum = enumType<RunStatus>("RunStatus", "Where a run stands.", {
  pending: "It waits to begin.",
  executing: "Its files are being found, read and written.",
  completed: "It has ended; some of its files may have failed.",
  stopped: "A member stopped it.",
  error: "It has ended without a result; the message says why.",
});

const RunFileStatusEnum = enumType<RunFileStatus>("RunFileStatus", "Where a file of a run stands.", {
  pending: "It waits for its turn.",
  extracting: "It is being fetched and read.",
  writing: "Its result is being written.",
  done: "Its result was written.",
  skipped: "An earlier run has processed it.",
  failed: "It could not be processed; the message says why.",
  stopped: "The run ended before the file did.",
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
  @Field(() => RunTriggerEnum, { description: "Why it began." })
  readonly trigger!: RunTrigger;

  @Field(() => RunStatusEnum, { description: "Where it stands." })
  readonly status!: RunStatus;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Files that it takes; null until they were found.",
  })
  readonly totalFiles!: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Files whose results were written." })
  readonly successfulFiles!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Files that could not be processed." })
  readonly failedFiles!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Files that an earlier run has processed." })
  readonly skippedFiles!: number;

  @Field(() => String, { description: 'For a person; "" where there is nothing to say.' })
  readonly errorMessage!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "The time of the schedule that it fills; null where it was not scheduled.",
  })
  readonly slot!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was asked for." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it began; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it ended; null before." })
  readonly finishedAt!: Date | null;
}

@ObjectType("RunFile", { description: "One file of a run.", simpleResolvers: true })
export class RunFileType implements Omit<RunFile, "id" | "runId" | "jobId" | "objectKey" | "origin"> {
  @Field(() => String, { description: "Where it stands at its source." })
  readonly path!: string;

  @Field(() => String, { description: "Its name." })
  readonly name!: string;

  @Field(() => GraphQLNonNegativeFloat, {
    nullable: true,
    description: "Its size; null where it is not known.",
  })
  readonly bytes!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "SHA-256 of its content, hexadecimal; null until it was read.",
  })
  readonly contentHash!: string | null;

  @Field(() => RunFileStatusEnum, { description: "Where it stands." })
  readonly status!: RunFileStatus;

  @Field(() => String, { description: 'For a person; "" where there is nothing to say.' })
  readonly errorMessage!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was begun with; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was done with; null before." })
  readonly finishedAt!: Date | null;
}
