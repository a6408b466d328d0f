import type { Run, RunStatus } from "@galley/core/domain";
import { z } from "zod";

export const executionStatus = z.enum(["PENDING", "EXECUTING", "COMPLETED", "STOPPED", "ERROR"]);

/** A run of which some files failed is COMPLETED: clients do not know another word for it. */
export const EXECUTION_STATUSES = {
  pending: "PENDING",
  executing: "EXECUTING",
  completed: "COMPLETED",
  partial: "COMPLETED",
  stopped: "STOPPED",
  error: "ERROR",
} as const satisfies Record<RunStatus, z.output<typeof executionStatus>>;

const MAX_MESSAGE_LENGTH = 256;

export const executionRecord = z.object({
  id: z.string(),
  pipeline_id: z.string(),
  task_id: z.string().nullable(),
  queue_message_id: z.string().nullable(),
  workflow: z.string(),
  execution_mode: z.enum(["INSTANT", "QUEUE"]),
  execution_method: z.enum(["DIRECT", "SCHEDULED"]),
  execution_type: z.enum(["COMPLETE", "STEP"]),
  execution_log_id: z.string(),
  status: executionStatus,
  result_acknowledged: z.boolean(),
  total_files: z.int(),
  successful_files: z.int(),
  failed_files: z.int(),
  skipped_files: z.int().describe("Files that were skipped because an earlier execution processed them."),
  error_message: z.string(),
  attempts: z.int(),
  execution_time: z.number().describe("Seconds."),
  tags: z.array(z.string()),
  created_at: z.iso.datetime(),
  modified_at: z.iso.datetime(),
});

export function executionOf(run: Run): z.output<typeof executionRecord> {
  const modifiedAt = run.finishedAt ?? run.startedAt ?? run.createdAt;
  return {
    id: run.id,
    pipeline_id: run.pipelineId,
    task_id: null,
    queue_message_id: null,
    workflow: run.workflowId,
    execution_mode: "QUEUE",
    execution_method: run.trigger === "scheduled" ? "SCHEDULED" : "DIRECT",
    execution_type: "COMPLETE",
    execution_log_id: run.id,
    status: EXECUTION_STATUSES[run.status],
    result_acknowledged: run.acknowledgedAt !== null,
    total_files: run.totalFiles ?? 0,
    successful_files: run.successfulFiles,
    failed_files: run.failedFiles,
    skipped_files: run.skippedFiles,
    error_message: run.errorMessage.slice(0, MAX_MESSAGE_LENGTH),
    attempts: run.attempts,
    execution_time: run.startedAt ? (modifiedAt.getTime() - run.startedAt.getTime()) / 1000 : 0,
    tags: [...run.tags],
    created_at: run.createdAt.toISOString(),
    modified_at: modifiedAt.toISOString(),
  };
}
