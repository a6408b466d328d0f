import type { EndedRun, PipelineKind } from "@galley/core/domain";

const TYPES = {
  etl: "ETL",
  task: "TASK",
  default: "DEFAULT",
  app: "APP",
} as const satisfies Record<PipelineKind, string>;

/** The message about a run that has ended, for a program or a Slack channel. */
export function outcomeMessage({ run, pipeline, platform }: EndedRun): object {
  const isFailure = run.status !== "completed" && run.status !== "partial";
  const status = isFailure ? "FAILURE" : "SUCCESS";
  const { successfulFiles, failedFiles, errorMessage } = run;
  const totalFiles = run.totalFiles ?? 0;
  if (platform === "slack") {
    const counts = `${successfulFiles} of ${totalFiles} files were processed, ${failedFiles} failed.`;
    return { text: [`Pipeline ${pipeline.name}: ${status}.`, counts, errorMessage].join(" ").trim() };
  }
  return {
    type: TYPES[pipeline.kind],
    pipeline_id: pipeline.id,
    pipeline_name: pipeline.name,
    status,
    execution_id: run.id,
    error_message: errorMessage === "" ? null : errorMessage,
    is_failure: isFailure,
    additional_data: {
      total_files: totalFiles,
      successful_files: successfulFiles,
      failed_files: failedFiles,
    },
    timestamp: (run.finishedAt ?? run.createdAt).toISOString(),
  };
}
