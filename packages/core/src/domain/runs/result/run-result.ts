import { documentText } from "../../../extraction/result/document-text.ts";
import type { Rendition } from "../../../extraction/options/renditions.ts";
import { DomainError } from "../../domain-error.ts";
import { allPages } from "../../jobs/find-jobs.ts";
import { textOptions, type Job } from "../../jobs/job.ts";
import { markRetrieved } from "../../jobs/result/mark-retrieved.ts";
import { isTextKept, type TextLifetime } from "../../jobs/result/text-lifetime.ts";
import type { Pipeline } from "../../pipelines/pipeline.ts";
import type { Database, Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../../jobs/job-ports.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";
import type { RunRecords } from "../run-ports.ts";
import { type FileRenditions, renditionsOfRun } from "./run-renditions.ts";
import { resultMetadata } from "./result-metadata.ts";
import { NO_CONTENT } from "./written-content.ts";
import { isFinished, type Run, type RunFile } from "../run.ts";
import type { RunPorts } from "../use-case-ports.ts";

/** The result of a run, for callers with a key of its pipeline. */
export interface RunResult {
  readonly run: Run;
  /** Ordered by path; empty until the run has ended. */
  readonly files: readonly RunFileResult[];
}

export interface RunFileResult {
  readonly file: RunFile;
  /** Null if the file could not be read, or the text was written to a destination. */
  readonly text: string | null;
  /** Those that were asked for; empty without a text. */
  readonly renditions: FileRenditions;
  /** Null if the file had no job. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The maximum number of files in a result: more than can be posted, and enough to inspect a source. */
const MAX_FILES = 1000;

interface Ports extends Pick<RunPorts, "environment" | "jobs" | "textLifetime"> {
  readonly database: Database<RunRecords & JobRecords & WebhookRecords, JobOutbox>;
}

/** See `Runs.result`. Of two concurrent callers only one gets the texts. */
export async function resultOf(
  ports: Ports,
  pipeline: Pipeline,
  { runId, renditions: wanted }: { readonly runId: string; readonly renditions: readonly Rendition[] },
): Promise<RunResult> {
  const found = await ports.database.records.runs.find(runId);
  if (found?.pipelineId !== pipeline.id) {
    throw new DomainError("NOT_FOUND", "Execution not found.", { field: "execution_id" });
  }
  if (!isFinished(found.status)) return { run: found, files: [] };
  // Read before the texts are handed over, which may delete them, and outside of the transaction, which may wait.
  const renditions = found.acknowledgedAt ? new Map() : await renditionsOfRun(ports, runId, wanted);
  return ports.database.transaction((records) => takeResult(records, ports, { pipeline, runId, renditions }));
}

async function takeResult(
  records: Transaction<RunRecords & JobRecords & WebhookRecords, JobOutbox>,
  { environment, textLifetime: { keepText } }: Ports,
  {
    pipeline,
    runId,
    renditions,
  }: {
    readonly pipeline: Pipeline;
    readonly runId: string;
    readonly renditions: ReadonlyMap<string, FileRenditions>;
  },
): Promise<RunResult> {
  const run = await records.runs.lock(runId);
  if (!run) throw new DomainError("NOT_FOUND", "Execution not found.", { field: "execution_id" });
  if (run.acknowledgedAt) throw new DomainError("ALREADY_DELIVERED", "Result already acknowledged.");
  const now = environment.now();
  const files: RunFileResult[] = [];
  let handedOver = 0;
  for (const file of await records.runFiles.list(runId, { after: "", limit: MAX_FILES })) {
    const job = file.jobId === null ? undefined : await records.jobs.lock(file.jobId);
    const text = job ? await takeText(records, job, { now, keepText }) : null;
    if (text !== null) handedOver += 1;
    const facts = {
      run,
      file,
      pipelineName: pipeline.name,
      text: text ?? "",
      content: NO_CONTENT,
      writtenAt: now,
    };
    files.push({
      file,
      text,
      renditions: (job && text !== null && renditions.get(job.id)) || {},
      metadata: job ? resultMetadata({ ...facts, job }) : null,
    });
  }
  if (handedOver > 0) await records.runs.update(runId, { acknowledgedAt: now });
  return { run, files };
}

/** Null if there is no text, or it is no longer available. */
async function takeText(
  records: Transaction<JobRecords & WebhookRecords, JobOutbox>,
  job: Job,
  { now, keepText }: { readonly now: Date } & Pick<TextLifetime, "keepText">,
): Promise<string | null> {
  if (job.status !== "processed" || !isTextKept(job, now)) return null;
  const pages = await allPages(records, job.id, { words: "recognised" });
  const { text } = documentText(pages, textOptions(job));
  await markRetrieved(records, job, { now, againSeconds: 0, keepText });
  return text;
}
