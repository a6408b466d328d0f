import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { findJob } from "../jobs/find-jobs.ts";
import type { Job } from "../jobs/job.ts";
import type { JobReference } from "../jobs/jobs.ts";
import { isTextKept } from "../jobs/result/text-lifetime.ts";
import { wakeRunOf } from "../runs/wake-run.ts";
import type { DocumentFields } from "./document-fields.ts";
import { withConfirmed } from "./confirmed-values.ts";
import type { FieldsPorts, ReadingPorts } from "./reading-ports.ts";
import { withSource } from "./fields-source.ts";
import { learnExample } from "./examples/learn-example.ts";
import type { FieldsResult } from "./fields-result.ts";
import { findSchema } from "./manage-schemas.ts";

/** See `Fields.read`. */
export async function readDocumentFields(
  ports: FieldsPorts,
  caller: Caller,
  { reference, schema }: { readonly reference: JobReference; readonly schema: string },
): Promise<DocumentFields> {
  assertMay(caller, "read fields");
  const job = await findJob(ports, caller, reference);
  const fields = await readFieldsOf(ports, job, schema);
  if (schema === job.fieldsSchema) await ports.database.transaction((records) => wakeRunOf(records, job));
  return fields;
}

/** See `Fields.readOnce`. */
export async function readFieldsOnce(
  ports: FieldsPorts,
  caller: Caller,
  { reference, schema }: { readonly reference: JobReference; readonly schema: string | undefined },
): Promise<DocumentFields> {
  const job = await findJob(ports, caller, reference);
  const name = schema ?? job.fieldsSchema;
  if (name === null) {
    throw new DomainError("BAD_INPUT", "schema: the document was submitted without one; name it", {
      field: "schema",
    });
  }
  const known = await ports.database.records.documentFields.find({ jobId: job.id, schema: name });
  const isKnown = known !== undefined && known.result !== null && isTextKept(job, ports.environment.now());
  return isKnown ? known : readDocumentFields(ports, caller, { reference, schema: name });
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
): Promise<DocumentFields> {
  const known = await ports.database.records.documentFields.find({ jobId: job.id, schema });
  if (known?.result) return known;
  try {
    return await readFieldsOf(ports, job, schema);
  } catch (error) {
    if (known && isPermanent(error)) await storeFailure(ports, job, { ...known, message: error.message });
    throw error;
  }
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
    await readFieldsOf(ports, job, fields.schema);
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
  await store(ports, job, async () => ({ ...fields, status: "failed" }));
}

async function readFieldsOf(ports: ReadingPorts, job: Job, name: string): Promise<DocumentFields> {
  const { definition, version } = await findSchema(ports, job, name);
  const result = await withSource(ports, job, { schema: name, exceptCopies: false }, (source) =>
    ports.fieldsReader.read(definition, source),
  );
  return store(
    ports,
    job,
    async (earlier) => {
      const kept = withConfirmed(result, earlier?.result ?? null);
      const readAt = ports.environment.now();
      const isConfirmed = earlier?.status === "confirmed" && kept.review.length === 0;
      return {
        organizationId: job.organizationId,
        jobId: job.id,
        schema: name,
        version,
        status: kept.review.length > 0 ? "needs_review" : isConfirmed ? "confirmed" : "ready",
        message: "",
        result: assertSize(kept),
        createdAt: earlier?.createdAt ?? readAt,
        readAt,
        reviewedAt: isConfirmed ? earlier.reviewedAt : null,
        reviewerId: isConfirmed ? earlier.reviewerId : null,
      };
    },
    name,
  );
}

/** The largest result as JSON: about 20,000 rows of five columns with their places. */
const MAX_RESULT_CHARACTERS = 50_000_000;

function assertSize(result: FieldsResult): FieldsResult {
  if (JSON.stringify(result).length <= MAX_RESULT_CHARACTERS) return result;
  throw new DomainError("TOO_LARGE", "The document has too many fields. Submit fewer pages at a time.");
}

/** The job is locked, so that nothing is stored after the text was deleted. */
async function store(
  { database, environment }: ReadingPorts,
  { id }: Job,
  change: (earlier: DocumentFields | undefined) => Promise<DocumentFields>,
  schema?: string,
): Promise<DocumentFields> {
  return database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job || !isTextKept(job, environment.now())) {
      throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
    }
    const earlier =
      schema === undefined ? undefined : await records.documentFields.find({ jobId: id, schema });
    const fields = await change(earlier);
    await records.documentFields.put(fields);
    await records.announcements.jobChanged(job);
    return fields;
  });
}
