import { allPages } from "../jobs/find-jobs.ts";
import { nameOf } from "../jobs/job-list.ts";
import type { Job } from "../jobs/job.ts";
import type { LocalFile } from "../ports.ts";
import { examplesFor } from "./examples/nearest-examples.ts";
import type { FieldsSource } from "./fields-ports.ts";
import type { ReadingPorts } from "./reading-ports.ts";

interface SourceOptions {
  /** The name of the schema. */
  readonly schema: string;
  /** Whether documents with the same content are no examples either. */
  readonly exceptCopies: boolean;
}

/** Calls `use` with what the fields of a processed job are read from; its file is open meanwhile. */
export async function withSource<Result>(
  ports: ReadingPorts,
  job: Job,
  { schema, exceptCopies }: SourceOptions,
  use: (source: FieldsSource) => Promise<Result>,
): Promise<Result> {
  const blocks = await ports.jobs.structure(job).text("blocks");
  const pages = await allPages(ports.database.records, job.id, { words: "all" });
  await using file = await documentOf(ports, job);
  return await use({
    organizationId: job.organizationId,
    pages,
    blocks,
    ...(file && { file: { path: file.path, name: nameOf(job) } }),
    examples: await examplesFor(ports, job, { schema, pages, exceptCopies }),
  });
}

async function documentOf(
  { objects }: Pick<ReadingPorts, "objects">,
  job: Job,
): Promise<LocalFile | undefined> {
  return job.file && job.documentRemovedAt === null ? objects.openFile(job.file.objectKey) : undefined;
}
