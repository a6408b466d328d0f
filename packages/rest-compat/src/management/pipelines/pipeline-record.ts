import type {
  Pipeline,
  PipelineDetails,
  PipelineEnd,
  PipelineKind,
  PipelineRunStatus,
} from "@galley/core/domain";
import { z } from "zod";
import { EXECUTION_STATUSES, executionStatus } from "../executions/execution-record.ts";
import type { Visit } from "../visit.ts";
import { ownershipFields, ownershipOfEach, type Ownership } from "../ownership.ts";

export const PIPELINE_TYPES = {
  ETL: "etl",
  TASK: "task",
  DEFAULT: "default",
  APP: "app",
} as const satisfies Record<Uppercase<PipelineKind>, PipelineKind>;

export const pipelineType = z.enum(["ETL", "TASK", "DEFAULT", "APP"]);

const TYPE_NAMES = {
  etl: "ETL",
  task: "TASK",
  default: "DEFAULT",
  app: "APP",
} as const satisfies Record<PipelineKind, string>;

const lastRunStatus = z.enum(["SUCCESS", "FAILURE", "INPROGRESS", "YET_TO_START", "RESTARTING", "PAUSED"]);

const STATUS_NAMES = {
  success: "SUCCESS",
  partial: "SUCCESS",
  failure: "FAILURE",
  in_progress: "INPROGRESS",
  yet_to_start: "YET_TO_START",
  restarting: "RESTARTING",
  paused: "PAUSED",
} as const satisfies Record<PipelineRunStatus, z.output<typeof lastRunStatus>>;

export const pipelineRecord = z.object({
  id: z.string(),
  pipeline_name: z.string(),
  workflow: z.string(),
  pipeline_type: pipelineType,
  active: z.boolean(),
  scheduled: z.boolean(),
  cron_string: z.string().nullable(),
  time_zone: z.string(),
  missed_slots: z.enum(["SKIP", "RUN_ONCE"]),
  allow_overlap: z.boolean(),
  run_count: z.int(),
  last_run_time: z.iso.datetime().nullable(),
  last_run_status: lastRunStatus,
  app_id: z.string().nullable(),
  app_icon: z.string().nullable(),
  app_url: z.string().nullable(),
  access_control_bundle_id: z.string().nullable(),
  api_endpoint: z.string(),
  last_5_run_statuses: z.array(
    z.object({
      execution_id: z.string(),
      status: executionStatus,
      timestamp: z.iso.datetime(),
    }),
  ),
  next_run_time: z.iso.datetime().nullable(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  source_name: z.string(),
  source_icon: z.string(),
  source_instance_name: z.string(),
  destination_name: z.string(),
  destination_icon: z.string(),
  destination_instance_name: z.string(),
  ...ownershipFields,
});

export type PipelineRecord = z.output<typeof pipelineRecord>;

/** One query for each kind of record, whatever the number of pipelines. */
export async function pipelineRecords(
  visit: Visit,
  pipelines: readonly Pipeline[],
): Promise<PipelineRecord[]> {
  const [ownerships, details] = await Promise.all([
    ownershipOfEach(visit, "pipeline", pipelines),
    visit.application.pipelines.detailsOfEach(pipelines),
  ]);
  return pipelines.flatMap((pipeline, index) => {
    const [ownership, around] = [ownerships[index], details[index]];
    return ownership && around ? [recordOf(visit, pipeline, { ownership, around })] : [];
  });
}

function recordOf(
  visit: Visit,
  pipeline: Pipeline,
  { ownership, around }: { readonly ownership: Ownership; readonly around: PipelineDetails },
): PipelineRecord {
  return {
    id: pipeline.id,
    pipeline_name: pipeline.name,
    workflow: pipeline.workflowId,
    pipeline_type: TYPE_NAMES[pipeline.kind],
    active: pipeline.active,
    scheduled: pipeline.cron !== null,
    cron_string: pipeline.cron,
    time_zone: pipeline.timeZone,
    missed_slots: pipeline.missedSlots === "skip" ? "SKIP" : "RUN_ONCE",
    allow_overlap: pipeline.allowOverlap,
    run_count: pipeline.runCount,
    last_run_time: pipeline.lastRunAt?.toISOString() ?? null,
    last_run_status: STATUS_NAMES[pipeline.lastRunStatus],
    app_id: pipeline.appId,
    app_icon: pipeline.appIcon,
    app_url: pipeline.appUrl,
    access_control_bundle_id: pipeline.accessControlBundleId,
    api_endpoint: apiEndpointOf(visit, pipeline),
    ...relatedFields(around),
    workflow_id: pipeline.workflowId,
    ...ownership,
  };
}

/** The public address of a pipeline. */
export function apiEndpointOf({ publicUrl, organization }: Visit, { id }: Pipeline): string {
  return `${publicUrl}/deployment/pipeline/api/${organization.slug}/${id}/`;
}

type Around = Pick<
  PipelineRecord,
  | "last_5_run_statuses"
  | "next_run_time"
  | "workflow_name"
  | "source_name"
  | "source_icon"
  | "source_instance_name"
  | "destination_name"
  | "destination_icon"
  | "destination_instance_name"
>;

function relatedFields({ workflow, source, destination, latestRuns, nextRunAt }: PipelineDetails): Around {
  const [from, to] = [endOf(source), endOf(destination)];
  return {
    last_5_run_statuses: latestRuns.map(({ id, status, createdAt }) => ({
      execution_id: id,
      status: EXECUTION_STATUSES[status],
      timestamp: createdAt.toISOString(),
    })),
    next_run_time: nextRunAt?.toISOString() ?? null,
    workflow_name: workflow?.name ?? "",
    source_name: from.name,
    source_icon: from.icon,
    source_instance_name: from.instance,
    destination_name: to.name,
    destination_icon: to.icon,
    destination_instance_name: to.instance,
  };
}

const NOT_CONFIGURED = "Connector not configured.";

function endOf({ endpoint, connector, kind }: PipelineEnd): {
  readonly name: string;
  readonly icon: string;
  readonly instance: string;
} {
  if (endpoint?.connection === "api") return { name: "API", icon: "", instance: "API" };
  return {
    name: kind?.name ?? NOT_CONFIGURED,
    icon: kind?.icon ?? NOT_CONFIGURED,
    instance: connector?.name ?? NOT_CONFIGURED,
  };
}
