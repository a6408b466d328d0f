import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { isTextKept } from "../jobs/result/text-lifetime.ts";
import type { Transaction } from "../ports.ts";
import { changeRunStatus } from "./change-run.ts";
import { findRun } from "./find-runs.ts";
import { COUNTS, releaseFiles } from "./settle-file.ts";
import {
  isFinished,
  MAX_FILE_ATTEMPTS,
  UNSUCCESSFUL_FILES,
  type Run,
  type RunFile,
  type RunFileStatus,
} from "./run.ts";
import type { FileEndRecords, RunEndOutbox, RunPorts } from "./use-case-ports.ts";
import { assertActive, overlaps } from "./start-run.ts";

/** The maximum number of files that can be named in one call. */
const MAX_NAMED = 100;

/** What a file loses when it waits for another attempt. */
const AFRESH = { status: "pending", errorMessage: "", startedAt: null, finishedAt: null } as const;

type Records = Transaction<FileEndRecords, RunEndOutbox>;

/** See `Runs.retry`. */
export async function retryFiles(
  { database, environment }: Pick<RunPorts, "database" | "environment">,
  member: Member,
  { id, fileIds }: { readonly id: string; readonly fileIds: readonly string[] | undefined },
): Promise<Run> {
  assertTier(member, "change");
  if (fileIds && (fileIds.length === 0 || fileIds.length > MAX_NAMED)) {
    throw wrong(`expected 1 to ${MAX_NAMED} files`);
  }
  const { pipelineId } = await findRun({ database }, member, id);
  return database.transaction(async (records) => {
    // The same order as when a run ends, which also updates its pipeline.
    const run = await records.runs.lock(id);
    const pipeline = await records.pipelines.lock(pipelineId);
    if (!pipeline || !run) throw new DomainError("NOT_FOUND", "Execution not found.");
    if (!isFinished(run.status)) throw new DomainError("CONFLICT", `The run is still ${run.status}.`);
    assertActive(pipeline);
    if (await overlaps(records, pipeline)) {
      throw new DomainError("CONFLICT", `The pipeline ${pipeline.name} is already running.`);
    }
    const now = environment.now();
    const again = fileIds
      ? await named(records, { run, fileIds, now })
      : await unsuccessful(records, run, now);
    const begun = await changeRunStatus(records, run, {
      status: "executing",
      ...countsWithout(run, again),
      retries: run.retries + 1,
      errorMessage: "",
      acknowledgedAt: null,
      startedAt: now,
      finishedAt: null,
    });
    await releaseFiles(records, environment, begun);
    return begun;
  });
}

/** Numbers of retried files by the status they had. */
type Retried = Readonly<Partial<Record<RunFileStatus, number>>>;

async function unsuccessful(records: Records, run: Run, now: Date): Promise<Retried> {
  const { runFiles } = records;
  const [first] = await runFiles.list(run.id, { after: "", limit: 1, statuses: UNSUCCESSFUL_FILES });
  if (!first) throw new DomainError("CONFLICT", "The run has no failed files.");
  // Few files can be posted at a time; those of a source may be many, and each can be read again.
  if (first.origin === "posted") return unsuccessfulPosted(records, run, now);
  const counts: Partial<Record<RunFileStatus, number>> = {};
  for (const status of UNSUCCESSFUL_FILES) {
    const before = await runFiles.count(run.id, [status]);
    await runFiles.updateAll(run.id, [status], AFRESH, { attemptsBelow: MAX_FILE_ATTEMPTS });
    counts[status] = before - (await runFiles.count(run.id, [status]));
  }
  if (Object.values(counts).every((count) => count === 0)) throw tooOften();
  return counts;
}

async function unsuccessfulPosted(records: Records, run: Run, now: Date): Promise<Retried> {
  const range = { after: "", limit: MAX_NAMED, statuses: UNSUCCESSFUL_FILES };
  const retried: RunFile[] = [];
  for (const file of await records.runFiles.list(run.id, range)) {
    if (file.attempts < MAX_FILE_ATTEMPTS && (await hasText(records, file, now))) retried.push(file);
  }
  if (retried.length === 0) throw notKept();
  for (const { id } of retried) await records.runFiles.update(id, AFRESH);
  return numbersOf(retried);
}

/** Files that succeeded are read again too: their content no longer counts as processed. */
async function named(
  records: Records,
  { run, fileIds, now }: { readonly run: Run; readonly fileIds: readonly string[]; readonly now: Date },
): Promise<Retried> {
  const retried: RunFile[] = [];
  for (const id of new Set(fileIds)) {
    const file = await records.runFiles.lock(id);
    if (file?.runId !== run.id) throw wrong(`the run has no file ${id}`);
    if (file.attempts >= MAX_FILE_ATTEMPTS) throw tooOften();
    const isUnsuccessful = file.status === "failed" || file.status === "stopped";
    if (file.origin === "posted" && !(isUnsuccessful && (await hasText(records, file, now)))) throw notKept();
    const { path, contentHash } = file;
    if (contentHash !== null) {
      await records.processedFiles.remove({ workflowId: run.workflowId, contentHash, path });
    }
    await records.runFiles.update(id, { ...AFRESH, ...(!isUnsuccessful && { jobId: null }) });
    retried.push(file);
  }
  return numbersOf(retried);
}

async function hasText({ jobs }: Records, { jobId }: RunFile, now: Date): Promise<boolean> {
  const job = jobId === null ? undefined : await jobs.find(jobId);
  return job?.status === "processed" && isTextKept(job, now);
}

function numbersOf(files: readonly RunFile[]): Retried {
  const counts: Partial<Record<RunFileStatus, number>> = {};
  for (const { status } of files) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function countsWithout(run: Run, retried: Retried): Partial<Run> {
  const { done = 0, skipped = 0, failed = 0 } = retried;
  return {
    [COUNTS.done]: run.successfulFiles - done,
    [COUNTS.skipped]: run.skippedFiles - skipped,
    [COUNTS.failed]: run.failedFiles - failed,
  };
}

function tooOften(): DomainError {
  return new DomainError("CONFLICT", `A file can be started at most ${MAX_FILE_ATTEMPTS} times per run.`);
}

function notKept(): DomainError {
  return new DomainError("CONFLICT", "The content of posted files is not kept. Post the files again.");
}

function wrong(reason: string): DomainError {
  return new DomainError("BAD_INPUT", `fileIds: ${reason}`, { field: "fileIds" });
}
