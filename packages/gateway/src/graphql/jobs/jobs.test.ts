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

const PAGE = `query ($id: ID!) { job(id: $id) {
  page(number: 2) {
    number status textSource text width rotation
    lines { text confidence box { x0 y0 x1 y1 } words { text } }
    words { text box { x0 } confidence }
    fields { name kind checked } checkMarks { kind marked confidence box { x0 } } rules { thickness } images { pixelWidth }
  }
  pages(first: 1) { totalCount nodes { number } pageInfo { hasNextPage } }
} }`;

test("a page has its lines and words in points; after the text is deleted, only the geometry remains", async () => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit();
  expect((await service.ask(PAGE, { id })).data).toMatchObject({ job: { page: null, pages: { nodes: [] } } });

  await service.work(id);
  const kept = await service.ask(PAGE, { id });
  expect(kept.data).toEqual({
    job: {
      page: {
        number: 2,
        status: "READ",
        textSource: "NATIVE",
        text: "Invoice  42\n\nTotal",
        width: 612,
        rotation: 0,
        lines: [
          {
            text: "Invoice  42",
            confidence: 1,
            box: { x0: 72, y0: 74.5, x1: 140, y1: 84.5 },
            words: [{ text: "Invoice" }, { text: "42" }],
          },
          { text: "", confidence: null, box: null, words: [] },
          { text: "Total", confidence: 0.5, box: { x0: 72, y0: 110.25, x1: 98, y1: 120.25 }, words: [] },
        ],
        words: [
          { text: "Invoice", box: { x0: 72 }, confidence: 1 },
          { text: "42", box: { x0: 126 }, confidence: 1 },
        ],
        fields: [{ name: "order.paid", kind: "CHECKBOX", checked: true }],
        checkMarks: [{ kind: "BOX", marked: true, confidence: 1, box: { x0: 1 } }],
        rules: [{ thickness: 0.5 }],
        images: [{ pixelWidth: 100 }],
      },
      pages: { totalCount: 2, nodes: [{ number: 1 }], pageInfo: { hasNextPage: true } },
    },
  });

  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  const taken = await service.ask(PAGE, { id });
  expect(taken.data).toMatchObject({
    job: {
      page: {
        text: null,
        words: [],
        fields: [],
        checkMarks: [],
        lines: [{ text: null, box: { x0: 72 }, words: [] }, {}, {}],
      },
    },
  });
});

test("the pages of all jobs of a list are loaded in one query", async () => {
  await using service = await startGraphqlService();
  for (let k = 0; k < 3; k++) await service.work(await service.submit());
  const { data } = await service.ask(`{ jobs { nodes {
    pages(first: 1) { nodes { number } }
    second: page(number: 2) { number }
    third: page(number: 3) { number }
  } } }`);
  const each = { pages: { nodes: [{ number: 1 }] }, second: { number: 2 }, third: null };
  expect(data).toEqual({ jobs: { nodes: [each, each, each] } });
  expect(service.pageReads()).toBe(3);
});

test("text, lines and words of pages are only loaded if they are selected", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const outline = "fragment Outline on Page { number status message seconds width height textSource }";
  const words = "fragment Words on Page { number ... on Page { words { text } } }";
  const ask = (selection: string, fragment = ""): Promise<unknown> =>
    service.ask(`query ($id: ID!) { job(id: $id) { ${selection} } } ${fragment}`, { id });
  await ask("pages { nodes { ...Outline } pageInfo { hasNextPage } }", outline);
  await ask("page(number: 1) { ...Outline }", outline);
  await ask("pages { nodes { ...Words } }", words);
  await ask("page(number: 1) { written: text }");
  expect(service.pageDetails()).toEqual(["outline", "outline", "whole", "whole"]);
});

test("highlights are the line positions in points, even after the text was retrieved", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  const query = `query ($id: ID!, $lines: String) {
    highlights(jobId: $id, lines: $lines) { number page bottom height pageHeight }
  }`;
  const { data } = await service.ask(query, { id, lines: "1-2" });
  expect(data).toEqual({
    highlights: [
      { number: 1, page: null, bottom: null, height: null, pageHeight: null },
      { number: 2, page: 1, bottom: 84.5, height: 10, pageHeight: 792 },
    ],
  });
  const nonsense = await service.ask(query, { id, lines: "a" });
  expect(nonsense.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "lines" });
});

const SEARCH = `query ($id: ID!, $term: String!) {
  searchText(jobId: $id, term: $term) { text page position distance textSource box { x0 y0 x1 y1 } }
}`;

test("a term is found in a text kept for search, even after it was deleted", async () => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit({}, { keepForSearch: true });
  await service.work(id);
  const expiry = `query ($id: ID!) { job(id: $id) { textExpiresAt keepForSearch page(number: 1) { text } } }`;
  const kept = await service.ask(expiry, { id });
  expect(kept.data).toMatchObject({
    job: { textExpiresAt: expect.any(String), keepForSearch: true, page: { text: expect.any(String) } },
  });
  const taken = await service.ask(
    `mutation ($id: ID!) { retrieveText(input: { jobId: $id }) { text job { textExpiresAt } } }`,
    { id },
  );
  expect(taken.data).toMatchObject({ retrieveText: { job: { textExpiresAt: null } } });
  expect((await service.ask(expiry, { id })).data).toMatchObject({ job: { page: { text: null } } });
  const found = await service.ask(SEARCH, { id, term: "invoice 43" });
  expect(found.data?.["searchText"]).toMatchObject([
    { text: "Invoice  42", page: 1, position: 2, distance: 1, textSource: "NATIVE", box: { x0: 72 } },
    { page: 2 },
  ]);
});

test.each([
  [{ keepForSearch: false }, "Invoice", "CONFLICT"],
  [{ keepForSearch: true }, " ", "BAD_INPUT"],
])("with %j, a search for %j in a deleted text is rejected with %s", async (submission, term, code) => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit({}, submission);
  await service.work(id);
  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  const { errors } = await service.ask(SEARCH, { id, term });
  expect(errors[0]?.extensions).toMatchObject({ code });
});

test("by default a text can be retrieved, read and searched until it expires", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const before = (await service.ask(PAGE, { id })).data;
  const take = "mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text job { status } } }";
  const first = (await service.ask(take, { id })).data;
  expect(first).toMatchObject({ retrieveText: { job: { status: "RETRIEVED" } } });
  expect((await service.ask(take, { id })).data).toEqual(first);
  expect((await service.ask(PAGE, { id })).data).toEqual(before);
  expect((await service.ask(SEARCH, { id, term: "Invoice" })).data?.["searchText"]).toHaveLength(2);
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
