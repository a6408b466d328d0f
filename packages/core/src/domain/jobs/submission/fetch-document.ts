import type { DocumentFile, DocumentSource } from "../../documents/document-file.ts";
import { FetchError } from "../../documents/fetch-error.ts";
import type { Uploads } from "../../documents/uploads.ts";
import { DomainError } from "../../domain-error.ts";
import type { FetchTask } from "../job-ports.ts";
import { orDeleted } from "../../limits/admission.ts";
import { requestedDelayMs } from "../../retry-after.ts";
import { settleJob, startJob, unlessSettled } from "../work/attempt.ts";
import { isSettled } from "../job.ts";
import type { JobPorts } from "../jobs.ts";
import { nextTurn } from "../turn.ts";

/** Seconds before each retry of a temporary failure. */
const RETRY_SECONDS = [1, 5, 25];

/** The longest `Retry-After` of a server that is honoured, in seconds. */
const MAX_RETRY_AFTER_SECONDS = 300;

/** See `Jobs.fetch`. */
export async function fetchDocument(
  ports: JobPorts,
  uploads: Uploads,
  { task, signal }: { readonly task: FetchTask; readonly signal: AbortSignal },
): Promise<void> {
  const { jobId } = task;
  const job = await startJob(ports, jobId, ports.environment.now());
  // Storing the file also queues the job.
  if (!job?.source || job.file) return;
  const { source } = job;
  await unlessSettled(ports, jobId, async (stop) => {
    try {
      const whole = AbortSignal.any([signal, stop.signal]);
      await queueExtraction(ports, jobId, await fetched(ports, uploads, { source, signal: whole }));
    } catch (error) {
      await afterFailure(ports, task, error);
    }
  });
}

async function afterFailure(ports: JobPorts, { jobId, failures }: FetchTask, error: unknown): Promise<void> {
  const seconds = RETRY_SECONDS[failures];
  if (error instanceof FetchError && error.temporary && seconds !== undefined) {
    const next = { jobId, failures: failures + 1 };
    const requested = Math.ceil(requestedDelayMs(error.retryAfter, ports.environment.now()) / 1000);
    const delay = { seconds: Math.max(seconds, Math.min(requested, MAX_RETRY_AFTER_SECONDS)) };
    await ports.database.transaction(({ queue }) => queue.fetch(next, delay));
  } else if (isPermanent(error)) {
    await settleJob(ports, jobId, () => ({ status: "failed", statusMessage: error.message }));
  } else {
    throw error;
  }
}

/** @throws FetchError, and DomainError as `Uploads.store` does. */
async function fetched(
  { fetcher }: JobPorts,
  uploads: Uploads,
  { source: { url, name }, signal }: { readonly source: DocumentSource; readonly signal: AbortSignal },
): Promise<DocumentFile> {
  const { mediaType, content } = await fetcher.fetch(url, { maxBytes: uploads.maxBytes, signal });
  try {
    return await uploads.store({ name, content });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "UNSUPPORTED_DOCUMENT" || !mediaType) throw error;
    throw new DomainError(error.code, `${error.message} The server's content type is ${mediaType}.`, {
      cause: error,
    });
  }
}

/** Whether the error is permanent and caused by the document or its server. */
function isPermanent(error: unknown): error is FetchError | DomainError {
  return error instanceof FetchError || (error instanceof DomainError && error.code !== "UNAVAILABLE");
}

/** A job that was settled meanwhile does not need its document. */
async function queueExtraction(
  { admission, database, objects }: JobPorts,
  jobId: string,
  file: DocumentFile,
): Promise<void> {
  const storeFile = (): Promise<boolean> =>
    database.transaction(async (records) => {
      const job = await records.jobs.lock(jobId);
      if (!job || isSettled(job.status) || job.file) return false;
      const turn = await nextTurn(records.jobs, job);
      await records.jobs.update(jobId, { file, turn });
      await admission.assertWithin(records, job.organizationId, ["bytesKept"]);
      await records.queue.extract(job, turn);
      await records.announcements.jobChanged(job);
      return true;
    });
  const isWanted = await orDeleted(objects, file.objectKey, storeFile);
  if (!isWanted) await objects.remove(file.objectKey);
}
