import type { Job } from "../../jobs/job.ts";
import type { FieldsSource } from "../fields-ports.ts";
import type { ReadingPorts } from "../reading-ports.ts";
import { lookSketch } from "./look-sketch.ts";

/** Examples that a document is read with: two of its look are enough, and others may be nearer by chance. */
const MOST_EXAMPLES = 8;

interface ExamplesOptions {
  /** The name of the schema. */
  readonly schema: string;
  readonly pages: FieldsSource["pages"];
  /** Whether documents with the same content are left out, too. */
  readonly exceptCopies: boolean;
}

/** What the confirmed documents teach that look like the one that is read. */
export async function examplesFor(
  { database: { records }, environment }: Pick<ReadingPorts, "database" | "environment">,
  { id, organizationId, file }: Job,
  { schema, pages, exceptCopies }: ExamplesOptions,
): Promise<readonly string[]> {
  const nearest = await records.fieldsExamples.nearest({
    organizationId,
    schema,
    sketch: lookSketch(pages),
    exceptJobId: id,
    now: environment.now(),
    limit: MOST_EXAMPLES,
  });
  if (!exceptCopies || nearest.length === 0) return nearest.map(({ example }) => example);
  const jobs = await records.jobs.listByIds(nearest.map(({ jobId }) => jobId));
  const copies = new Set(
    jobs.filter((job) => file !== null && job.file?.sha256 === file.sha256).map((job) => job.id),
  );
  return nearest.filter(({ jobId }) => !copies.has(jobId)).map(({ example }) => example);
}
