import type { Job } from "../../jobs/job.ts";
import { isTextKept } from "../../jobs/result/text-lifetime.ts";
import { allPages } from "../../jobs/find-jobs.ts";
import type { DocumentFields } from "../document-fields.ts";
import { pagesOfPart } from "../document-parts.ts";
import type { ReadingPorts } from "../reading-ports.ts";
import { findSchema } from "../manage-schemas.ts";
import { MAX_EXAMPLE_CHARACTERS } from "../fields-example.ts";
import { lookSketch } from "./look-sketch.ts";

/** Of a schema: two for each of 500 suppliers. The oldest are removed. */
const MAX_EXAMPLES = 1000;

/** Stores what a confirmed document teaches, in place of what it taught before. */
export async function learnExample(ports: ReadingPorts, job: Job, fields: DocumentFields): Promise<void> {
  const { jobId, schema, part, organizationId, result } = fields;
  if (!result) return;
  const { definition } = await findSchema(ports, job, schema);
  const pages = pagesOfPart(await allPages(ports.database.records, jobId, { words: "all" }), fields);
  const example = await ports.fieldsReader.example(definition, { organizationId, pages, result });
  await ports.database.transaction(async (records) => {
    const locked = await records.jobs.lock(jobId);
    const now = await records.documentFields.find(fields);
    // A review in the meantime has queued the document again.
    if (!locked || !isTextKept(locked, ports.environment.now()) || !isSameReview(now, fields)) return;
    if (example === undefined || example.length > MAX_EXAMPLE_CHARACTERS) {
      await records.fieldsExamples.remove(fields);
      return;
    }
    const sketch = lookSketch(pages);
    const createdAt = ports.environment.now();
    await records.fieldsExamples.put(
      { jobId, schema, part, organizationId, sketch, example, createdAt },
      MAX_EXAMPLES,
    );
  });
}

function isSameReview(now: DocumentFields | undefined, { reviewedAt }: DocumentFields): boolean {
  return now?.status === "confirmed" && now.reviewedAt?.getTime() === reviewedAt?.getTime();
}
