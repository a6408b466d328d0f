import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

let service: RunningService;
let client: GraphqlClient;

beforeAll(async () => {
  service = await startService();
  client = createGraphqlClient(service);
});

afterAll(() => service[Symbol.asyncDispose]());

const submittedSchema = z.object({ submitDocument: z.object({ job: z.object({ id: z.uuid() }) }) });

async function submit(name: string, document: Uint8Array, options: object = {}): Promise<string> {
  const upload = await client.upload(name, document);
  const { submitDocument } = await client.read(
    submittedSchema,
    "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }",
    { input: { upload: upload.id, options: { mode: "NATIVE_TEXT", ...options } } },
  );
  return submitDocument.job.id;
}

const changeSchema = z.object({
  jobChanged: z.object({
    kind: z.enum(["STATUS", "PAGE"]),
    job: z.object({ status: z.string(), pagesDone: z.number(), pageCount: z.number().nullable() }),
    page: z.object({ number: z.number(), text: z.string() }).nullable(),
  }),
});
type Change = z.infer<typeof changeSchema>["jobChanged"];

/** Every change of a job until it is finished. */
async function changesOf(id: string): Promise<Change[]> {
  const changes: Change[] = [];
  const query = `subscription ($id: ID!) {
    jobChanged(id: $id) { kind job { status pagesDone pageCount } page { number text } }
  }`;
  for await (const { jobChanged } of client.subscribe(changeSchema, query, { id })) changes.push(jobChanged);
  return changes;
}

test("a document is uploaded, submitted, followed page by page, and its text is retrieved", async () => {
  const id = await submit("letter.pdf", letter().bytes);
  const changes = await changesOf(id);
  expect(changes[0]?.kind).toBe("STATUS");
  expect(changes.at(-1)?.job).toMatchObject({ status: "PROCESSED", pagesDone: 1 });
  const [page] = changes.flatMap((change) => (change.page ? [change.page] : []));

  const take = "mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }";
  const takenSchema = z.object({ retrieveText: z.object({ text: z.string() }) });
  const { retrieveText } = await client.read(takenSchema, take, { id });
  for (const line of page?.text.split("\n") ?? []) expect(retrieveText.text).toContain(line);
  expect((await client.read(takenSchema, take, { id })).retrieveText).toEqual(retrieveText);
});

test("every page of a long document arrives once, also for late subscribers", async () => {
  const id = await submit("long.pdf", textDocument(40).bytes);
  const [early, late] = await Promise.all([changesOf(id), sleep(150).then(() => changesOf(id))]);
  const all = Array.from({ length: 40 }, (_, index) => index + 1);
  for (const changes of [early, late, await changesOf(id)]) {
    const numbers = changes.flatMap(({ page }) => (page ? [page.number] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(all);
    expect(changes.at(-1)?.job).toMatchObject({ status: "PROCESSED", pageCount: 40 });
  }
});

const pagesSchema = z.object({
  job: z.object({
    pages: z.object({
      totalCount: z.number(),
      nodes: z.array(
        z.object({
          number: z.number(),
          text: z.string(),
          lines: z.array(
            z.object({ text: z.string(), box: z.object({ x0: z.number(), y1: z.number() }).nullable() }),
          ),
        }),
      ),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
    }),
  }),
});

type PagesPart = z.infer<typeof pagesSchema>["job"]["pages"];

async function partOfPages(id: string, after: string | null): Promise<PagesPart> {
  const query = `query ($id: ID!, $after: String) { job(id: $id) { pages(first: 2, after: $after) {
    totalCount nodes { number text lines { text box { x0 y1 } } } pageInfo { hasNextPage endCursor }
  } } }`;
  return (await client.read(pagesSchema, query, { id, after })).job.pages;
}

test("pages are read in parts with their lines, each with its position in the page's text", async () => {
  const id = await submit("long.pdf", textDocument(5).bytes);
  await changesOf(id);
  const parts = [await partOfPages(id, null)];
  for (let last = parts[0]; last?.pageInfo.hasNextPage; last = parts.at(-1)) {
    parts.push(await partOfPages(id, last.pageInfo.endCursor));
  }
  expect(parts.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5]);
  const pages = parts.flatMap(({ nodes }) => nodes);
  expect(pages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  for (const { text, lines } of pages) {
    expect(lines.map((line) => line.text).join("\n")).toBe(text);
    for (const line of lines) expect(line.box === null).toBe(line.text === "");
  }
});

test("jobs are listed newest first and filtered by status", async () => {
  const older = await submit("letter.pdf", letter().bytes);
  await changesOf(older);
  const newer = await submit("letter.pdf", letter().bytes);
  await changesOf(newer);
  const { jobs } = await client.read(
    z.object({ jobs: z.object({ nodes: z.array(z.object({ id: z.uuid(), status: z.string() })) }) }),
    "{ jobs(first: 2, filter: {statuses: [PROCESSED]}) { nodes { id status } } }",
  );
  expect(jobs.nodes).toEqual([newer, older].map((id) => ({ id, status: "PROCESSED" })));
});

test("a document that cannot be read ends its subscription with a message", async () => {
  const id = await submit("broken.pdf", new TextEncoder().encode("%PDF-1.7\nnothing more"));
  expect((await changesOf(id)).at(-1)?.job.status).toBe("FAILED");
  const { job } = await client.read(
    z.object({ job: z.object({ statusMessage: z.string() }) }),
    "query ($id: ID!) { job(id: $id) { statusMessage } }",
    { id },
  );
  expect(job.statusMessage).toMatch(/\w.*\.$/);
});

test("stopping the service closes the sockets of subscribers", async () => {
  const stopped = await startService();
  const watching = createGraphqlClient(stopped)
    .subscribe(z.unknown(), "subscription { jobsChanged { kind } }")
    .next()
    .catch((event: unknown) => event);
  await sleep(300);
  expect((await stopped.stop()).exitCode).toBe(0);
  expect(await watching).toMatchObject({ code: 1001 });
  await stopped[Symbol.asyncDispose]();
});
