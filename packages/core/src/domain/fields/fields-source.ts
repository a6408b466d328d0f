import { allPages } from "../jobs/find-jobs.ts";
import { nameOf } from "../jobs/job-list.ts";
import type { Job } from "../jobs/job.ts";
import type { LocalFile } from "../ports.ts";
import type { DocumentFields } from "./document-fields.ts";
import { pagesOfPart } from "./document-parts.ts";
import { examplesFor } from "./examples/nearest-examples.ts";
import type { FieldsSource } from "./fields-ports.ts";
import type { ReadingPorts } from "./reading-ports.ts";

/** What is stored of a document. */
type StoredDocument = Omit<FieldsSource, "examples">;

/** Calls `use` with a processed job's document; its file is open meanwhile. */
export async function withDocument<Result>(
  ports: ReadingPorts,
  job: Job,
  use: (document: StoredDocument) => Promise<Result>,
): Promise<Result> {
  const blocks = await ports.jobs.structure(job).text("blocks");
  const pages = await allPages(ports.database.records, job.id, { words: "all" });
  await using file = await fileOf(ports, job);
  return await use({
    organizationId: job.organizationId,
    pages,
    blocks,
    ...(file && { file: { path: file.path, name: nameOf(job) } }),
  });
}

interface SourceOptions extends Pick<DocumentFields, "schema" | "part" | "pages"> {
  /** Whether documents with the same content are no examples either. */
  readonly exceptCopies: boolean;
}

/** What the fields of a document or of a part of it are read from. */
export async function sourceOf(
  ports: ReadingPorts,
  job: Job,
  document: StoredDocument,
  { part, ...options }: SourceOptions,
): Promise<FieldsSource> {
  const { file, ...stored } = document;
  const pages = pagesOfPart(document.pages, options);
  return {
    ...stored,
    pages,
    // An electronic invoice in the file stays with the first part.
    ...(file && part === 1 && { file }),
    examples: await examplesFor(ports, job, { ...options, pages }),
  };
}

async function fileOf({ objects }: Pick<ReadingPorts, "objects">, job: Job): Promise<LocalFile | undefined> {
  return job.file && job.documentRemovedAt === null ? objects.openFile(job.file.objectKey) : undefined;
}
