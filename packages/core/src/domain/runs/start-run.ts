import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords } from "./run-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import { managedBy } from "../sharing/record-access.ts";
import { UNFINISHED_RUN_STATUSES, type Run, type RunFile } from "./run.ts";
import type { RunPorts } from "./use-case-ports.ts";

interface StartPorts extends Pick<RunPorts, "environment"> {
  readonly database: Database<RunRecords & PipelineRecords & WorkflowRecords & ShareRecords, RunOutbox>;
}

/** See `Runs.start`. */
export async function startRun(ports: StartPorts, member: Member, pipelineId: string): Promise<Run> {
  assertTier(member, "change");
  return ports.database.transaction(async (records) => {
    const record = await records.pipelines.lock(pipelineId);
    const pipeline = await managedBy(records, member, { kind: "pipeline", record });
    return startWithSource(records, ports.environment, { pipeline, trigger: "direct" });
  });
}

/** See `Runs.startEntered`. */
export async function startByKey(
  { database, environment }: StartPorts,
  { id, name }: Pipeline,
): Promise<Run> {
  return database.transaction(async (records) => {
    const pipeline = await records.pipelines.lock(id);
    if (!pipeline) throw new DomainError("NOT_FOUND", `The pipeline ${name} was deleted.`);
    return startWithSource(records, environment, { pipeline, trigger: "api" });
  });
}

async function startWithSource(
  records: Transaction<RunRecords & PipelineRecords & WorkflowRecords, RunOutbox>,
  environment: Environment,
  { pipeline, trigger }: Pick<NewRun, "pipeline" | "trigger">,
): Promise<Run> {
  assertActive(pipeline);
  const endpoints = await records.workflowEndpoints.listOfWorkflows([pipeline.workflowId]);
  if (endpoints.some(({ direction, connection }) => direction === "source" && connection === "api")) {
    throw new DomainError(
      "BAD_INPUT",
      "files: the source of this pipeline is API; upload the files or post them to its public address",
      {
        field: "files",
      },
    );
  }
  if (await overlaps(records, pipeline)) {
    throw new DomainError("CONFLICT", `The pipeline ${pipeline.name} is already running.`);
  }
  const run = newRun(environment, { pipeline, trigger, slot: null });
  await insertRun(records, run, pipeline);
  await records.queue.takeFiles(run);
  return run;
}

/** Whether another run would overlap although it may not. */
export async function overlaps(
  { runs }: Transaction<RunRecords>,
  { id, allowOverlap }: Pipeline,
): Promise<boolean> {
  return !allowOverlap && (await runs.has(id, UNFINISHED_RUN_STATUSES));
}

/** @throws DomainError `CONFLICT` of the field `active`. */
export function assertActive({ active, name }: Pipeline): void {
  if (active) return;
  throw new DomainError("CONFLICT", `The pipeline '${name}' is inactive, please activate the pipeline.`, {
    field: "active",
  });
}

interface NewRun extends Pick<Run, "trigger" | "slot"> {
  readonly pipeline: Pipeline;
}

export function newRun(environment: Environment, { pipeline, trigger, slot }: NewRun): Run {
  return {
    id: environment.uuid(),
    organizationId: pipeline.organizationId,
    pipelineId: pipeline.id,
    workflowId: pipeline.workflowId,
    trigger,
    status: "pending",
    totalFiles: null,
    successfulFiles: 0,
    failedFiles: 0,
    skippedFiles: 0,
    errorMessage: "",
    attempts: 0,
    retries: 0,
    slot,
    tags: [],
    acknowledgedAt: null,
    createdAt: environment.now(),
    startedAt: null,
    finishedAt: null,
  };
}

/** Stores a run of a locked pipeline and counts it there. False if its slot already has a run. */
export async function insertRun(
  records: Transaction<RunRecords & PipelineRecords, RunOutbox>,
  run: Run,
  pipeline: Pipeline,
): Promise<boolean> {
  if (!(await records.runs.insert(run))) return false;
  await records.pipelines.update(pipeline.id, {
    runCount: pipeline.runCount + 1,
    lastRunAt: run.createdAt,
    lastRunStatus: "restarting",
  });
  await records.announcements.runChanged(run);
  return true;
}

export function newRunFile(
  environment: Environment,
  facts: Pick<RunFile, "runId" | "origin" | "path" | "name" | "bytes"> & Partial<RunFile>,
): RunFile {
  return {
    id: environment.uuid(),
    contentHash: null,
    status: "pending",
    jobId: null,
    objectKey: null,
    attempts: 0,
    writtenTo: null,
    errorMessage: "",
    startedAt: null,
    finishedAt: null,
    ...facts,
  };
}
