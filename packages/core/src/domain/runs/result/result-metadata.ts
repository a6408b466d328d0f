import type { Job } from "../../jobs/job.ts";
import type { Run, RunFile } from "../run.ts";
import type { WrittenContent } from "./written-content.ts";
import type { WrittenFields } from "./written-fields.ts";

/** The result of one file, ready to be written. */
export interface FileResult {
  readonly run: Pick<Run, "id" | "pipelineId">;
  readonly file: Pick<RunFile, "origin" | "path" | "name" | "contentHash" | "bytes" | "startedAt">;
  readonly job: Pick<Job, "status" | "statusMessage" | "file" | "pageCount" | "pagesDone" | "options">;
  readonly pipelineName: string;
  /** "" if the file could not be read. */
  readonly text: string;
  /** Empty if the file could not be read. */
  readonly content: WrittenContent;
  /** The data by the schema of the destination; undefined without one, and if the file could not be read. */
  readonly fields?: WrittenFields | undefined;
  readonly writtenAt: Date;
}

export function isRead({ job }: Pick<FileResult, "job">): boolean {
  return job.status === "processed" || job.status === "retrieved";
}

/** The metadata of a text, with the names of the documented executions. */
export function resultMetadata(result: FileResult): Readonly<Record<string, unknown>> {
  const { run, file, job, pipelineName, fields, writtenAt } = result;
  return {
    file_path: file.path,
    file_name: file.name,
    content_hash: file.contentHash,
    bytes: file.bytes,
    media_type: job.file?.mediaType ?? null,
    execution_id: run.id,
    pipeline_id: run.pipelineId,
    pipeline_name: pipelineName,
    status: isRead(result) ? "SUCCESS" : "FAILURE",
    error: isRead(result) ? "" : job.statusMessage,
    message: isRead(result) ? job.statusMessage : "",
    page_count: job.pageCount,
    pages_extracted: job.pagesDone,
    mode: job.options.mode,
    output_mode: job.options.outputMode,
    ...(fields && { schema: fields.schema, review_status: fields.status }),
    started_at: file.startedAt?.toISOString() ?? null,
    written_at: writtenAt.toISOString(),
  };
}
