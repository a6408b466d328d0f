import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { confirmedNotes, noteSchema, submittedNote } from "../../support/confirmed-notes.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let graphql: GraphqlClient;

beforeAll(async () => {
  service = await startService();
  graphql = createGraphqlClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const counts = z.object({
  right: z.number(),
  wrong: z.number(),
  missed: z.number(),
  invented: z.number(),
  unnoticed: z.number(),
});
const evaluationSchema = z.object({
  version: z.number().nullable(),
  against: z.number().nullable(),
  confirmedDocuments: z.number(),
  documents: z.number(),
  failedDocuments: z.number(),
  fields: z.array(
    z.object({
      path: z.string(),
      counts,
      before: counts.nullable(),
      better: z.number(),
      worse: z.number(),
      readers: z.array(z.object({ reader: z.string().nullable(), counts })),
      values: z.array(
        z.object({
          path: z.string(),
          outcome: z.string(),
          before: z.string().nullable(),
          expected: z.unknown(),
          found: z.unknown(),
          job: z.object({ id: z.string() }),
        }),
      ),
    }),
  ),
});
type Evaluation = z.infer<typeof evaluationSchema>;

const COUNTS = "{ right wrong missed invented unnoticed }";
const EVALUATION = `version against confirmedDocuments documents failedDocuments fields { path better worse counts ${COUNTS}
  before ${COUNTS} readers { reader counts ${COUNTS} } values { path outcome before expected found job { id } } }`;

async function evaluation(schema: string, given: object = {}): Promise<Evaluation> {
  const { fieldsEvaluation } = await graphql.read(
    z.object({ fieldsEvaluation: evaluationSchema }),
    `query ($schema: String!, $version: PositiveInt, $definition: String, $against: PositiveInt) {
      fieldsEvaluation(schema: $schema, version: $version, definition: $definition, against: $against) { ${EVALUATION} } }`,
    { schema, ...given },
  );
  return fieldsEvaluation;
}

/** A test that is repeated creates another schema. */
function newName(): string {
  return `notes-${randomUUID().slice(0, 8)}`;
}

function fieldOf({ fields }: Evaluation, path: string): Evaluation["fields"][number] | undefined {
  return fields.find((field) => field.path === path);
}

test("a schema is evaluated over its confirmed documents; versions and drafts are compared with one another", async () => {
  const schema = newName();
  const [first] = await confirmedNotes(service, { schema, labels: ["Weight"], count: 1 });
  const before = await evaluation(schema);
  expect(before).toMatchObject({ version: 1, against: null, confirmedDocuments: 1, documents: 1 });
  expect(fieldOf(before, "number")?.counts).toMatchObject({ right: 1, missed: 0 });
  // The document itself has taught where its weight stands, which does not count.
  expect(fieldOf(before, "weight")).toMatchObject({
    counts: { right: 0, missed: 1 },
    before: null,
    values: [{ path: "weight", outcome: "MISSED", expected: 12.5, found: null, job: { id: first } }],
  });

  const draft = JSON.stringify(noteSchema({ labels: ["Heft"] }));
  const tried = await evaluation(schema, { definition: draft, against: 1 });
  expect(tried).toMatchObject({ version: null, against: 1 });
  expect(fieldOf(tried, "weight")).toMatchObject({
    counts: { right: 1, missed: 0 },
    before: { right: 0, missed: 1 },
    better: 1,
    worse: 0,
    readers: [{ reader: "LABEL", counts: { right: 1 } }],
    values: [{ outcome: "RIGHT", before: "MISSED" }],
  });

  await graphql.read(
    z.unknown(),
    "mutation ($input: FieldsSchemaInput!) { updateFieldsSchema(input: $input) { __typename } }",
    { input: { name: schema, definition: draft } },
  );
  const back = await evaluation(schema, { version: 1, against: 2 });
  expect(fieldOf(back, "weight")).toMatchObject({
    worse: 1,
    values: [{ outcome: "MISSED", before: "RIGHT" }],
  });
});

/** A worker stores what a review teaches. */
const LEARNING = { timeout: 60_000, interval: 300 } as const;

test("documents teach one another in an evaluation, but copies do not", async () => {
  const taught = newName();
  await confirmedNotes(service, { schema: taught, labels: ["Weight"], count: 3 });
  await vi.waitFor(
    async () =>
      expect(fieldOf(await evaluation(taught), "weight")).toMatchObject({
        counts: { right: 3, missed: 0 },
        readers: [{ reader: "EXAMPLE", counts: { right: 3 } }],
      }),
    LEARNING,
  );
  const notes = { schema: newName(), labels: ["Weight"] };
  await confirmedNotes(service, { ...notes, count: 1, copies: 3 });
  const other = await submittedNote(service, { ...notes, number: "N-9", weight: "99.50" });
  const read = z.object({
    readFields: z.object({ fields: z.object({ data: z.object({ weight: z.number() }) }) }),
  });
  await vi.waitFor(
    () =>
      graphql.read(
        read,
        "mutation ($input: ReadFieldsInput!) { readFields(input: $input) { fields { data } } }",
        { input: { jobId: other, schema: notes.schema } },
      ),
    LEARNING,
  );
  expect(fieldOf(await evaluation(notes.schema), "weight")?.counts).toMatchObject({ right: 0, missed: 3 });
});

test("unknown schemas and versions, wrong definitions and a second evaluation are refused", async () => {
  const schema = newName();
  await confirmedNotes(service, { schema, labels: ["Weight"], count: 2 });
  await expect(evaluation("unknown")).rejects.toThrow("There is no schema unknown.");
  await expect(evaluation(schema, { version: 7 })).rejects.toThrow("has no version 7");
  await expect(evaluation(schema, { definition: "{}" })).rejects.toThrow("definition:");
  await expect(evaluation(schema, { version: 1, definition: "{}" })).rejects.toThrow("either");
  const outcomes = await Promise.allSettled([evaluation(schema), evaluation(schema)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
