import type { Member } from "../../access/model/caller.ts";
import { findBySecret } from "../../access/keys/find-by-secret.ts";
import { assertTier } from "../../access/model/policy.ts";
import { assertDocumentPassword } from "../../documents/document-password.ts";
import type { DocumentFile } from "../../documents/document-file.ts";
import type { IncomingDocument } from "../../documents/uploads.ts";
import { DomainError } from "../../domain-error.ts";
import { storeAcceptedJob } from "../../jobs/submission/accept-job.ts";
import type { Pipeline } from "../../pipelines/pipeline.ts";
import type { LimitRecords } from "../../limits/limit-ports.ts";
import { LIMIT_NAMES } from "../../limits/organization-limits.ts";
import type { Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../../jobs/job-ports.ts";
import type { PipelineRecords } from "../../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords } from "../run-ports.ts";
import { managedBy } from "../../sharing/record-access.ts";
import { changeRunStatus } from "../change-run.ts";
import type { Run } from "../run.ts";
import { planOf, type RunPlan } from "../run-ends.ts";
import type { Entrance, PostedDocuments, UploadedFiles } from "../runs.ts";
import type { RunPorts } from "../use-case-ports.ts";
import { assertActive, insertRun, newRun, newRunFile } from "../start-run.ts";
import { jobOfFile } from "./work-on-file.ts";

/** The maximum number of files per request. */
export const MAX_POSTED_FILES = 32;

/** See `Runs.enter`. */
export async function enterByKey(
  { database: { records } }: RunPorts,
  { organization, pipelineId, key: secret }: Entrance,
): Promise<Pipeline> {
  const pipeline = await records.pipelines.find(pipelineId);
  const owner = pipeline && (await records.organizations.find(pipeline.organizationId));
  if (!pipeline || (owner?.slug !== organization && owner?.id !== organization)) {
    throw new DomainError("NOT_FOUND", "Pipeline not found", { field: "pipeline" });
  }
  const key = await findBySecret(records.pipelineKeys, secret);
  if (!key?.active || key.pipelineId !== pipeline.id) {
    throw new DomainError("UNAUTHENTICATED", "The key is not valid for this pipeline.");
  }
  assertActive(pipeline);
  return pipeline;
}

/** See `Runs.post`. If one of the files cannot be stored, none is. */
export async function postFiles(
  ports: RunPorts,
  pipeline: Pipeline,
  { files, documentPassword }: PostedDocuments,
): Promise<Run> {
  const run = newRun(ports.environment, { pipeline, trigger: "api", slot: null });
  const plan = await planOf(ports, run);
  await ports.admission.assertOpenFor(pipeline.organizationId, LIMIT_NAMES);
  const documents: DocumentFile[] = [];
  try {
    for await (const file of files) {
      if (documents.length === MAX_POSTED_FILES) throw tooMany();
      documents.push(await stored(ports, file));
    }
    if (documents.length === 0)
      throw new DomainError("BAD_INPUT", "files: expected at least one file", { field: "files" });
    const password = documentPassword();
    assertDocumentPassword(password);
    const posted = { run, plan, documents, documentPassword: password };
    return await ports.database.transaction(async (records) => {
      const locked = await records.pipelines.lock(pipeline.id);
      if (!locked) throw new DomainError("NOT_FOUND", "Pipeline not found", { field: "pipeline" });
      return beginWith(records, ports, { ...posted, pipeline: locked });
    });
  } catch (error) {
    for (const { objectKey } of documents) await ports.objects.remove(objectKey);
    throw error;
  }
}

/** See `Runs.startWithUploads`. */
export async function startWithUploads(
  ports: RunPorts,
  member: Member,
  { pipelineId, uploadIds }: UploadedFiles,
): Promise<Run> {
  assertTier(member, "change");
  if (uploadIds.length === 0 || uploadIds.length > MAX_POSTED_FILES) {
    const message = `uploads: expected 1 to ${MAX_POSTED_FILES} ids`;
    throw new DomainError("BAD_INPUT", message, { field: "uploads" });
  }
  const { records: found } = ports.database;
  const record = await found.pipelines.find(pipelineId);
  const pipeline = await managedBy(found, member, { kind: "pipeline", record });
  const documents: DocumentFile[] = [];
  for (const id of uploadIds) documents.push((await ports.uploads.find(member, id)).file);
  const run = newRun(ports.environment, { pipeline, trigger: "direct", slot: null });
  const plan = await planOf(ports, run);
  return ports.database.transaction(async (records) => {
    const locked = await records.pipelines.lock(pipelineId);
    const managed = await managedBy(records, member, { kind: "pipeline", record: locked });
    return beginWith(records, ports, {
      run,
      plan,
      pipeline: managed,
      documents,
      documentPassword: undefined,
    });
  });
}

async function stored({ uploads }: RunPorts, file: IncomingDocument): Promise<DocumentFile> {
  try {
    return await uploads.store(file);
  } catch (error) {
    if (!(error instanceof DomainError) || error.field === undefined) throw error;
    throw new DomainError(error.code, `${file.name}: ${error.message}`, { cause: error, field: "files" });
  }
}

function tooMany(): DomainError {
  return new DomainError("BAD_INPUT", `files: expected at most ${MAX_POSTED_FILES}`, { field: "files" });
}

interface Posted {
  readonly run: Run;
  readonly plan: RunPlan;
  /** Locked. */
  readonly pipeline: Pipeline;
  readonly documents: readonly DocumentFile[];
  readonly documentPassword: string | undefined;
}

/** The documents are stored, so each becomes a job at once. */
async function beginWith(
  records: Transaction<RunRecords & PipelineRecords & JobRecords & LimitRecords, RunOutbox & JobOutbox>,
  ports: RunPorts,
  { run, plan, pipeline, documents, documentPassword }: Posted,
): Promise<Run> {
  const { environment } = ports;
  assertActive(pipeline);
  await insertRun(records, run, pipeline);
  const startedAt = environment.now();
  const paths = distinct(documents.map(({ name }) => name));
  for (const [index, document] of documents.entries()) {
    const job = jobOfFile(ports, { run, plan, document, documentPassword, tag: pipeline.name });
    await storeAcceptedJob(ports, records, job);
    const { name, bytes, sha256: contentHash, objectKey } = document;
    const facts = {
      runId: run.id,
      origin: "posted",
      path: paths[index] ?? name,
      name,
      bytes,
      contentHash,
      objectKey,
    } as const;
    const file = newRunFile(environment, {
      ...facts,
      status: "extracting",
      jobId: job.id,
      attempts: 1,
      startedAt,
    });
    await records.runFiles.insert([file]);
  }
  const begun = { status: "executing", attempts: 1, startedAt, totalFiles: documents.length } as const;
  return changeRunStatus(records, run, begun);
}

/** Makes equal names unique by appending a number. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let path = name;
    for (let count = 2; taken.has(path); count += 1) path = `${count} ${name}`;
    taken.add(path);
    return path;
  });
}
