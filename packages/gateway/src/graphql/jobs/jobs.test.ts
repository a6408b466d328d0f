import { randomUUID } from "node:crypto";
import type { Caller } from "@galley/core/domain";
import { expect, test } from "vitest";
import { z } from "zod";
import { DOCUMENT_URL, startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const JOB = "query ($id: ID!) { job(id: $id) { id handle status mode outputMode tag pagesDone pageCount } }";

test("the viewer belongs to the organization of the credentials", async () => {
  await using service = await startGraphqlService();
  const query = "{ viewer { kind organizationId tier } }";
  const { organizationId } = service;
  expect((await service.ask(query)).data).toEqual({
    viewer: { kind: "EXTRACTION_KEY", organizationId, tier: null },
  });
  const byToken = await service.ask(query, {}, { authorization: `Bearer ${service.token}` });
  expect(byToken.data).toEqual({ viewer: { kind: "ACCESS_TOKEN", organizationId, tier: "READ_WRITE" } });
});

test("a document with a URL is submitted, fetched and read", async () => {
  await using service = await startGraphqlService();
  const submit =
    "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id file { name } source { url name } } } }";
  const { data } = await service.ask(submit, { input: { url: DOCUMENT_URL } });
  expect(data).toMatchObject({
    submitDocument: { job: { file: null, source: { url: DOCUMENT_URL, name: "report.pdf" } } },
  });
  const [job] = (await service.application.jobs.list(await callerOf(service), { statuses: [], limit: 1 }))
    .jobs;
  const id = job?.id ?? "";
  await service.application.jobs.fetch({ jobId: id, failures: 0 }, new AbortController().signal);
  await service.work(id);
  const { data: read } = await service.ask(
    "query ($id: ID!) { job(id: $id) { status file { name bytes } } }",
    { id },
  );
  expect(read).toEqual({ job: { status: "PROCESSED", file: { name: "report.pdf", bytes: 24 } } });
});

test("a job has a queue position until it is processed", async () => {
  await using service = await startGraphqlService();
  const uploaded = await fetch(`${service.url}/uploads/report.pdf`, {
    method: "PUT",
    headers: { "service-key": service.key },
    body: "%PDF-1.7 made for a test",
  });
  const upload = idIn(await uploaded.json());
  const submit =
    "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { priority queuePosition } } }";
  const places = [];
  for (const priority of ["NORMAL", "NORMAL", "HIGH"]) {
    places.push((await service.ask(submit, { input: { upload, priority } })).data);
  }
  expect(places).toEqual([
    { submitDocument: { job: { priority: "NORMAL", queuePosition: 1 } } },
    { submitDocument: { job: { priority: "NORMAL", queuePosition: 2 } } },
    { submitDocument: { job: { priority: "HIGH", queuePosition: 2 } } },
  ]);
  const list = "{ jobs(first: 9) { nodes { id priority queuePosition } } }";
  const before = jobsSchema.parse((await service.ask(list)).data).jobs.nodes;
  await service.work(before.find(({ queuePosition }) => queuePosition === 1)?.id ?? "");
  const { jobs } = jobsSchema.parse((await service.ask(list)).data);
  const after = jobs.nodes.map(({ priority, queuePosition }) => [priority, queuePosition]);
  expect(after).toEqual(
    expect.arrayContaining([
      ["NORMAL", null],
      ["HIGH", 1],
      ["NORMAL", 2],
    ]),
  );
});

const jobsSchema = z.object({
  jobs: z.object({
    nodes: z.array(z.object({ id: z.string(), priority: z.string(), queuePosition: z.number().nullable() })),
  }),
});

test("a document is uploaded, submitted and processed, and its text is retrieved once", async () => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const uploaded = await fetch(`${service.url}/uploads/report.pdf`, {
    method: "PUT",
    headers: { "service-key": service.key },
    body: "%PDF-1.7 made for a test",
  });
  const upload: unknown = await uploaded.json();
  expect(upload).toMatchObject({ name: "report.pdf", bytes: 24, mediaType: "application/pdf" });

  const submitted = await service.ask(
    `mutation ($input: SubmitDocumentInput!) {
      submitDocument(input: $input) { job { id status tag file { name } options { mode lineTolerance } } }
    }`,
    { input: { upload: idIn(upload), tag: "trial", options: { mode: "NATIVE_TEXT", lineTolerance: null } } },
  );
  expect(submitted.data).toMatchObject({
    submitDocument: {
      job: {
        status: "ACCEPTED",
        tag: "trial",
        file: { name: "report.pdf" },
        options: { mode: "NATIVE_TEXT", lineTolerance: 0.4 },
      },
    },
  });

  const [job] = (await service.application.jobs.list(await callerOf(service), { statuses: [], limit: 1 }))
    .jobs;
  const id = job?.id ?? "";
  const take =
    "mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text job { status } pages { number text } } }";
  expect((await service.ask(take, { id })).errors[0]?.extensions).toMatchObject({
    code: "NOT_READY",
    retryable: true,
  });
  await service.work(id);
  expect((await service.ask(take, { id })).data).toEqual({
    retrieveText: {
      text: expect.stringContaining("Invoice  42"),
      job: { status: "RETRIEVED" },
      pages: [1, 2].map((number) => ({ number, text: "Invoice  42\n\nTotal" })),
    },
  });
  expect((await service.ask(take, { id })).errors[0]?.extensions).toEqual({
    code: "ALREADY_DELIVERED",
    field: null,
    status: 410,
    retryable: false,
  });
});

test("a job is found by its id and by its handle", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  const { data } = await service.ask(JOB, { id });
  expect(data).toMatchObject({
    job: { id, status: "ACCEPTED", mode: "FORM", pagesDone: 0, pageCount: null },
  });
  const handle = handleIn(data);
  const byHandle = await service.ask("query ($handle: String) { job(handle: $handle) { id } }", { handle });
  expect(byHandle.data).toEqual({ job: { id } });
});

test.each([
  ["neither id nor handle", "{ job { id } }", { code: "BAD_INPUT", field: "id", status: 400 }],
  ["a malformed id", '{ job(id: "x") { id } }', { code: "NOT_FOUND", field: "id", status: 404 }],
  ["an unknown id", `{ job(id: "${randomUUID()}") { id } }`, { code: "NOT_FOUND", field: "id" }],
  ["first: 0", "{ jobs(first: 0) { nodes { id } } }", { status: 400, field: "first" }],
  ["first: null", "{ jobs(first: null) { nodes { id } } }", { status: 400, field: "first" }],
  ["a cursor that is not a string", "{ jobs(after: 5) { nodes { id } } }", { status: 400, field: "after" }],
  ["first over the maximum", "{ jobs(first: 101) { nodes { id } } }", { code: "BAD_INPUT", field: "first" }],
  ["an invalid cursor", '{ jobs(after: "x") { nodes { id } } }', { code: "BAD_INPUT", field: "after" }],
  [
    "a bad option",
    `mutation { submitDocument(input: {upload: "${randomUUID()}", options: {lineTolerance: 11}}) { job { id } } }`,
    { code: "BAD_INPUT", field: "lineTolerance" },
  ],
  [
    "neither an upload nor a URL",
    "mutation { submitDocument(input: {}) { job { id } } }",
    { code: "BAD_INPUT", field: "upload" },
  ],
  [
    "an upload and a URL",
    `mutation { submitDocument(input: {upload: "${randomUUID()}", url: "${DOCUMENT_URL}"}) { job { id } } }`,
    { code: "BAD_INPUT", field: "upload" },
  ],
  [
    "a URL that cannot be fetched",
    'mutation { submitDocument(input: {url: "http://127.0.0.1/"}) { job { id } } }',
    { code: "BAD_INPUT", field: "url" },
  ],
  [
    "an unknown upload",
    `mutation { submitDocument(input: {upload: "${randomUUID()}"}) { job { id } } }`,
    { code: "NOT_FOUND", field: "upload" },
  ],
])("%s is rejected with its code and the argument", async (_what, query, extensions) => {
  await using service = await startGraphqlService();
  const { errors } = await service.ask(query);
  expect(errors).toHaveLength(1);
  expect(errors[0]?.extensions).toMatchObject(extensions);
});

test("a variable of the wrong type is BAD_INPUT with the variable's name", async () => {
  await using service = await startGraphqlService();
  const { errors, status } = await service.ask(
    "query ($n: PositiveInt!) { jobs(first: $n) { nodes { id } } }",
    { n: 0 },
  );
  expect(status).toBe(400);
  expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "n" });
});

test("another organization's job is NOT_FOUND", async () => {
  await using service = await startGraphqlService();
  await using other = await startGraphqlService();
  const id = await service.submit();
  expect((await other.ask(JOB, { id })).errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
});

test("jobs are paginated, newest first, and filtered by status", async () => {
  await using service = await startGraphqlService();
  const ids: string[] = [];
  for (let k = 0; k < 5; k++) ids.unshift(await service.submit());
  const part = `query ($after: String) {
    jobs(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor } }
  }`;
  const seen: unknown[] = [];
  let after: string | null = null;
  do {
    const { data } = await service.ask(part, { after });
    const { nodes, pageInfo } = connectionIn(data);
    expect(pageInfo.hasPreviousPage).toBe(after !== null);
    seen.push(...nodes.map(({ id }) => id));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(seen).toHaveLength(5);

  await service.ask("mutation ($id: ID!) { cancelJob(input: {jobId: $id}) { job { status } } }", {
    id: ids[0],
  });
  const cancelled = await service.ask(
    "{ jobs(filter: {statuses: [CANCELLED]}) { totalCount nodes { id status } } }",
  );
  expect(cancelled.data).toEqual({ jobs: { totalCount: 1, nodes: [{ id: ids[0], status: "CANCELLED" }] } });
});

test("a settled job cannot be cancelled", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const { errors } = await service.ask(
    "mutation ($id: ID!) { cancelJob(input: {jobId: $id}) { job { id } } }",
    { id },
  );
  expect(errors[0]?.extensions).toMatchObject({ code: "CONFLICT", status: 409 });
});

function callerOf({ application, key }: GraphqlService): Promise<Caller> {
  return application.access.authenticate({ extractionKey: key });
}

function idIn(upload: unknown): string {
  return z.object({ id: z.uuid() }).parse(upload).id;
}

function handleIn(data: unknown): string {
  return z.object({ job: z.object({ handle: z.string() }) }).parse(data).job.handle;
}

const connectionSchema = z.object({
  jobs: z.object({
    nodes: z.array(z.object({ id: z.uuid() })),
    pageInfo: z.object({
      hasNextPage: z.boolean(),
      hasPreviousPage: z.boolean(),
      endCursor: z.string().nullable(),
    }),
  }),
});

function connectionIn(data: unknown): z.infer<typeof connectionSchema>["jobs"] {
  return connectionSchema.parse(data).jobs;
}
