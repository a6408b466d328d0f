import type { ConnectionType, ConnectorKind, PipelineProblem, Run, RunStatus } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ID, ObjectType } from "type-graphql";
import { ConnectorKindType } from "../connectors/connector-kind-type.ts";
import { enumType } from "../enums/enum-type.ts";
import { RunStatusEnum } from "../runs/run-type.ts";
import { ConnectionTypeEnum } from "../workflows/workflow-type.ts";

/** One end of a pipeline, as far as everyone who can see the pipeline may know it. */
export interface ShownEnd {
  readonly connection: ConnectionType | null;
  readonly connectorName: string | null;
  readonly kind: ConnectorKind | null;
}

@ObjectType("PipelineEnd", {
  description: "The source or destination of a pipeline, for display.",
  simpleResolvers: true,
})
export class PipelineEndType implements ShownEnd {
  @Field(() => ConnectionTypeEnum, { nullable: true, description: "Null until it is configured." })
  readonly connection!: ConnectionType | null;

  @Field(() => String, { nullable: true, description: "Name of the connector; null if there is none." })
  readonly connectorName!: string | null;

  @Field(() => ConnectorKindType, {
    nullable: true,
    description: "Kind of the connector, with its name and icon; null if there is none.",
  })
  readonly kind!: ConnectorKind | null;
}

const PipelineProblemCodeEnum = enumType<PipelineProblem["code"]>(
  "PipelineProblemCode",
  "Reasons why runs of a pipeline would fail.",
  {
    workflow_inactive: "The workflow is inactive.",
    source_not_configured: "The workflow has no source.",
    destination_not_configured: "The workflow has no destination.",
    source_unauthorized: "The connector of the source must be authorized again.",
    destination_unauthorized: "The connector of the destination must be authorized again.",
    nothing_to_schedule: "The pipeline has a schedule, but its files are posted.",
  },
);

@ObjectType("PipelineProblem", {
  description: "Why runs would fail, as far as it is known without connecting.",
  simpleResolvers: true,
})
export class PipelineProblemType implements PipelineProblem {
  @Field(() => PipelineProblemCodeEnum, { description: "The reason." })
  readonly code!: PipelineProblem["code"];

  @Field(() => String, { description: "Human-readable message." })
  readonly message!: string;
}

/** A run, as far as everyone who can see its pipeline may know it. */
export interface ShownRun extends Omit<Run, "id"> {
  readonly runId: string;
}

@ObjectType("RunSummary", {
  description: "A run as everyone who can see the pipeline may know it.",
  simpleResolvers: true,
})
export class RunSummaryType implements Pick<
  ShownRun,
  | "runId"
  | "status"
  | "totalFiles"
  | "successfulFiles"
  | "failedFiles"
  | "skippedFiles"
  | "createdAt"
  | "startedAt"
  | "finishedAt"
> {
  @Field(() => ID, { description: "The run's id, for `run`." })
  readonly runId!: string;

  @Field(() => RunStatusEnum, { description: "Status." })
  readonly status!: RunStatus;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: "Number of files; null until listed." })
  readonly totalFiles!: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of files whose results were written." })
  readonly successfulFiles!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of files that failed." })
  readonly failedFiles!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of files processed by an earlier run." })
  readonly skippedFiles!: number;

  @Field(() => GraphQLDateTime, { description: "When it was requested." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it started; null before." })
  readonly startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it ended; null before." })
  readonly finishedAt!: Date | null;
}
