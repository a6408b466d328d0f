import { expect, test, beforeAll, afterAll } from "vitest";
import { readdirSync } from "node:fs";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

let service: RunningService;
let client: GraphqlClient;

beforeAll(async () => {
  service = await startService();
  client = createGraphqlClient(service);
});

afterAll(() => service[Symbol.asyncDispose]());

const submittedSchema = z.object({ submitDocument: z.object({ job: z.object({ id: z.uuid() }) }) });

/** Each document has other bytes, so it is an object of its own. */
async function submit(name: string, input: object = {}): Promise<string> {
  const upload = await client.upload(name, Buffer.concat([letter().bytes, Buffer.from(`% ${name}`)]));
  const { submitDocument } = await client.read(
    submittedSchema,
    "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }",
    { input: { upload: upload.id, options: { mode: "NATIVE_TEXT" }, ...input } },
  );
  return submitDocument.job.id;
}

const stateSchema = z.object({ job: z.object({ status: z.string(), handle: z.string() }) });
const STATE = "query ($id: ID!) { job(id: $id) { status handle } }";

async function processed(id: string): Promise<string> {
  const { job } = await client.read(stateSchema, STATE, { id });
  await createRestClient(service).waitUntilSettled(job.handle);
  return job.handle;
}

function storedDocuments(): number {
  return readdirSync(`${service.dataDir}/objects/kept/documents`).length;
}

const listSchema = z.object({
  jobs: z.object({
    totalCount: z.number(),
    nodes: z.array(z.object({ file: z.object({ name: z.string() }) })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

test("documents are listed by name, searched by name and tag, and read part by part", async () => {
  for (const name of ["Zebra.pdf", "apple.pdf", "Mango.pdf"]) {
    await processed(await submit(name, { tag: "Orchard 7" }));
  }
  const list = `query ($after: String) {
    jobs(first: 2, after: $after, filter: {search: "ORCHARD"}, orderBy: {by: NAME, direction: ASCENDING}) {
      totalCount nodes { file { name } } pageInfo { hasNextPage endCursor }
    }
  }`;
  const first = (await client.read(listSchema, list)).jobs;
  const second = (await client.read(listSchema, list, { after: first.pageInfo.endCursor })).jobs;
  expect(first.totalCount).toBe(3);
  const names = [...first.nodes, ...second.nodes].map(({ file }) => file.name);
  expect(names).toEqual(["apple.pdf", "Mango.pdf", "Zebra.pdf"]);
  expect(second.pageInfo.hasNextPage).toBe(false);
  const { data } = await client.ask(
    '{ jobs(filter: {search: "ebra", statuses: [PROCESSED], tag: "Orchard 7"}) { nodes { durationSeconds expiresAt documentKept file { name } } } }',
  );
  expect(data).toEqual({
    jobs: {
      nodes: [
        {
          durationSeconds: expect.any(Number),
          expiresAt: expect.any(String),
          documentKept: true,
          file: { name: "Zebra.pdf" },
        },
      ],
    },
  });
});

test("a document is submitted again with other options, also after REST retrieved its text", async () => {
  const id = await submit("again.pdf", { tag: "kept tag" });
  await createRestClient(service).retrieve(await processed(id));
  const again = `mutation ($ids: [ID!]!) {
    resubmitJobs(input: {jobIds: $ids, options: {mode: FORM, outputMode: TEXT}}) {
      resubmissions { originalId job { id status tag file { name } options { mode outputMode } } }
      failures { code }
    }
  }`;
  const { data } = await client.ask(again, { ids: [id] });
  expect(data).toEqual({
    resubmitJobs: {
      resubmissions: [
        {
          originalId: id,
          job: {
            id: expect.not.stringMatching(id),
            status: "ACCEPTED",
            tag: "kept tag",
            file: { name: "again.pdf" },
            options: { mode: "FORM", outputMode: "TEXT" },
          },
        },
      ],
      failures: [],
    },
  });
  const invalid = await client.ask(
    "mutation ($ids: [ID!]!) { resubmitJobs(input: {jobIds: $ids, options: {lineTolerance: 99}}) { failures { code } } }",
    { ids: [id] },
  );
  expect(invalid.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "lineTolerance" });
});

test("deleted jobs are gone in every API, and the document with the last job that has it", async () => {
  const rest = createRestClient(service);
  const before = storedDocuments();
  const document = letter().bytes;
  const hash = await rest.submit(document, { mode: "native_text" });
  await rest.waitUntilSettled(hash);
  expect(storedDocuments()).toBe(before + 1);
  const found = z.object({ job: z.object({ id: z.uuid() }) });
  const { job } = await client.read(found, "query ($handle: String) { job(handle: $handle) { id } }", {
    handle: hash,
  });
  const resubmittedSchema = z.object({
    resubmitJobs: z.object({ resubmissions: z.array(z.object({ job: z.object({ id: z.uuid() }) })) }),
  });
  const { resubmitJobs } = await client.read(
    resubmittedSchema,
    "mutation ($ids: [ID!]!) { resubmitJobs(input: {jobIds: $ids}) { resubmissions { job { id } } } }",
    { ids: [job.id] },
  );
  const second = resubmitJobs.resubmissions[0]?.job.id ?? "";
  await processed(second);

  const remove =
    "mutation ($ids: [ID!]!) { deleteJobs(input: {jobIds: $ids}) { deletedIds failures { jobId code message } } }";
  expect((await client.ask(remove, { ids: [job.id] })).data).toEqual({
    deleteJobs: { deletedIds: [job.id], failures: [] },
  });
  expect(storedDocuments()).toBe(before + 1);
  expect((await client.ask(STATE, { id: job.id })).errors[0]?.extensions["code"]).toBe("NOT_FOUND");
  expect((await rest.request("/whisper-status", { query: { whisper_hash: hash } })).status).toBe(400);
  expect((await client.ask(remove, { ids: [job.id, second] })).data).toEqual({
    deleteJobs: {
      deletedIds: [second],
      failures: [{ jobId: job.id, code: "NOT_FOUND", message: "Job not found." }],
    },
  });
  expect(storedDocuments()).toBe(before);
});

test("a job that is not settled is cancelled before it is deleted", async () => {
  await using away = await startService({ env: { GALLEY_ROLE: "serve" } });
  const rest = createRestClient(away);
  const own = createGraphqlClient(away);
  await rest.submit(letter().bytes);
  const { jobs } = await own.read(
    z.object({ jobs: z.object({ nodes: z.array(z.object({ id: z.uuid() })) }) }),
    "{ jobs { nodes { id } } }",
  );
  const ids = jobs.nodes.map(({ id }) => id);
  const remove =
    "mutation ($ids: [ID!]!) { deleteJobs(input: {jobIds: $ids}) { deletedIds failures { code message } } }";
  expect((await own.ask(remove, { ids })).data).toEqual({
    deleteJobs: {
      deletedIds: [],
      failures: [{ code: "CONFLICT", message: "The job is accepted; cancel it first." }],
    },
  });
  const cancel =
    "mutation ($ids: [ID!]!) { cancelJobs(input: {jobIds: $ids}) { jobs { status } failures { code } } }";
  expect((await own.ask(cancel, { ids })).data).toEqual({
    cancelJobs: { jobs: [{ status: "CANCELLED" }], failures: [] },
  });
  expect((await own.ask(cancel, { ids })).data).toMatchObject({
    cancelJobs: { jobs: [], failures: [{ code: "CONFLICT" }] },
  });
  expect((await own.ask(remove, { ids })).data).toMatchObject({ deleteJobs: { deletedIds: ids } });
});

test("with until_retrieved, a retrieved document cannot be submitted again, and the error says since when", async () => {
  await using other = await startService({ env: { GALLEY_KEEP_TEXT: "until_retrieved" } });
  const rest = createRestClient(other);
  const hash = await rest.submit(letter().bytes, { file_name: "gone.pdf" });
  await rest.waitUntilSettled(hash);
  await rest.retrieve(hash);
  const own = createGraphqlClient(other);
  const { jobs } = await own.read(
    z.object({ jobs: z.object({ nodes: z.array(z.object({ id: z.uuid(), documentKept: z.boolean() })) }) }),
    "{ jobs { nodes { id documentKept } } }",
  );
  expect(jobs.nodes[0]?.documentKept).toBe(false);
  const { data } = await own.ask(
    "mutation ($ids: [ID!]!) { resubmitJobs(input: {jobIds: $ids}) { failures { code message } } }",
    { ids: jobs.nodes.map(({ id }) => id) },
  );
  expect(data).toEqual({
    resubmitJobs: {
      failures: [
        { code: "CONFLICT", message: expect.stringMatching(/was kept until \d{4}-.*Upload it again\.$/) },
      ],
    },
  });
});
