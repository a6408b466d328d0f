import type { Member } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import { endOnAbort } from "../end-on-abort.ts";
import { readThroughOutage } from "../through-outage.ts";
import { managedBy, standingsIn } from "../sharing/record-access.ts";
import type { Job } from "../jobs/job.ts";
import type { JobRecords } from "../jobs/job-ports.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { RunFileRange, RunQuery, RunRecords } from "./run-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { Database } from "../ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import { isFinished, type Run, type RunFile } from "./run.ts";
import type { RunPorts } from "./use-case-ports.ts";

interface Ports {
  readonly database: Database<RunRecords & PipelineRecords & ShareRecords>;
}

/** A run of a pipeline that the member manages. */
export async function findRun({ database: { records } }: Ports, member: Member, id: string): Promise<Run> {
  const run = await records.runs.find(id);
  if (run?.organizationId !== member.organizationId) throw unknown();
  const record = await records.pipelines.find(run.pipelineId);
  await managedBy(records, member, { kind: "pipeline", record });
  return run;
}

/** A file of a run of a pipeline that the member manages. */
export async function findRunFile(ports: Ports, member: Member, id: string): Promise<RunFile> {
  const file = await ports.database.records.runFiles.find(id);
  if (!file) throw new DomainError("NOT_FOUND", "File not found.", { field: "id" });
  await findRun(ports, member, file.runId);
  return file;
}

export async function listRuns(
  { database: { records } }: Ports,
  member: Member,
  query: RunQuery,
): Promise<readonly Run[]> {
  const record = await records.pipelines.find(query.pipelineId);
  await managedBy(records, member, { kind: "pipeline", record });
  return records.runs.list(query);
}

/** The latest runs of each pipeline; undefined for one that the member does not manage. */
export async function latestRuns(
  { database: { records } }: Ports,
  member: Member,
  { pipelines, limit }: { readonly pipelines: readonly Pipeline[]; readonly limit: number },
): Promise<readonly (readonly Run[] | undefined)[]> {
  const standings = await standingsIn(records, member, { kind: "pipeline", records: pipelines });
  const managed = pipelines.filter((_, index) => standings[index] === "owner");
  const ids = managed.map(({ id }) => id);
  const ofPipeline = Map.groupBy(await records.runs.listLatest(ids, limit), ({ pipelineId }) => pipelineId);
  return pipelines.map((pipeline, index) =>
    standings[index] === "owner" ? (ofPipeline.get(pipeline.id) ?? []) : undefined,
  );
}

export async function countRuns(
  { database: { records } }: Ports,
  member: Member,
  query: Omit<RunQuery, "offset" | "limit">,
): Promise<number> {
  const record = await records.pipelines.find(query.pipelineId);
  await managedBy(records, member, { kind: "pipeline", record });
  return records.runs.count(query);
}

/** The files of each run. */
export async function filesOfEach(
  { database }: Ports,
  runs: readonly Run[],
  range: RunFileRange,
): Promise<readonly (readonly RunFile[])[]> {
  const ids = runs.map(({ id }) => id);
  const ofRun = Map.groupBy(await database.records.runFiles.listOfRuns(ids, range), ({ runId }) => runId);
  return ids.map((id) => ofRun.get(id) ?? []);
}

/** See `Runs.jobsOfEach`. */
export async function jobsOfEach(
  { database }: { readonly database: Database<JobRecords> },
  files: readonly Pick<RunFile, "jobId">[],
): Promise<readonly (Job | undefined)[]> {
  const jobs = await database.records.jobs.listByIds(files.flatMap(({ jobId }) => jobId ?? []));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return files.map(({ jobId }) => byId.get(jobId ?? ""));
}

/** Subscribes before it reads, so no change is missed. */
export function watchRun(
  ports: Ports & Pick<RunPorts, "subscriptions">,
  member: Member,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal | undefined },
): AsyncGenerator<Run, void, undefined> {
  return statesOf(ports, { id, signal }, () => findRun(ports, member, id));
}

/** See `Runs.ended`. */
export async function endedRun(
  ports: Ports & Pick<RunPorts, "subscriptions">,
  run: Run,
  signal: AbortSignal,
): Promise<Run> {
  const { id } = run;
  const found = async (): Promise<Run> => (await ports.database.records.runs.find(id)) ?? run;
  let latest = run;
  for await (const state of statesOf(ports, { id, signal }, found)) latest = state;
  return latest;
}

async function* statesOf(
  ports: Ports & Pick<RunPorts, "subscriptions">,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal | undefined },
  find: () => Promise<Run>,
): AsyncGenerator<Run, void, undefined> {
  await using changes = ports.subscriptions.runChanges(id);
  endOnAbort(changes, signal);
  const read = readThroughOutage(signal);
  let run = await find();
  for (;;) {
    yield run;
    if (isFinished(run.status) || (await changes.next()).done) return;
    run = await read(find, run);
  }
}

function unknown(): DomainError {
  return new DomainError("NOT_FOUND", "Execution not found.", { field: "id" });
}
