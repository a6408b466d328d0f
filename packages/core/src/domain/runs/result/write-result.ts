import { documentText } from "../../../extraction/result/document-text.ts";
import type { WorkflowEndpoint } from "../../workflows/workflow.ts";
import { ConnectorError, type Connection } from "../../connectors/connector-ports.ts";
import { allPages } from "../../jobs/find-jobs.ts";
import { textOptions, type Job } from "../../jobs/job.ts";
import { markRetrieved } from "../../jobs/result/mark-retrieved.ts";
import { isTextKept } from "../../jobs/result/text-lifetime.ts";
import type { Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../../jobs/job-ports.ts";
import { readFieldsUnlessRead } from "../../fields/read-document-fields.ts";
import { destinationSchema } from "../../workflows/destination-schema.ts";
import { fieldsWritten, filesWritten, tableWritten } from "../../workflows/endpoint-configuration.ts";
import { atDestination } from "./at-destination.ts";
import { resultFiles } from "./result-files.ts";
import { isRead, type FileResult } from "./result-metadata.ts";
import { resultTables } from "./result-table.ts";
import {
  NO_CONTENT,
  renditionsOf,
  wantedContent,
  writtenContent,
  type WrittenContent,
} from "./written-content.ts";
import { writtenFields, type WrittenFields } from "./written-fields.ts";
import { openConnection, type FileAtWork } from "../run-ends.ts";
import type { FileEndRecords, RunEndOutbox, RunPorts } from "../use-case-ports.ts";
import { settleFile } from "../settle-file.ts";

type WorkOnJob = FileAtWork & { readonly job: Job };

/** Writes the result of a settled job and settles its file. Writing it again after a crash has the same result. */
export async function writeResult(ports: RunPorts, atWork: WorkOnJob, signal: AbortSignal): Promise<void> {
  if (!(await beginWriting(ports, atWork.file.id))) return;
  const outcome = await written(ports, atWork, signal);
  await ports.database.transaction((records) => settle(records, ports, { ...atWork, ...outcome }));
}

/** Writes the result of a file that is done again, with its fields as they are now. */
export async function rewriteResult(ports: RunPorts, atWork: WorkOnJob, signal: AbortSignal): Promise<void> {
  const { file, plan, job } = atWork;
  const { schema } = fieldsWritten(plan.destination);
  if (schema === null || schema !== job.fieldsSchema || !isTextKept(job, ports.environment.now())) return;
  const outcome = await written(ports, atWork, signal);
  await ports.database.transaction(async (records) => {
    const locked = await records.jobs.lock(job.id);
    if (locked) await spend(records, ports, { job: locked, ...outcome });
    if (outcome.writtenTo === null) return;
    await records.runFiles.update(file.id, { writtenTo: outcome.writtenTo, errorMessage: "" });
  });
}

interface Outcome {
  /** The path or the table; null if nothing was written. */
  readonly writtenTo: string | null;
  /** Whether a person should look at the fields, so that the text is still needed. */
  readonly needsReview: boolean;
}

async function written(
  ports: RunPorts,
  { run, file, plan: { destination }, job }: WorkOnJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const pipeline = await ports.database.records.pipelines.find(run.pipelineId);
  const fields = await fieldsOf(ports, { file, job, destination });
  const needsReview = fields?.status === "needs_review";
  if (destination.connection === "api" || (needsReview && fieldsWritten(destination).review === "wait")) {
    return { writtenTo: null, needsReview };
  }
  const result: FileResult = {
    run,
    file,
    job,
    pipelineName: pipeline?.name ?? "",
    text: await textOf(ports, job),
    content: await contentOf(ports, job, destination),
    fields,
    writtenAt: ports.environment.now(),
  };
  const writtenTo = await atDestination(async () => {
    await using connection = await openConnection(ports, destination, signal);
    return await write(connection, { destination, result }, signal);
  });
  return { writtenTo, needsReview };
}

/** False if the file was settled meanwhile. */
function beginWriting({ database }: RunPorts, fileId: string): Promise<boolean> {
  return database.transaction(async ({ runFiles }) => {
    const file = await runFiles.lock(fileId);
    if (file?.status === "extracting") await runFiles.update(fileId, { status: "writing" });
    return file?.status === "extracting" || file?.status === "writing";
  });
}

async function textOf({ database, environment }: RunPorts, job: Job): Promise<string> {
  if (!isRead({ job }) || !isTextKept(job, environment.now())) return "";
  const pages = await allPages(database.records, job.id, { words: "recognised" });
  return documentText(pages, textOptions(job)).text;
}

/** Undefined without a schema, and if the file could not be read. */
async function fieldsOf(
  ports: RunPorts,
  { file, job, destination }: Pick<FileAtWork, "file"> & WorkOnDestination,
): Promise<WrittenFields | undefined> {
  if (!isRead({ job })) return undefined;
  const schema = await destinationSchema(ports, job, destination);
  if (!schema) return undefined;
  const fields = await readFieldsUnlessRead(ports, job, schema.name);
  const formats = destination.connection === "file_system" ? filesWritten(destination).fieldFormats : [];
  const { split } = fieldsWritten(destination);
  return writtenFields(ports.fieldsReader, schema, { fields, file: file.path, formats, split });
}

interface WorkOnDestination {
  readonly job: Job;
  readonly destination: WorkflowEndpoint;
}

async function contentOf(
  { jobs, environment }: RunPorts,
  job: Job,
  destination: WorkflowEndpoint,
): Promise<WrittenContent> {
  const wanted = wantedContent(destination);
  if (renditionsOf(wanted).length === 0) return NO_CONTENT;
  if (!isRead({ job }) || !isTextKept(job, environment.now())) return NO_CONTENT;
  return writtenContent(jobs.structure(job), wanted);
}

/** Returns the path or the table. */
async function write(
  { sink, table }: Connection,
  {
    destination,
    result,
  }: { readonly destination: FileAtWork["plan"]["destination"]; readonly result: FileResult },
  signal: AbortSignal,
): Promise<string | null> {
  if (destination.connection === "file_system") {
    if (!sink) throw new ConnectorError("FAILED", "The connector of the destination cannot write files.");
    const files = resultFiles(filesWritten(destination), result);
    for (const { path, content } of files) await sink.write(path, content(), signal);
    return files.at(-1)?.path ?? null;
  }
  if (!table) throw new ConnectorError("FAILED", "The connector of the destination cannot write rows.");
  const settings = tableWritten(destination);
  const tables = resultTables(settings, result);
  for (const { target } of tables) await table.prepare(target, signal);
  if (tables.length > 0) await table.replace(tables, signal);
  return tables.length > 0 ? settings.table : null;
}

async function settle(
  records: Transaction<FileEndRecords & JobRecords, RunEndOutbox & JobOutbox>,
  ports: RunPorts,
  { run: { id }, job: { id: jobId }, file: { id: fileId }, ...outcome }: WorkOnJob & Outcome,
): Promise<void> {
  const { environment } = ports;
  const run = await records.runs.lock(id);
  const file = await records.runFiles.lock(fileId);
  const job = await records.jobs.lock(jobId);
  if (!run || !file || !job || file.status !== "writing") return;
  const isDone = isRead({ job });
  if (isDone && file.origin === "source" && file.contentHash !== null) {
    const { path, contentHash } = file;
    const { id: runId, workflowId } = run;
    const processedAt = environment.now();
    await records.processedFiles.insert({ workflowId, contentHash, path, runId, processedAt });
  }
  await spend(records, ports, { job, ...outcome });
  await records.runFiles.update(fileId, { writtenTo: outcome.writtenTo });
  const end = isDone
    ? ({ status: "done" } as const)
    : ({ status: "failed", errorMessage: job.statusMessage } as const);
  await settleFile(records, environment, { run, file, end });
}

/** A text that was written to a destination counts as retrieved, unless a reviewer needs it. */
async function spend(
  records: Transaction<FileEndRecords & JobRecords, RunEndOutbox & JobOutbox>,
  { environment, textLifetime: { keepText } }: RunPorts,
  { job, writtenTo, needsReview }: { readonly job: Job } & Outcome,
): Promise<void> {
  if (job.status !== "processed" || writtenTo === null || needsReview) return;
  await markRetrieved(records, job, { now: environment.now(), againSeconds: 0, keepText });
}
