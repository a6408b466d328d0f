import { createHash } from "node:crypto";
import type { FileQuery } from "../../connectors/connector-ports.ts";
import type { Environment } from "../../ports.ts";
import { withinBytes } from "../../within-bytes.ts";
import { filesTaken } from "../../workflows/endpoint-configuration.ts";
import { changeRunStatus } from "../change-run.ts";
import { isFinished, type Run, type RunFile } from "../run.ts";
import {
  openConnection,
  permanentReason,
  planOf,
  sourceOf,
  temporaryReason,
  type RunPlan,
} from "../run-ends.ts";
import type { RunPorts } from "../use-case-ports.ts";
import { distinctFiles } from "./distinct-files.ts";
import { failRun, releaseFiles } from "../settle-file.ts";
import { inTime } from "../time-limit.ts";
import { newRunFile } from "../start-run.ts";

/** Files per batch. */
const AT_ONCE = 500;

/** The database keeps paths in indexes, whose entries are limited. */
const MAX_PATH_BYTES = 2000;
const SHOWN_PATH_BYTES = 200;
const DIGEST_LENGTH = 12;

/** See `Runs.takeFiles`. The queue may send a run again; files that are already listed are not listed again. */
export async function takeFiles(ports: RunPorts, runId: string, signal: AbortSignal): Promise<void> {
  const run = await beginRun(ports, runId);
  if (!run) return;
  try {
    const plan = await planOf(ports, run);
    if (run.totalFiles === null) {
      await inTime(signal, (limited) => listFiles(ports, { run, plan }, limited));
    }
  } catch (error) {
    signal.throwIfAborted();
    const reason = permanentReason(error);
    if (reason === undefined) {
      await storeError(ports, run, error);
      throw error;
    }
    // A part of the source is of no use, and may be large.
    if (run.totalFiles === null) {
      await ports.database.transaction(({ runFiles }) => runFiles.removeAll(runId, "pending"));
    }
    await failRun(ports, runId, reason);
    return;
  }
  await ports.database.transaction(async (records) => {
    const listed = await records.runs.lock(runId);
    if (listed?.status === "executing") await releaseFiles(records, ports.environment, listed);
  });
}

/** Undefined if there is nothing to do. */
async function beginRun({ database, environment }: RunPorts, runId: string): Promise<Run | undefined> {
  return database.transaction(async (records) => {
    const run = await records.runs.lock(runId);
    if (!run || isFinished(run.status)) return undefined;
    const attempts = run.attempts + 1;
    if (run.status === "pending") {
      return changeRunStatus(records, run, { status: "executing", attempts, startedAt: environment.now() });
    }
    await records.runs.update(runId, { attempts });
    return { ...run, attempts };
  });
}

/** After an interrupted attempt, the source is listed again; files that are already stored are unchanged. */
async function listFiles(
  ports: RunPorts,
  { run, plan }: { readonly run: Run; readonly plan: RunPlan },
  signal: AbortSignal,
): Promise<void> {
  await using connection = await openConnection(ports, plan.source, signal);
  let batch: RunFile[] = [];
  let totalFiles = 0;
  let failedFiles = 0;
  const store = async (): Promise<void> => {
    const files = batch;
    batch = [];
    await ports.database.transaction(({ runFiles }) => runFiles.insert(files));
  };
  const listed = sourceOf(connection, plan.source).list(queryOf(plan.source), signal);
  for await (const { path, name, bytes = null } of distinctFiles(listed)) {
    totalFiles += 1;
    const file = newRunFile(ports.environment, { runId: run.id, origin: "source", path, name, bytes });
    const isTooLong = Buffer.byteLength(path) > MAX_PATH_BYTES;
    if (isTooLong) failedFiles += 1;
    batch.push(isTooLong ? { ...file, ...failedForItsPath(ports.environment, path) } : file);
    if (batch.length === AT_ONCE) await store();
  }
  await store();
  await ports.database.transaction(async (records) => {
    await records.runs.update(run.id, { totalFiles, failedFiles, errorMessage: "" });
    await records.announcements.runChanged(run);
  });
}

/** A path that cannot be stored fails its file, not the run. The digest keeps the shown part unique. */
function failedForItsPath(environment: Environment, path: string): Partial<RunFile> {
  const digest = createHash("sha256").update(path).digest("hex").slice(0, DIGEST_LENGTH);
  return {
    path: `${withinBytes(path, SHOWN_PATH_BYTES)}…${digest}`,
    status: "failed",
    errorMessage: `The path has ${Buffer.byteLength(path)} bytes; at most ${MAX_PATH_BYTES} are supported.`,
    finishedAt: environment.now(),
  };
}

/** A database source lists every row. */
function queryOf(source: RunPlan["source"]): FileQuery {
  if (source.connection !== "file_system") return { folders: [], patterns: [], recursive: true };
  const { folders, patterns, recursive, archives } = filesTaken(source);
  return { folders, patterns, recursive, archives };
}

/** Stores the error, in case it turns out to be permanent. */
async function storeError({ database }: RunPorts, { id }: Run, error: unknown): Promise<void> {
  await database.transaction(({ runs }) => runs.update(id, { errorMessage: temporaryReason(error) }));
}
