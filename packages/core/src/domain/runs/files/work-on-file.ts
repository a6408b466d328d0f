import { openedDocumentPassword, passwordsToTry } from "../../documents/document-password.ts";
import type { ConnectorSettings } from "../../connectors/connector-ports.ts";
import { openedSettings } from "../../connectors/connector-settings.ts";
import type { DocumentFile } from "../../documents/document-file.ts";
import { acceptedJob, storeAcceptedJob } from "../../jobs/submission/accept-job.ts";
import { isSettled, type Job } from "../../jobs/job.ts";
import { orDeleted } from "../../limits/admission.ts";
import { LimitError } from "../../limits/limit-error.ts";
import type { LimitRecords } from "../../limits/limit-ports.ts";
import type { Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../../jobs/job-ports.ts";
import { isFinished, type Run, type RunFile } from "../run.ts";
import {
  permanentReason,
  temporaryReason,
  openConnection,
  planOf,
  sourceOf,
  type FileAtWork,
  type RunPlan,
} from "../run-ends.ts";
import { inTime } from "../time-limit.ts";
import type { FileEndRecords, RunEndOutbox, RunPorts } from "../use-case-ports.ts";
import { settleFile, type FileEnd } from "../settle-file.ts";
import { fieldsWritten } from "../../workflows/endpoint-configuration.ts";
import { rewriteResult, writeResult } from "../result/write-result.ts";
import { optionsFor } from "../result/written-content.ts";

/**
 * See `Runs.workOnFile`. A file has two steps: it is read from its source and submitted, and once its job is settled,
 * its result is written. If its fields are read again or reviewed later, the result is written again, also after the end
 * of the run. Every step checks what is stored, so it is safe to repeat.
 */
export async function workOnFile(ports: RunPorts, runFileId: string, signal: AbortSignal): Promise<void> {
  const { runFiles, runs } = ports.database.records;
  const file = await runFiles.find(runFileId);
  const run = file && (await runs.find(file.runId));
  if (!file || !run || (isFinished(run.status) && file.status !== "done")) return;
  try {
    const plan = await planOf(ports, run);
    await inTime(signal, (limited) => takeStep(ports, { run, file, plan }, limited));
  } catch (error) {
    signal.throwIfAborted();
    if (waitsForRoom(ports, file, error)) return retryLater(ports, { run, file, error });
    const errorMessage = permanentReason(error);
    if (errorMessage === undefined) {
      await storeError(ports, file, error);
      throw error;
    }
    if (file.status === "done") await storeError(ports, file, error);
    else await endFile(ports, file, { status: "failed", errorMessage });
  }
}

async function takeStep(ports: RunPorts, atWork: FileAtWork, signal: AbortSignal): Promise<void> {
  const { file } = atWork;
  if (file.jobId === null) return submitFile(ports, atWork, signal);
  const job = await ports.database.records.jobs.find(file.jobId);
  if (!job)
    return endFile(ports, file, { status: "failed", errorMessage: "The job of the file no longer exists." });
  if (!isSettled(job.status)) return undefined;
  await (file.status === "done" ? rewriteResult : writeResult)(ports, { ...atWork, job }, signal);
  return undefined;
}

/** Downloads the content and creates a job, unless the workflow has processed it before. */
async function submitFile(ports: RunPorts, atWork: FileAtWork, signal: AbortSignal): Promise<void> {
  await ports.admission.assertOpenFor(atWork.run.organizationId, ["documentsInFlight"]);
  const document = await fetched(ports, atWork, signal);
  const settings = await settingsOf(ports, atWork.plan.source);
  const isWanted = await orDeleted(ports.objects, document.objectKey, () =>
    ports.database.transaction((records) => submit(records, ports, { ...atWork, document, settings })),
  );
  if (!isWanted) await ports.objects.remove(document.objectKey);
}

/** Empty if the connector was deleted meanwhile. */
async function settingsOf(
  { database, secrets }: RunPorts,
  { connectorId }: RunPlan["source"],
): Promise<ConnectorSettings> {
  const connector = connectorId === null ? undefined : await database.records.connectors.find(connectorId);
  return connector ? openedSettings(secrets, connector) : {};
}

async function fetched(
  ports: RunPorts,
  { plan, file: { name, path } }: FileAtWork,
  signal: AbortSignal,
): Promise<DocumentFile> {
  await using connection = await openConnection(ports, plan.source, signal);
  return await ports.uploads.store({ name, content: sourceOf(connection, plan.source).read(path, signal) });
}

/** False if the document is not needed: it was processed before, or the file was settled meanwhile. */
async function submit(
  records: Transaction<FileEndRecords & JobRecords & LimitRecords, RunEndOutbox & JobOutbox>,
  ports: RunPorts,
  {
    run: { id: runId },
    file: { id },
    plan,
    document,
    settings,
  }: FileAtWork & { readonly document: DocumentFile; readonly settings: ConnectorSettings },
): Promise<boolean> {
  const { environment } = ports;
  const run = await records.runs.lock(runId);
  const file = await records.runFiles.lock(id);
  if (!run || isFinished(run.status) || file?.status !== "extracting" || file.jobId !== null) return false;
  const { bytes, sha256: contentHash, objectKey } = document;
  const known = { workflowId: run.workflowId, contentHash, path: file.path };
  if (await records.processedFiles.holds(known)) {
    await records.runFiles.update(id, { bytes, contentHash });
    await settleFile(records, environment, { run, file, end: { status: "skipped" } });
    return false;
  }
  const pipeline = await records.pipelines.find(run.pipelineId);
  const job = jobOfFile(ports, { run, plan, document, settings, tag: pipeline?.name ?? "" });
  await storeAcceptedJob(ports, records, job);
  await records.runFiles.update(id, { jobId: job.id, bytes, contentHash, objectKey, errorMessage: "" });
  return true;
}

/** Tags the job with the pipeline's name, for usage reports. */
export function jobOfFile(
  { environment, secrets }: Pick<RunPorts, "environment" | "secrets">,
  {
    run,
    plan: { workflow, destination },
    document,
    documentPassword,
    settings = {},
    tag,
  }: {
    readonly run: Run;
    readonly plan: Pick<RunPlan, "workflow" | "destination">;
    readonly document: DocumentFile;
    /** In place of the workflow's. */
    readonly documentPassword?: string | undefined;
    /** Of the connector that the document comes from, whose passwords are tried, too. */
    readonly settings?: ConnectorSettings;
    readonly tag: string;
  },
): Job {
  const { schema, split } = fieldsWritten(destination);
  const ofWorkflow = openedDocumentPassword(
    secrets,
    { table: "workflow", id: workflow.id, organizationId: workflow.organizationId },
    workflow.sealedDocumentPassword,
  );
  return acceptedJob(
    { environment, secrets },
    {
      organizationId: run.organizationId,
      keyId: null,
      file: document,
      source: null,
      md5: document.md5,
      options: optionsFor(workflow.options, destination),
      documentPassword: passwordsToTry(documentPassword ?? ofWorkflow, settings),
      priority: "normal",
      pageEnd: "form_feed",
      keepForSearch: false,
      textAsJson: false,
      textLifetimeSeconds: null,
      tag,
      fieldsSchema: schema,
      fieldsSplit: split,
      webhookName: null,
      webhookMetadata: "",
    },
  );
}

/** Settles a file, unless it was settled meanwhile. */
async function endFile(
  { database, environment }: RunPorts,
  { id, runId }: RunFile,
  end: FileEnd,
): Promise<void> {
  await database.transaction(async (records) => {
    const run = await records.runs.lock(runId);
    const file = await records.runFiles.lock(id);
    if (run && file) await settleFile(records, environment, { run, file, end });
  });
}

/** A source can have more files than the organization may have in flight: they come one after the other. */
function waitsForRoom(
  { environment }: RunPorts,
  { startedAt }: RunFile,
  error: unknown,
): error is LimitError {
  if (!(error instanceof LimitError) || error.limit !== "documentsInFlight") return false;
  return startedAt !== null && environment.now().getTime() - startedAt.getTime() < MAX_WAIT_MS;
}

/** Longer than documents take, and short enough that a run ends that has no room at all. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

const WAIT_SECONDS = 5;

async function retryLater(
  ports: RunPorts,
  { run: { organizationId }, file, error }: Pick<FileAtWork, "run" | "file"> & { readonly error: LimitError },
): Promise<void> {
  await storeError(ports, file, error);
  await ports.database.transaction(({ queue }) =>
    queue.workOnFile({ id: file.id, organizationId }, { seconds: WAIT_SECONDS }),
  );
}

/** Stores the error, in case it turns out to be permanent. */
async function storeError({ database }: RunPorts, { id }: RunFile, error: unknown): Promise<void> {
  await database.transaction(({ runFiles }) => runFiles.update(id, { errorMessage: temporaryReason(error) }));
}
