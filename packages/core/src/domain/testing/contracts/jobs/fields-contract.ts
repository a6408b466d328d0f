import { expect, test } from "vitest";
import type { DocumentFields } from "../../../fields/document-fields.ts";
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
  schemaRules(opened);
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
