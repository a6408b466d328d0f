import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { DocumentFields } from "../../../fields/document-fields.ts";
import type { ExamplesQuery } from "../../../fields/fields-example.ts";
import type { FieldsSchemaVersion } from "../../../fields/fields-schema.ts";
import { aFile, aJob, anOrganization } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

/** What every `Database` promises of schemas and of the fields of documents. */
export function fieldsRules(opened: Opened): void {
  test("fields are replaced, listed by state, schema and name, and deleted with their job", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const [letter, note] = ["Letter.pdf", "note.pdf"].map((name, index) =>
      aJob(organization.id, { file: { ...aFile(), name }, submittedAt: new Date(1000 * index) }),
    );
    if (!letter || !note) throw new Error("Two jobs were made.");
    const first = fieldsOf(letter, { status: "waiting" });
    const second = fieldsOf(note, { status: "ready", schema: "receipt" });
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      for (const job of [letter, note]) await records.jobs.insert(job);
      for (const fields of [second, first]) await records.documentFields.put(fields);
    });
    const { documentFields } = database.records;
    const query = { organizationId: organization.id, statuses: [], now: new Date(4000) };
    const all = { offset: 0, limit: 10 };
    expect(await documentFields.list(query, all)).toEqual([first, second]);
    expect(await documentFields.list(query, { offset: 1, limit: 1 })).toEqual([second]);
    expect(await documentFields.list({ ...query, search: "LETT" }, all)).toEqual([first]);
    expect(await documentFields.list({ ...query, schema: "receipt" }, all)).toEqual([second]);
    expect(await documentFields.count({ ...query, statuses: ["waiting", "failed"] })).toBe(1);
    const expired = { settledAt: new Date(3000), textExpiresAt: new Date(4000) };
    await database.transaction((records) => records.jobs.update(note.id, expired));
    expect(await documentFields.list(query, all)).toEqual([first]);
    expect(await documentFields.count({ ...query, now: new Date(3999) })).toBe(2);
    await database.transaction((records) => records.jobs.update(note.id, { settledAt: null }));
    const read = fieldsOf(letter, { status: "needs_review", result: RESULT, readAt: new Date(5000) });
    await database.transaction((records) => records.documentFields.put(read));
    expect(await documentFields.find(read)).toEqual(read);
    expect(await documentFields.listOfJobs([letter.id, note.id])).toHaveLength(2);
    await database.transaction((records) => records.jobs.remove(letter.id));
    expect(await documentFields.find(read)).toBeUndefined();
    await database.transaction((records) =>
      records.documentFields.removeOfSchema(organization.id, "receipt"),
    );
    expect(await documentFields.count(query)).toBe(0);
  });
  partRules(opened);
  exampleRules(opened);
  schemaRules(opened);
}

function partRules(opened: Opened): void {
  test("parts of a document are kept side by side, and later ones removed with what they taught", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const job = aJob(organization.id);
    const whole = fieldsOf(job, { schema: "receipt", status: "ready" });
    const parts = [1, 2, 3].map((part) =>
      fieldsOf(job, { part, pages: [part, part], status: "confirmed", result: RESULT }),
    );
    const [first, second, third] = parts;
    if (!first || !second || !third) throw new Error("Three parts were made.");
    const query = { organizationId: organization.id, statuses: [], now: new Date(4000) };
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      await records.jobs.insert(job);
      for (const fields of [third, whole, second, first]) await records.documentFields.put(fields);
      const { schema, organizationId, createdAt } = second;
      for (const { jobId, part } of [first, second]) {
        const example = `example of ${part}`;
        await records.fieldsExamples.put(
          { jobId, schema, part, organizationId, createdAt, sketch: [part], example },
          9,
        );
      }
    });
    const { documentFields, fieldsExamples } = database.records;
    expect(await documentFields.find(second)).toEqual(second);
    expect(await documentFields.listOfJobs([job.id])).toEqual([first, second, third, whole]);
    const range = { offset: 0, limit: 9 };
    expect(await documentFields.list({ ...query, schema: "invoice" }, range)).toEqual(parts);
    await database.transaction((records) => records.documentFields.removeAfter(first));
    expect(await documentFields.listOfJobs([job.id])).toEqual([first, whole]);
    const nearest = { ...query, schema: "invoice", sketch: [2], exceptJobId: randomUUID(), limit: 9 };
    expect((await fieldsExamples.nearest(nearest)).map(({ example }) => example)).toEqual(["example of 1"]);
  });
}

function exampleRules(opened: Opened): void {
  test("the examples nearest to a sketch are found, until their fields or texts are gone", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const jobs = [1, 2, 3].map(() => aJob(organization.id));
    const [near, far, expired] = jobs.map(({ id: jobId }, index) => ({
      jobId,
      schema: "invoice",
      part: 1,
      organizationId: organization.id,
      sketch: index === 1 ? [7, 8, 9] : [-5, 2, 3],
      example: `example ${index}`,
      createdAt: new Date(1000 * index),
    }));
    if (!near || !far || !expired) throw new Error("Three examples were made.");
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      for (const job of jobs) {
        await records.jobs.insert(job);
        await records.documentFields.put(fieldsOf(job, { status: "confirmed" }));
      }
      for (const example of [near, far, expired]) await records.fieldsExamples.put(example, 3);
      await records.jobs.update(expired.jobId, {
        settledAt: new Date(3000),
        textExpiresAt: new Date(4000),
      });
    });
    const { fieldsExamples } = database.records;
    const query: ExamplesQuery = {
      organizationId: organization.id,
      schema: "invoice",
      sketch: [-5, 3, 4],
      exceptJobId: randomUUID(),
      now: new Date(4000),
      limit: 5,
    };
    const found = async (changes: Partial<ExamplesQuery> = {}): Promise<readonly string[]> =>
      (await fieldsExamples.nearest({ ...query, ...changes })).map(({ example }) => example);
    expect(await found()).toEqual(["example 0", "example 1"]);
    expect(await found({ now: new Date(3999) })).toEqual(["example 2", "example 0", "example 1"]);
    expect(await found({ limit: 1 })).toEqual(["example 0"]);
    expect(await found({ exceptJobId: near.jobId })).toEqual(["example 1"]);
    expect(await found({ schema: "receipt" })).toEqual([]);
    expect(await found({ organizationId: randomUUID() })).toEqual([]);
    await database.transaction((records) => records.fieldsExamples.put({ ...near, sketch: [7] }, 3));
    expect(await found()).toEqual(["example 1", "example 0"]);
    await database.transaction((records) => records.fieldsExamples.put({ ...far, sketch: [] }, 2));
    expect(await found()).toEqual(["example 1"]);
    await database.transaction((records) => records.fieldsExamples.put(near, 3));
    expect(await found()).toEqual(["example 0", "example 1"]);
    await database.transaction((records) => records.fieldsExamples.remove(near));
    expect(await found()).toEqual(["example 1"]);
    await database.transaction((records) => records.documentFields.removeOfJob(far.jobId));
    expect(await found()).toEqual([]);
  });
}

function schemaRules(opened: Opened): void {
  test("the newest version of a schema is found; all are listed and deleted", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const version = (name: string, number: number): FieldsSchemaVersion => ({
      organizationId: organization.id,
      name,
      version: number,
      definition: { type: "object", properties: { total: { type: "number" } } },
      authorId: null,
      createdAt: new Date(1000 * number),
    });
    const [older, newer, other] = [version("notes", 1), version("notes", 2), version("bills", 1)];
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      for (const one of [older, newer, other]) await records.fieldsSchemas.insert(one);
    });
    const { fieldsSchemas } = database.records;
    expect(await fieldsSchemas.find(organization.id, "notes")).toEqual(newer);
    expect(await fieldsSchemas.list(organization.id)).toEqual([other, newer]);
    expect(await fieldsSchemas.versions(organization.id, "notes")).toEqual([newer, older]);
    await database.transaction((records) => records.fieldsSchemas.remove(organization.id, "notes"));
    expect(await fieldsSchemas.find(organization.id, "notes")).toBeUndefined();
  });
}

const RESULT = {
  data: { total: 5 },
  fields: { total: { citations: [], confidence: 0.5, checks: [] } },
  review: ["total"],
  notes: [],
} as const;

function fieldsOf(
  { id: jobId, organizationId, submittedAt: createdAt }: ReturnType<typeof aJob>,
  facts: Partial<DocumentFields>,
): DocumentFields {
  return {
    organizationId,
    jobId,
    schema: "invoice",
    part: 1,
    pages: null,
    version: 0,
    status: "waiting",
    message: "",
    result: null,
    createdAt,
    readAt: null,
    reviewedAt: null,
    reviewerId: null,
    ...facts,
  };
}
