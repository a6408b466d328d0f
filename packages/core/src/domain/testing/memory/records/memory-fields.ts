import type {
  DocumentFields,
  DocumentFieldsQuery,
  DocumentFieldsStore,
  FieldsPlace,
} from "../../../fields/document-fields.ts";
import type { FieldsExampleStore, StoredExample } from "../../../fields/fields-example.ts";
import type { FieldsSchemaStore, FieldsSchemaVersion } from "../../../fields/fields-schema.ts";
import type { Job } from "../../../jobs/job.ts";
import { isTextKept } from "../../../jobs/result/text-lifetime.ts";
import { nameKeyOf, searchKey } from "../../../jobs/job-list.ts";

export function memoryFieldsSchemas(table: () => Map<string, FieldsSchemaVersion>): FieldsSchemaStore {
  const versions = (organizationId: string, name: string): FieldsSchemaVersion[] =>
    [...table().values()]
      .filter((one) => one.organizationId === organizationId && one.name === name)
      .toSorted((a, b) => b.version - a.version);
  return {
    insert: async (one) => void table().set(`${one.organizationId} ${one.name} ${one.version}`, one),
    find: async (organizationId, name) => versions(organizationId, name)[0],
    async list(organizationId) {
      const own = [...table().values()].filter((one) => one.organizationId === organizationId);
      const names = [...new Set(own.map(({ name }) => name))].toSorted();
      return names.flatMap((name) => versions(organizationId, name)[0] ?? []);
    },
    versions: async (organizationId, name) => versions(organizationId, name),
    async remove(organizationId, name) {
      for (const [key, one] of table()) {
        if (one.organizationId === organizationId && one.name === name) table().delete(key);
      }
    },
  };
}

interface Tables {
  readonly jobs: Map<string, Job>;
  readonly documentFields: Map<string, DocumentFields>;
}

interface ExampleTables extends Tables {
  readonly fieldsExamples: Map<string, StoredExample>;
}

export function memoryFieldsExamples(tables: () => ExampleTables): FieldsExampleStore {
  /** Newest first. Those whose fields were removed are gone with them. */
  const ofSchema = (organizationId: string, schema: string): readonly StoredExample[] =>
    [...tables().fieldsExamples.values()]
      .filter((one) => one.organizationId === organizationId && one.schema === schema)
      .filter((one) => tables().documentFields.has(keyOf(one)))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return {
    async put(example, keep) {
      const { organizationId, schema } = example;
      tables().fieldsExamples.set(keyOf(example), example);
      for (const one of ofSchema(organizationId, schema).slice(keep)) {
        tables().fieldsExamples.delete(keyOf(one));
      }
    },
    async nearest({ organizationId, schema, sketch, exceptJobId, now, limit }) {
      const sought = new Set(sketch);
      const common = (one: StoredExample): number => one.sketch.filter((word) => sought.has(word)).length;
      return ofSchema(organizationId, schema)
        .filter(({ jobId }) => jobId !== exceptJobId)
        .filter(({ jobId }) => {
          const job = tables().jobs.get(jobId);
          return job !== undefined && isTextKept(job, now);
        })
        .toSorted((a, b) => common(b) - common(a))
        .slice(0, limit)
        .map(({ jobId, example }) => ({ jobId, example }));
    },
    remove: async (place) => void tables().fieldsExamples.delete(keyOf(place)),
  };
}

export function memoryDocumentFields(tables: () => Tables): DocumentFieldsStore {
  const table = (): Tables["documentFields"] => tables().documentFields;
  const matching = (query: DocumentFieldsQuery): DocumentFields[] =>
    [...table().values()]
      .filter((one) => matches(one, tables().jobs.get(one.jobId), query))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || inOrder(a, b));
  return {
    put: async (fields) => void table().set(keyOf(fields), fields),
    find: async (place) => table().get(keyOf(place)),
    list: async (query, { offset, limit }) => matching(query).slice(offset, offset + limit),
    count: async (query) => matching(query).length,
    listOfJobs: async (jobIds) =>
      [...table().values()].filter(({ jobId }) => jobIds.includes(jobId)).toSorted(inOrder),
    async removeAfter({ jobId, schema, part }) {
      for (const [key, one] of table()) {
        if (one.jobId === jobId && one.schema === schema && one.part > part) table().delete(key);
      }
    },
    async removeOfJob(jobId) {
      for (const [key, one] of table()) if (one.jobId === jobId) table().delete(key);
    },
    async removeOfSchema(organizationId, schema) {
      for (const [key, one] of table()) {
        if (one.organizationId === organizationId && one.schema === schema) table().delete(key);
      }
    },
  };
}

function matches(
  fields: DocumentFields,
  job: Job | undefined,
  { organizationId, statuses, schema = fields.schema, search = "", now }: DocumentFieldsQuery,
): boolean {
  const term = searchKey(search);
  if (job && !isTextKept(job, now)) return false;
  const keys = job ? [nameKeyOf(job), searchKey(job.tag)] : [""];
  return (
    fields.organizationId === organizationId &&
    fields.schema === schema &&
    (statuses.length === 0 || statuses.includes(fields.status)) &&
    keys.some((key) => key.includes(term))
  );
}

function inOrder(a: FieldsPlace, b: FieldsPlace): number {
  const [one, other] = [`${a.jobId} ${a.schema}`, `${b.jobId} ${b.schema}`];
  if (one === other) return a.part - b.part;
  return one < other ? -1 : 1;
}

function keyOf({ jobId, schema, part }: FieldsPlace): string {
  return `${jobId} ${schema} ${part}`;
}
