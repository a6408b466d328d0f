import { announceOutcome } from "../notifications/announce-outcome.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { JobRecords } from "../jobs/job-ports.ts";
import { isTextKept } from "../jobs/result/text-lifetime.ts";
import type { RunRecords } from "./run-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import { changeRunStatus } from "./change-run.ts";
import {
  fileMayBecome,
  FILES_UNDER_WAY,
  isFinished,
  type Run,
  type RunFile,
  type RunFileStatus,
  type RunStatus,
} from "./run.ts";
import type { FileEndRecords, RunEndOutbox, RunEndRecords, RunPorts } from "./use-case-ports.ts";
import { maxFilesOf } from "../workflows/endpoint-configuration.ts";

/** Files of one run that are processed at a time: enough to keep a service busy, few enough to store. */
const FILES_AT_ONCE = 16;

/** The outcome of a file. */
export interface FileEnd {
  readonly status: Extract<RunFileStatus, "done" | "skipped" | "failed">;
  readonly errorMessage?: string;
}

/** The count of a run that each file status adds to. */
export const COUNTS = {
  done: "successfulFiles",
  skipped: "skippedFiles",
  failed: "failedFiles",
} as const satisfies Record<FileEnd["status"], keyof Run>;

interface EndPorts extends Pick<RunPorts, "environment"> {
  readonly database: Database<FileEndRecords, RunEndOutbox>;
}

/** Settles a locked file of a locked run, which then continues with the next file or ends. */
export async function settleFile(
  records: Transaction<FileEndRecords, RunEndOutbox>,
  environment: Environment,
  { run, file, end }: { readonly run: Run; readonly file: RunFile; readonly end: FileEnd },
): Promise<void> {
  if (isFinished(run.status) || !fileMayBecome(file.status, end.status)) return;
  const { status, errorMessage = "" } = end;
  await records.runFiles.update(file.id, { status, errorMessage, finishedAt: environment.now() });
  const counted = { [COUNTS[status]]: run[COUNTS[status]] + 1 };
  await records.runs.update(run.id, counted);
  await records.announcements.runChanged(run);
  await releaseFiles(records, environment, { ...run, ...counted });
}

/** Queues waiting files of a locked run, up to the limits; the run ends if there are none. */
export async function releaseFiles(
  records: Transaction<FileEndRecords, RunEndOutbox>,
  environment: Environment,
  run: Run,
): Promise<void> {
  const { runFiles, queue } = records;
  const underWay = await runFiles.count(run.id, FILES_UNDER_WAY);
  const room = Math.min(FILES_AT_ONCE, await filesLeft(records, run)) - underWay;
  const next = room > 0 ? await runFiles.list(run.id, { after: "", limit: room, statuses: ["pending"] }) : [];
  const startedAt = environment.now();
  for (const file of next) {
    const jobId = await jobToWrite(records, { file, now: startedAt });
    const attempts = file.attempts + 1;
    await runFiles.update(file.id, { status: "extracting", jobId, attempts, startedAt });
    await queue.workOnFile({ id: file.id, organizationId: run.organizationId });
  }
  if (underWay + next.length === 0) await completeRun(records, environment, run);
}

/** A retried file whose text could not be written has its text still; anything else is read from the source again. */
async function jobToWrite(
  { jobs }: Transaction<JobRecords>,
  { file: { jobId, origin }, now }: { readonly file: RunFile; readonly now: Date },
): Promise<string | null> {
  if (jobId === null || origin === "posted") return jobId;
  const job = await jobs.find(jobId);
  return job?.status === "processed" && isTextKept(job, now) ? jobId : null;
}

/**
 * The number of files that a run may still process, by the limits of its workflow and its source, including those
 * under way; skipped files do not count. If files are retried, only those are pending, and no limit applies.
 */
async function filesLeft(records: Transaction<WorkflowRecords>, run: Run): Promise<number> {
  if (run.retries > 0) return Number.POSITIVE_INFINITY;
  const workflow = await records.workflows.find(run.workflowId);
  const [source] = await records.workflowEndpoints.listOfWorkflows([run.workflowId]);
  const ofSource = source ? maxFilesOf(source) : null;
  const most = Math.min(workflow?.maxFiles ?? Number.POSITIVE_INFINITY, ofSource ?? Number.POSITIVE_INFINITY);
  return most - run.successfulFiles - run.failedFiles;
}

/** A run none of whose files could be processed is an error; files beyond its limits do not belong to it. */
async function completeRun(
  records: Transaction<RunEndRecords, RunEndOutbox>,
  environment: Environment,
  run: Run,
): Promise<void> {
  await records.runFiles.removeAll(run.id, "pending");
  const { successfulFiles, skippedFiles, failedFiles } = run;
  const stoppedFiles = await records.runFiles.count(run.id, ["stopped"]);
  const totalFiles = successfulFiles + skippedFiles + failedFiles + stoppedFiles;
  const status = outcomeOf(run, stoppedFiles);
  const errorMessage = failedFiles === 0 ? "" : await failuresOf(records, run, totalFiles);
  await endRun(records, environment, { run, end: { status, totalFiles, errorMessage } });
}

/** Files of an earlier attempt that were stopped and not retried count as failed. */
function outcomeOf({ successfulFiles, skippedFiles, failedFiles }: Run, stoppedFiles: number): RunStatus {
  if (failedFiles + stoppedFiles === 0) return "completed";
  return successfulFiles + skippedFiles === 0 ? "error" : "partial";
}

async function failuresOf(
  { runFiles }: Transaction<RunRecords>,
  run: Run,
  totalFiles: number,
): Promise<string> {
  const [first] = await runFiles.list(run.id, { after: "", limit: 1, statuses: ["failed"] });
  const example = first ? ` ${first.path}: ${first.errorMessage}` : "";
  return `${run.failedFiles} of ${totalFiles} files could not be processed.${example}`;
}

/** Ends a locked run and queues its notifications. */
export async function endRun(
  records: Transaction<RunEndRecords, RunEndOutbox>,
  environment: Environment,
  { run, end }: { readonly run: Run; readonly end: Partial<Run> & Pick<Run, "status"> },
): Promise<Run> {
  const ended = await changeRunStatus(records, run, { ...end, finishedAt: environment.now() });
  await announceOutcome(records, environment, ended);
  return ended;
}

/** Ends a run as a whole with an error, unless it has ended. */
export async function failRun(
  { database, environment }: EndPorts,
  runId: string,
  errorMessage: string,
): Promise<void> {
  await database.transaction(async (records) => {
    const run = await records.runs.lock(runId);
    if (!run || isFinished(run.status)) return;
    await records.runFiles.updateAll(runId, ["pending", ...FILES_UNDER_WAY], {
      status: "stopped",
      finishedAt: environment.now(),
    });
    await endRun(records, environment, { run, end: { status: "error", errorMessage } });
  });
}

/** See `Runs.giveUpRun`. */
export async function giveUpRun(ports: EndPorts, runId: string): Promise<void> {
  const run = await ports.database.records.runs.find(runId);
  await failRun(
    ports,
    runId,
    run?.errorMessage || "The files of the source could not be listed. Check the connector of the source.",
  );
}

/** See `Runs.giveUpFile`. */
export async function giveUpFile({ database, environment }: EndPorts, runFileId: string): Promise<void> {
  const found = await database.records.runFiles.find(runFileId);
  if (!found) return;
  await database.transaction(async (records) => {
    const run = await records.runs.lock(found.runId);
    const file = await records.runFiles.lock(runFileId);
    if (!run || !file) return;
    const errorMessage = file.errorMessage || "Every attempt to process the file was interrupted.";
    await settleFile(records, environment, { run, file, end: { status: "failed", errorMessage } });
  });
}
