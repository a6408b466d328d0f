import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { findJob } from "../jobs/find-jobs.ts";
import type { Job } from "../jobs/job.ts";
import type { JobRecords } from "../jobs/job-ports.ts";
import type { JobReference } from "../jobs/jobs.ts";
import { isTextKept } from "../jobs/result/text-lifetime.ts";
import type { Transaction } from "../ports.ts";
import { wakeRunOf } from "../runs/wake-run.ts";
import type { DocumentFields, FieldsReading } from "./document-fields.ts";
import { assertSplittable, isSamePart } from "./document-parts.ts";
import { withConfirmed } from "./confirmed-values.ts";
import type { Fields } from "./fields.ts";
import type { FieldsPorts, FieldsRecords, ReadingPorts } from "./reading-ports.ts";
import { sourceOf, withDocument } from "./fields-source.ts";
import { learnExample } from "./examples/learn-example.ts";
import type { FieldsResult } from "./fields-result.ts";
import { findSchema } from "./manage-schemas.ts";

/** See `Fields.read`. */
export async function readDocumentFields(
  ports: FieldsPorts,
  caller: Caller,
  reference: JobReference,
  by: FieldsReading,
): Promise<readonly DocumentFields[]> {
  assertMay(caller, "read fields");
  const job = await findJob(ports, caller, reference);
  const parts = await readFieldsOf(ports, job, by);
  if (by.schema === job.fieldsSchema) await ports.database.transaction((records) => wakeRunOf(records, job));
  return parts;
}

/** See `Fields.readOnce`. */
export async function readFieldsOnce(
  ports: FieldsPorts,
  caller: Caller,
  reference: JobReference,
  { schema: named, split }: Parameters<Fields["readOnce"]>[2],
): Promise<readonly DocumentFields[]> {
  const job = await findJob(ports, caller, reference);
  const schema = named ?? job.fieldsSchema;
  if (schema === null) {
    throw new DomainError("BAD_INPUT", "schema: the document was submitted without one; name it", {
      field: "schema",
    });
  }
  const known = await partsOf(ports.database.records, job, schema);
  const isOther = areRead(known) && split !== undefined && split !== isSplit(job, known);
  if (isOther && known.some(({ reviewedAt }) => reviewedAt !== null)) throw reviewedOtherwise(known);
  return areRead(known) && !isOther && isTextKept(job, ports.environment.now())
    ? known
    : readDocumentFields(ports, caller, reference, { schema, split });
}

/** What a person has confirmed of other parts would be lost by a call that only asks for values. */
function reviewedOtherwise({ length }: readonly DocumentFields[]): DomainError {
  const how = length > 1 ? `in ${length} parts` : "as a whole";
  const message = `split: the document was reviewed ${how}; leave it out, or read the document again with readFields`;
  return new DomainError("CONFLICT", message, { field: "split" });
}

/**
 * The fields of a processed job for what is sent of it, which are read unless they were read before.
 *
 * @throws DomainError with the reason if they cannot be read.
 */
export async function readFieldsUnlessRead(
  ports: ReadingPorts,
  job: Job,
  schema: string,
): Promise<readonly DocumentFields[]> {
  const known = await partsOf(ports.database.records, job, schema);
  if (areRead(known)) return known;
  try {
    return await readFieldsOf(ports, job, { schema });
  } catch (error) {
    const [first] = known;
    if (first && isPermanent(error)) await storeFailure(ports, job, { ...first, message: error.message });
    throw error;
  }
}

async function partsOf(
  { documentFields }: Pick<JobRecords, "documentFields">,
  { id }: Job,
  schema: string,
): Promise<readonly DocumentFields[]> {
  return (await documentFields.listOfJobs([id])).filter((one) => one.schema === schema);
}

function areRead(parts: readonly DocumentFields[]): boolean {
  return parts.length > 0 && parts.every(({ result }) => result !== null);
}

/** Whether a document was read split, or else was submitted so. */
function isSplit(job: Job, parts: readonly DocumentFields[]): boolean {
  return areRead(parts) ? parts.some(({ pages }) => pages !== null) : job.fieldsSplit;
}

/** See `Fields.readWaiting`. */
export async function readWaiting(ports: FieldsPorts, jobId: string): Promise<void> {
  const { jobs, documentFields } = ports.database.records;
  const job = await jobs.find(jobId);
  if (!job) return;
  for (const fields of await documentFields.listOfJobs([jobId])) {
    if (fields.status === "waiting") await readOrFail(ports, job, fields);
    if (fields.status === "confirmed") await learnExample(ports, job, fields);
  }
}

async function readOrFail(ports: FieldsPorts, job: Job, fields: DocumentFields): Promise<void> {
  try {
    await readFieldsOf(ports, job, fields);
  } catch (error) {
    if (!isPermanent(error)) throw error;
    const message = job.status === "failed" || job.status === "cancelled" ? job.statusMessage : error.message;
    await storeFailure(ports, job, { ...fields, message });
  }
}

/** Others are temporary, and the queue retries. */
function isPermanent(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code !== "UNAVAILABLE";
}

async function storeFailure(ports: ReadingPorts, job: Job, fields: DocumentFields): Promise<void> {
  await stored(ports, job, async ({ documentFields }) => {
    await documentFields.put({ ...fields, status: "failed" });
  });
}

async function readFieldsOf(
  ports: ReadingPorts,
  job: Job,
  { schema, split }: FieldsReading,
): Promise<readonly DocumentFields[]> {
  const { definition, version } = await findSchema(ports, job, schema);
  if (split === true) assertSplittable(definition);
  const before = await partsOf(ports.database.records, job, schema);
  const found = await withDocument(ports, job, async (document) => {
    const isWhole = !(split ?? isSplit(job, before));
    const whole = { pages: null, blocks: document.blocks };
    const parts = isWhole ? [whole] : await ports.fieldsReader.split(definition, document);
    const results: FoundPart[] = [];
    for (const [index, { pages, blocks }] of parts.entries()) {
      const part = { schema, part: index + 1, pages };
      const source = await sourceOf(ports, job, { ...document, blocks }, { ...part, exceptCopies: false });
      results.push({ ...part, result: await ports.fieldsReader.read(definition, source) });
    }
    return results;
  });
  return stored(ports, job, async (records) => {
    const earlier = await partsOf(records, job, schema);
    const parts = found.map((part) =>
      readPart(part, { job, version, earlier, readAt: ports.environment.now() }),
    );
    for (const part of parts) {
      await records.documentFields.put(part);
      // What the part of this number taught is another part's, or nobody's.
      if (!earlier.some((one) => one.part === part.part && isSamePart(one.pages, part.pages)))
        await records.fieldsExamples.remove(part);
    }
    await records.documentFields.removeAfter({ jobId: job.id, schema, part: parts.length });
    return parts;
  });
}

type FoundPart = Pick<DocumentFields, "schema" | "part" | "pages"> & { readonly result: FieldsResult };

interface Reading extends Pick<DocumentFields, "version"> {
  readonly job: Job;
  /** The parts as they were stored before. */
  readonly earlier: readonly DocumentFields[];
  readonly readAt: Date;
}

/** A part with what a person has confirmed of the same pages. */
function readPart(
  { result, ...part }: FoundPart,
  { job, version, earlier, readAt }: Reading,
): DocumentFields {
  const same = earlier.find(({ pages }) => isSamePart(pages, part.pages));
  const kept = withConfirmed(result, same?.result ?? null);
  const isConfirmed = same?.status === "confirmed" && kept.review.length === 0;
  return {
    ...part,
    organizationId: job.organizationId,
    jobId: job.id,
    version,
    status: kept.review.length > 0 ? "needs_review" : isConfirmed ? "confirmed" : "ready",
    message: "",
    result: assertSize(kept),
    createdAt: earlier[0]?.createdAt ?? readAt,
    readAt,
    reviewedAt: isConfirmed ? same.reviewedAt : null,
    reviewerId: isConfirmed ? same.reviewerId : null,
  };
}

/** The largest result as JSON: about 20,000 rows of five columns with their places. */
const MAX_RESULT_CHARACTERS = 50_000_000;

function assertSize(result: FieldsResult): FieldsResult {
  if (JSON.stringify(result).length <= MAX_RESULT_CHARACTERS) return result;
  throw new DomainError("TOO_LARGE", "The document has too many fields. Submit fewer pages at a time.");
}

/** The job is locked, so that nothing is stored after the text was deleted. */
async function stored<Stored>(
  { database, environment }: ReadingPorts,
  { id }: Job,
  change: (records: Transaction<JobRecords & FieldsRecords>) => Promise<Stored>,
): Promise<Stored> {
  return database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job || !isTextKept(job, environment.now())) {
      throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
    }
    const changed = await change(records);
    await records.announcements.jobChanged(job);
    return changed;
  });
}
