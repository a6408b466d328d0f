import { DomainError } from "../domain-error.ts";
import type { PipelineRunStatus } from "../pipelines/pipeline.ts";
import type { Transaction } from "../ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords } from "./run-ports.ts";
import { runMayBecome, type Run, type RunStatus } from "./run.ts";

/** The pipeline's status for each run status. */
const PIPELINE_STATUSES = {
  pending: "restarting",
  executing: "in_progress",
  completed: "success",
  partial: "partial",
  stopped: "failure",
  error: "failure",
} as const satisfies Record<RunStatus, PipelineRunStatus>;

/**
 * Changes the status of a locked run, updates its pipeline and announces the change.
 *
 * @throws DomainError `CONFLICT` if the transition is not allowed.
 */
export async function changeRunStatus(
  records: Transaction<RunRecords & PipelineRecords, RunOutbox>,
  run: Run,
  { status, ...changes }: Partial<Run> & Pick<Run, "status">,
): Promise<Run> {
  if (!runMayBecome(run.status, status)) {
    throw new DomainError("CONFLICT", `The run is ${run.status}; it cannot become ${status}.`);
  }
  await records.runs.update(run.id, { status, ...changes });
  await records.pipelines.update(run.pipelineId, { lastRunStatus: PIPELINE_STATUSES[status] });
  await records.announcements.runChanged(run);
  return { ...run, status, ...changes };
}
