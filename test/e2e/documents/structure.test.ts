import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let graphql: GraphqlClient;
let rest: RestClient;

beforeAll(async () => {
  service = await startService({ env: { GALLEY_KEEP_TEXT: "until_retrieved" } });
  graphql = createGraphqlClient(service);
  rest = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const threePages = FIXTURES["three-pages"]?.().bytes ?? new Uint8Array();
const statement = (FIXTURES["statement"] ?? FIXTURES["invoice"])?.().bytes ?? new Uint8Array();

async function structureOf(hash: string, query: Readonly<Record<string, string>>): Promise<Response> {
  const parameters = new URLSearchParams({ whisper_hash: hash, ...query }).toString();
  return fetch(`${service.url}/api/v2/whisper-structure?${parameters}`, {
    headers: { "service-key": service.serviceKey },
  });
}

const jobSchema = z.object({
  job: z.object({
    markdown: z.string().nullable(),
    blocks: z
      .object({
        totalCount: z.number(),
        nodes: z.array(
          z.object({
            key: z.string(),
            kind: z.string(),
            places: z.array(z.object({ page: z.number() })),
            emphasis: z.array(z.object({ start: z.number(), bold: z.boolean() })),
            description: z.string().nullable(),
          }),
        ),
      })
      .nullable(),
    tables: z.array(z.object({ csv: z.string(), rows: z.array(z.array(z.string())) })).nullable(),
    tableConnection: z
      .object({ totalCount: z.number(), nodes: z.array(z.object({ csv: z.string() })) })
      .nullable(),
    chunks: z.object({ nodes: z.array(z.object({ text: z.string(), tokens: z.number() })) }).nullable(),
  }),
});

const JOB = `query ($handle: String!) { job(handle: $handle) {
  markdown
  blocks(first: 2) { totalCount nodes { key kind places { page } emphasis { start bold } description } }
  tables { csv rows }
  tableConnection(first: 1) { totalCount nodes { csv cells { text blocks } } }
  chunks(maxTokens: 64) { nodes { text tokens } } } }`;

test("the structure of a job is read over REST and GraphQL, and is deleted with its text", async () => {
  const hash = await rest.submit(statement, { blocks: "true" });
  await rest.waitUntilSettled(hash);
  const markdown = await (await structureOf(hash, {})).text();
  expect(markdown).toMatch(/^\| .* \|\n\| ---/mu);

  const { job } = await graphql.read(jobSchema, JOB, { handle: hash });
  expect(job.markdown).toBe(markdown);
  expect(job.blocks?.nodes).toHaveLength(2);
  expect(job.blocks?.totalCount).toBeGreaterThan(2);
  expect(job.blocks?.nodes[0]).toMatchObject({ key: "b1", places: [{ page: 1 }] });
  const csv = await (await structureOf(hash, { format: "csv" })).text();
  expect(job.tables?.map((table) => table.csv).join("\n")).toBe(csv);
  expect(job.tableConnection?.totalCount).toBe(job.tables?.length);
  expect(job.tableConnection?.nodes.map((table) => table.csv)).toEqual([job.tables?.[0]?.csv]);
  const { chunks } = z
    .object({ chunks: z.array(z.object({ text: z.string() })) })
    .parse(await (await structureOf(hash, { format: "chunks", chunk_tokens: "64" })).json());
  expect(chunks.map(({ text }) => text)).toEqual(job.chunks?.nodes.map(({ text }) => text));

  await rest.retrieve(hash);
  const gone = await structureOf(hash, {});
  expect([gone.status, await gone.json()]).toMatchObject([400, { message: "Whisper already delivered" }]);
  const after = await graphql.read(jobSchema, JOB, { handle: hash });
  expect(after.job).toEqual({
    markdown: null,
    blocks: null,
    tables: null,
    tableConnection: null,
    chunks: null,
  });
});

test("the structure of a job without the option is found when it is asked for, the same as with it", async () => {
  const read = async (options: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const hash = await rest.submit(threePages, options);
    await rest.waitUntilSettled(hash);
    const formats = ["markdown", "json", "csv", "chunks"];
    return Promise.all(formats.map(async (format) => (await structureOf(hash, { format })).text()));
  };
  const found = await read({});
  expect(found[0]).not.toBe("");
  expect(found).toEqual(await read({ blocks: "true" }));
});

test("all that GraphQL gives of a structure can be asked for at once, without the option", async () => {
  const hash = await rest.submit(statement, {});
  await rest.waitUntilSettled(hash);
  const { job } = await graphql.read(jobSchema, JOB, { handle: hash });
  expect(job.markdown).toMatch(/^\| .* \|\n\| ---/mu);
  expect(job.blocks?.nodes).toHaveLength(2);
  expect(job.tables?.length).toBeGreaterThan(0);
  expect(job.chunks?.nodes.length).toBeGreaterThan(0);
});

test("the structure of documents with a password and of scans can be asked for, too", async () => {
  const { bytes: locked } = encrypted("AES", { user: "secret", owner: "owner" });
  const scan = await readFile(new URL("../../../examples/scan.png", import.meta.url));
  for (const [body, options] of [
    [locked, { document_password: "secret" }],
    [scan, { mode: "low_cost" }],
  ] as const) {
    const hash = await rest.submit(body, options);
    expect(await rest.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
    expect(await (await structureOf(hash, { format: "text" })).text()).toMatch(/encrypted|invoice|total/iu);
  }
});

const EXPLANATION = `query ($handle: String!, $page: PositiveInt!) { job(handle: $handle) { explanation(page: $page) {
  page width regions { key kind level text box { x0 } parts { x0 } }
  decisions { key question accepted outcome region score threshold reasons { fact value limit weight } } } } }`;

const explanationSchema = z.object({
  job: z.object({
    explanation: z.object({
      page: z.number(),
      regions: z.array(z.object({ key: z.string(), kind: z.string(), parts: z.array(z.unknown()) })),
      decisions: z.array(
        z.object({ question: z.string(), accepted: z.boolean(), region: z.string().nullable() }),
      ),
    }),
  }),
});

test("a page is explained while its document is kept", async () => {
  const hash = await rest.submit(statement, {});
  await rest.waitUntilSettled(hash);
  const { job } = await graphql.read(explanationSchema, EXPLANATION, { handle: hash, page: 1 });
  const table = job.explanation.regions.find(({ kind }) => kind === "TABLE");
  expect(table?.parts.length).toBeGreaterThan(3);
  expect(job.explanation.decisions).toContainEqual(
    expect.objectContaining({ question: "TABLE", accepted: true, region: table?.key }),
  );
  expect(job.explanation.decisions).toContainEqual(expect.objectContaining({ question: "HEADING" }));
  const refused = async (page: number): Promise<unknown> =>
    (await graphql.ask(EXPLANATION, { handle: hash, page })).errors[0];
  expect(await refused(99)).toMatchObject({
    message: "page: page 99 of the document was not read.",
    extensions: { code: "NOT_FOUND" },
  });
  await rest.retrieve(hash);
  expect(await refused(1)).toMatchObject({ extensions: { code: "ALREADY_DELIVERED" } });
});

test("a page of an encrypted document is not explained, and the error says why", async () => {
  const { bytes } = encrypted("AES", { user: "secret", owner: "owner" });
  const hash = await rest.submit(bytes, { document_password: "secret" });
  await rest.waitUntilSettled(hash);
  const { errors } = await graphql.ask(EXPLANATION, { handle: hash, page: 1 });
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining("passwords are deleted"),
    extensions: { code: "CONFLICT" },
  });
});

test("unknown formats are refused", async () => {
  const hash = await rest.submit(statement, {});
  const unknown = await structureOf(hash, { format: "docx" });
  expect(unknown.status).toBe(400);
  expect(JSON.stringify(await unknown.json())).toContain("format");
});

test("sizes of chunks are checked", async () => {
  const hash = await rest.submit(statement, { blocks: "true" });
  await rest.waitUntilSettled(hash);
  const query = "query ($handle: String!) { job(handle: $handle) { chunks(maxTokens: 1) { totalCount } } }";
  const { errors } = await graphql.ask(query, { handle: hash });
  expect(errors[0]?.message).toMatch(/^maxTokens: /u);
});

const placeSchema = z.object({ page: z.number() });
const pageSchema = z.object({
  job: z.object({
    markdown: z.string().nullable(),
    chunks: z.object({ totalCount: z.number() }).nullable(),
    options: z.object({ blocks: z.boolean(), renditions: z.array(z.string()) }),
    page: z.object({ blocks: z.array(z.object({ places: z.array(placeSchema) })).nullable() }).nullable(),
  }),
});

const PAGE = `query ($handle: String!) { job(handle: $handle) {
  markdown chunks { totalCount } options { blocks renditions }
  page(number: 2) { blocks { places { page } } } } }`;

test("a job has more renditions than it was submitted with", async () => {
  const hash = await rest.submit(statement, { renditions: "chunks, html" });
  await rest.waitUntilSettled(hash);
  expect(await (await structureOf(hash, { format: "html" })).text()).toContain("<table ");
  const { job } = await graphql.read(pageSchema, PAGE, { handle: hash });
  expect(job).toMatchObject({
    markdown: expect.stringMatching(/^\|/mu),
    options: { blocks: false, renditions: ["CHUNKS", "HTML"] },
  });
  expect(job.chunks?.totalCount).toBeGreaterThan(0);
  const unknown = await rest.request("/whisper", {
    method: "POST",
    body: statement,
    query: { renditions: "docx" },
  });
  expect([unknown.status, await unknown.json()]).toMatchObject([
    400,
    { message: expect.stringMatching(/^renditions: expected one of markdown, html, /u) },
  ]);
});

test("the blocks of a page are those that begin on it", async () => {
  const hash = await rest.submit(threePages, { renditions: "blocks" });
  await rest.waitUntilSettled(hash);
  const { job } = await graphql.read(pageSchema, PAGE, { handle: hash });
  expect(job.page?.blocks?.length).toBeGreaterThan(0);
  for (const { places } of job.page?.blocks ?? []) expect(places[0]?.page).toBe(2);
});

const FORMULAS = [
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ["@SUM(1+1)", "'@SUM(1+1)"],
  ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
  ["-A1", "'-A1"],
  ["- note", "'- note"],
  ["-5.00", "-5.00"],
  ["+3 %", "+3 %"],
  ["-1,234.50 EUR", '"-1,234.50 EUR"'],
  ["-", "-"],
] as const;

test("no cell of a CSV is run by a spreadsheet, and numbers stay as they are", async () => {
  const rows = FORMULAS.map(([cell], index) => `<tr><td>row ${index}</td><td>${cell}</td></tr>`);
  const document = `<!doctype html><table><tr><th>Row</th><th>Text</th></tr>${rows.join("")}</table>`;
  const hash = await rest.submit(new TextEncoder().encode(document), { blocks: "true" });
  await rest.waitUntilSettled(hash);
  const written = FORMULAS.map(([, csv], index) => `row ${index},${csv}\n`).join("");
  const csv = await (await structureOf(hash, { format: "csv" })).text();
  expect(csv).toBe(`Row,Text\n${written}`);
  const { job } = await graphql.read(jobSchema, JOB, { handle: hash });
  expect(job.tables?.[0]?.csv).toBe(csv);
  expect(job.tables?.[0]?.rows.slice(1).map(([, cell]) => cell)).toEqual(FORMULAS.map(([cell]) => cell));
  const markdown = await (await structureOf(hash, {})).text();
  expect(markdown).not.toContain("'=cmd");
});
