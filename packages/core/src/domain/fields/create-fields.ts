import { DomainError } from "../domain-error.ts";
import { nameOf } from "../jobs/job-list.ts";
import type { Viewer } from "../jobs/jobs.ts";
import type { DocumentFieldsFilter } from "./document-fields.ts";
import { nameOfPart } from "./document-parts.ts";
import { SchemaEvaluator } from "./evaluation/evaluate-schema.ts";
import type { Fields } from "./fields.ts";
import type { FieldsPorts } from "./reading-ports.ts";
import type { FieldsRow, TableFormat } from "./fields-ports.ts";
import { createSchema, deleteSchema, findSchema, listSchemas, updateSchema } from "./manage-schemas.ts";
import { readDocumentFields, readFieldsOnce, readWaiting } from "./read-document-fields.ts";
import { confirmFields, correctField, rejectFields } from "./review-fields.ts";

export function createFields(ports: FieldsPorts): Fields {
  const { documentFields, fieldsSchemas } = ports.database.records;
  const evaluator = new SchemaEvaluator(ports);
  const now = (): Date => ports.environment.now();
  return {
    schemas: (viewer) => listSchemas(ports, viewer),
    schema: (viewer, name) => findSchema(ports, viewer, name),
    versions: ({ organizationId }, name) => fieldsSchemas.versions(organizationId, name),
    createSchema: (caller, schema) => createSchema(ports, caller, schema),
    updateSchema: (caller, schema) => updateSchema(ports, caller, schema),
    deleteSchema: (caller, name) => deleteSchema(ports, caller, name),
    read: (caller, reference, by) => readDocumentFields(ports, caller, reference, by),
    readOnce: (caller, reference, by) => readFieldsOnce(ports, caller, reference, by),
    list: ({ organizationId }, filter, range) =>
      documentFields.list({ ...filter, organizationId, now: now() }, range),
    count: ({ organizationId }, filter) => documentFields.count({ ...filter, organizationId, now: now() }),
    async ofEachJob(jobs) {
      const found = await documentFields.listOfJobs(jobs.map(({ id }) => id));
      const byJob = Map.groupBy(found, ({ jobId }) => jobId);
      return jobs.map(({ id }) => byJob.get(id) ?? []);
    },
    confirm: (caller, place) => confirmFields(ports, caller, place),
    correct: (caller, place) => correctField(ports, caller, place),
    reject: (caller, place) => rejectFields(ports, caller, place),
    evaluate: (caller, query) => evaluator.evaluate(caller, query),
    table: (viewer, query) => tableOf(ports, viewer, query),
    readWaiting: (jobId) => readWaiting(ports, jobId),
  };
}

/** Documents of one table: more would take longer than a download waits. */
const MAX_ROWS = 20_000;

/** Documents per database query; between queries, other callers are served. */
const AT_ONCE = 200;

async function tableOf(
  ports: FieldsPorts,
  viewer: Viewer,
  { format, ...filter }: DocumentFieldsFilter & { readonly schema: string; readonly format: TableFormat },
): Promise<Uint8Array> {
  const { definition } = await findSchema(ports, viewer, filter.schema);
  const rows: FieldsRow[] = [];
  for (let last = AT_ONCE; last === AT_ONCE;) {
    const part = await rowsOf(ports, viewer, filter, { offset: rows.length, limit: AT_ONCE });
    last = part.length;
    rows.push(...part);
    if (rows.length > MAX_ROWS) {
      throw new DomainError("TOO_LARGE", `A table has at most ${MAX_ROWS} documents. Filter them.`);
    }
  }
  return ports.fieldsReader.table(definition, rows, { format });
}

/** Without documents that have no data: those that wait, failed or were rejected. */
async function rowsOf(
  { database: { records }, environment }: FieldsPorts,
  { organizationId }: Viewer,
  filter: DocumentFieldsFilter,
  range: { readonly offset: number; readonly limit: number },
): Promise<readonly FieldsRow[]> {
  const withData = ["needs_review", "ready", "confirmed"] as const;
  const statuses = withData.filter(
    (status) => filter.statuses.length === 0 || filter.statuses.includes(status),
  );
  if (statuses.length === 0) return [];
  const query = { ...filter, statuses, organizationId, now: environment.now() };
  const found = await records.documentFields.list(query, range);
  const jobs = await records.jobs.listByIds(found.map(({ jobId }) => jobId));
  const names = new Map(jobs.map((job) => [job.id, nameOf(job)]));
  return found.map(({ jobId, pages, result, status }) => ({
    file: nameOfPart(names.get(jobId) ?? "", pages),
    data: result?.data ?? {},
    needsReview: status === "needs_review",
  }));
}
