import { documentText } from "../../../extraction/result/document-text.ts";
import type { WorkflowEndpoint } from "../../workflows/workflow.ts";
import { ConnectorError, type Connection } from "../../connectors/connector-ports.ts";
import { allPages } from "../../jobs/find-jobs.ts";
import { textOptions, type Job } from "../../jobs/job.ts";
import { markRetrieved } from "../../jobs/result/mark-retrieved.ts";
import { isTextKept } from "../../jobs/result/text-lifetime.ts";
import type { Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../../jobs/job-ports.ts";
import { filesWritten, tableWritten } from "../../workflows/endpoint-configuration.ts";
import { atDestination } from "./at-destination.ts";
import { resultFiles } from "./result-files.ts";
import type { FileResult } from "./result-metadata.ts";
import { resultTables } from "./result-table.ts";
import {
  NO_CONTENT,
  renditionsOf,
  wantedContent,
  writtenContent,
  type WrittenContent,
} from "./written-content.ts";
import type { Run } from "../run.ts";
import { openConnection, type FileAtWork } from "../run-ends.ts";
import type { FileEndRecords, RunEndOutbox, RunPorts } from "../use-case-ports.ts";
import { settleFile } from "../settle-file.ts";

/** Writes the result of a settled job and settles its file. Writing it again after a crash has the same result. */
export async function writeResult(
  ports: RunPorts,
  { run, file, plan, job }: FileAtWork & { readonly job: Job },
  signal: AbortSignal,
): Promise<void> {
  if (!(await beginWriting(ports, file.id))) return;
  const pipeline = await ports.database.records.pipelines.find(run.pipelineId);
  const { destination } = plan;
  const result: FileResult = {
    run,
    file,
    job,
    pipelineName: pipeline?.name ?? "",
    text: await textOf(ports, job),
    content: await contentOf(ports, job, destination),
    writtenAt: ports.environment.now(),
  };
  let writtenTo: string | null = null;
  if (destination.connection !== "api") {
    writtenTo = await atDestination(async () => {
      await using connection = await openConnection(ports, destination, signal);
      return await write(connection, { destination, result }, signal);
    });
  }
  await ports.database.transaction((records) =>
    settle(records, ports, { run, job, fileId: file.id, writtenTo }),
  );
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
  if (job.status !== "processed" || !isTextKept(job, environment.now())) return "";
  const pages = await allPages(database.records, job.id, { words: "recognised" });
  return documentText(pages, textOptions(job)).text;
}

async function contentOf(
  { jobs }: RunPorts,
  job: Job,
  destination: WorkflowEndpoint,
): Promise<WrittenContent> {
  const wanted = wantedContent(destination);
  if (job.status !== "processed" || renditionsOf(wanted).length === 0) return NO_CONTENT;
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
  const written = tableWritten(destination);
  for (const { target, rows } of resultTables(written, result)) {
    await table.prepare(target, signal);
    await table.replace(target, rows, signal);
  }
  return written.table;
}

/** A text that was written to a destination counts as retrieved. */
async function settle(
  records: Transaction<FileEndRecords & JobRecords, RunEndOutbox & JobOutbox>,
  { environment, textLifetime: { keepText } }: RunPorts,
  {
    run: { id },
    job: { id: jobId },
    fileId,
    writtenTo,
  }: {
    readonly run: Run;
    readonly job: Job;
    readonly fileId: string;
    readonly writtenTo: string | null;
  },
): Promise<void> {
  const run = await records.runs.lock(id);
  const file = await records.runFiles.lock(fileId);
  const job = await records.jobs.lock(jobId);
  if (!run || !file || !job || file.status !== "writing") return;
  const isDone = job.status === "processed" || job.status === "retrieved";
  if (isDone && file.origin === "source" && file.contentHash !== null) {
    const { path, contentHash } = file;
    const { id: runId, workflowId } = run;
    const processedAt = environment.now();
    await records.processedFiles.insert({ workflowId, contentHash, path, runId, processedAt });
  }
  if (job.status === "processed" && writtenTo !== null) {
    await markRetrieved(records, job, { now: environment.now(), againSeconds: 0, keepText });
  }
  await records.runFiles.update(fileId, { writtenTo });
  const end = isDone
    ? ({ status: "done" } as const)
    : ({ status: "failed", errorMessage: job.statusMessage } as const);
  await settleFile(records, environment, { run, file, end });
}
