import type { Rendition } from "../../../extraction/options/renditions.ts";
import { DomainError } from "../../domain-error.ts";
import type { Job } from "../../jobs/job.ts";
import type { JobRecords } from "../../jobs/job-ports.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Database } from "../../ports.ts";
import type { RunRecords } from "../run-ports.ts";

/** As many files as one request may post. */
const MAX_FILES = 32;

/** Renditions as texts: JSON for `tables`, `blocks` and `chunks`; null if the text is not kept. */
export type FileRenditions = Readonly<Partial<Record<Rendition, string | null>>>;

interface Ports {
  readonly jobs: Pick<Jobs, "structure">;
  readonly database: Database<RunRecords & JobRecords>;
}

/**
 * The wanted renditions of a run's files, by job.
 *
 * @throws DomainError `BAD_INPUT` if the run has too many files, `UNAVAILABLE`, `TOO_LARGE`.
 */
export async function renditionsOfRun(
  ports: Ports,
  runId: string,
  wanted: readonly Rendition[],
): Promise<ReadonlyMap<string, FileRenditions>> {
  const found = new Map<string, FileRenditions>();
  if (wanted.length === 0) return found;
  const { runFiles, jobs } = ports.database.records;
  const files = await runFiles.list(runId, { after: "", limit: MAX_FILES + 1 });
  if (files.length > MAX_FILES) {
    const message = `renditions: the execution has more than ${MAX_FILES} files. Get the result without renditions.`;
    throw new DomainError("BAD_INPUT", message, { field: "renditions" });
  }
  for (const { jobId } of files) {
    const job = jobId === null ? undefined : await jobs.find(jobId);
    if (job !== undefined) found.set(job.id, await renditionsOf(ports, job, wanted));
  }
  return found;
}

async function renditionsOf(ports: Ports, job: Job, wanted: readonly Rendition[]): Promise<FileRenditions> {
  const structure = ports.jobs.structure(job);
  const isReadable = job.status === "processed";
  const renditions: Partial<Record<Rendition, string | null>> = {};
  for (const rendition of wanted)
    renditions[rendition] = isReadable ? await textIfKept(structure.text(rendition)) : null;
  return renditions;
}

/** Null if the text was deleted meanwhile. */
async function textIfKept(text: Promise<string>): Promise<string | null> {
  try {
    return await text;
  } catch (error) {
    if (error instanceof DomainError && error.code === "ALREADY_DELIVERED") return null;
    throw error;
  }
}
