import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { mcpAgent } from "../../support/clients/mcp-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let graphql: GraphqlClient;
let rest: RestClient;

beforeAll(async () => {
  service = await startService({ env: { GALLEY_RETRIEVE_AGAIN_MINUTES: "60" } });
  graphql = createGraphqlClient(service);
  rest = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const INVOICE = `<!doctype html><h1>Invoice</h1>
<table border="1"><tr><th>Item</th><th>Amount with value added tax</th><th>Due</th></tr>
<tr><td>Widgets</td><td>787.50</td><td>now</td></tr>
<tr><td>Gadgets</td><td>787.50</td><td>then</td></tr></table>
<p>Please pay 787.50 in <b>twelve</b> days to the acount below.</p>`;

interface Submitted {
  readonly hash: string;
  readonly id: string;
}

async function submitted(
  document: Uint8Array,
  options: Readonly<Record<string, string>>,
): Promise<Submitted> {
  const hash = await rest.submit(document, options);
  await rest.waitUntilSettled(hash);
  const found = z.object({ job: z.object({ id: z.string() }) });
  const { job } = await graphql.read(found, "query ($hash: String) { job(handle: $hash) { id } }", { hash });
  return { hash, id: job.id };
}

const pageSchema = z.object({
  job: z.object({
    page: z.object({
      text: z.string(),
      words: z.array(z.object({ index: z.number(), text: z.string() })),
      corrections: z.array(z.object({ word: z.number(), original: z.string(), text: z.string() })),
    }),
  }),
});

const PAGE = `query ($id: ID!) { job(id: $id) { page(number: 1) {
  text words { index text } corrections { word original text } } } }`;

async function pageOf(id: string): Promise<z.infer<typeof pageSchema>["job"]["page"]> {
  return (await graphql.read(pageSchema, PAGE, { id })).job.page;
}

/** @param occurrence counted from 0. */
async function wordOf(id: string, text: string, occurrence = 0): Promise<number> {
  const { words } = await pageOf(id);
  return words.filter((word) => word.text === text)[occurrence]?.index ?? -1;
}

const CORRECT = `mutation ($id: ID!, $word: NonNegativeInt!, $text: String!) {
  correctWord(input: {jobId: $id, page: 1, word: $word, text: $text}) { correction { original } } }`;
const UNDO = `mutation ($id: ID!, $word: NonNegativeInt!) {
  deleteCorrection(input: {jobId: $id, page: 1, word: $word}) { job { id } } }`;

async function correct(id: string, word: number, text: string): Promise<void> {
  await graphql.read(z.unknown(), CORRECT, { id, word, text });
}

const OUTPUTS = `query ($id: ID!) { job(id: $id) {
  markdown html tables { rows csv cells { text } } blocks(first: 50) { nodes { text } } chunks { nodes { text } }
  TEXT: download(rendition: TEXT) { path } MARKDOWN: download(rendition: MARKDOWN) { path }
  HTML: download(rendition: HTML) { path } PLAIN: download(rendition: PLAIN) { path }
  CSV: download(rendition: CSV) { path } TABLES: download(rendition: TABLES) { path }
  BLOCKS: download(rendition: BLOCKS) { path } CHUNKS: download(rendition: CHUNKS) { path } } }`;
const outputsSchema = z.object({
  job: z.record(z.string(), z.union([z.object({ path: z.string() }), z.unknown()])),
});

const linkSchema = z.object({ path: z.string() });

async function opened(path: string): Promise<string> {
  const answer = await fetch(`${service.url}${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function restText(path: string, query: Readonly<Record<string, string>>): Promise<string> {
  const answer = await rest.request(path, { query });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Everything that is written from a job, by its name. */
async function outputsOf({ hash, id }: Submitted, original = false): Promise<ReadonlyMap<string, string>> {
  const outputs = new Map<string, string>();
  const query = original ? OUTPUTS.replaceAll(/(rendition: \w+)/g, "$1, original: true") : OUTPUTS;
  const { job } = await graphql.read(outputsSchema, query, { id });
  for (const [name, value] of Object.entries(job)) {
    const link = linkSchema.safeParse(value).data;
    if (link) outputs.set(`download ${name}`, await opened(link.path));
    else if (!original) outputs.set(`GraphQL ${name}`, JSON.stringify(value));
  }
  const version: Record<string, string> = original ? { original: "true" } : {};
  for (const format of ["markdown", "html", "text", "csv", "json", "chunks"]) {
    const given = { whisper_hash: hash, format, ...version };
    outputs.set(`whisper-structure ${format}`, await restText("/whisper-structure", given));
  }
  const retrieve = `mutation ($id: ID!) { retrieveText(input: {jobId: $id, original: ${original}}) { text pages { text } } }`;
  outputs.set("retrieveText", JSON.stringify(await graphql.read(z.unknown(), retrieve, { id })));
  for (const only of ["true", "false"]) {
    const given = { whisper_hash: hash, text_only: only, ...version };
    outputs.set(`whisper-retrieve ${only}`, await restText("/whisper-retrieve", given));
  }
  return outputs;
}

function namesOf(
  outputs: ReadonlyMap<string, string>,
  isWanted: (output: string) => boolean,
): readonly string[] {
  return [...outputs].filter(([, output]) => isWanted(output)).map(([name]) => name);
}

const AS_CORRECTED = /Gadgets[^W]*?1,788\.50 EUR/su;
const AS_READ = /Gadgets[^W]*?787\.50/su;

test("a corrected document is corrected in every output; the original is available, and undone as it was", async () => {
  const job = await submitted(new TextEncoder().encode(INVOICE), { blocks: "true", mode: "form" });
  const before = await outputsOf(job);
  const amount = await wordOf(job.id, "787.50", 1);
  const misspelt = await wordOf(job.id, "acount");
  await correct(job.id, await wordOf(job.id, "787.50", 2), "1.00");
  await correct(job.id, amount, "0");
  await correct(job.id, amount, " 1,788.50\n EUR ");
  await correct(job.id, misspelt, "account");

  const outputs = await outputsOf(job);
  expect([...outputs.keys()]).toEqual([...before.keys()]);
  expect(namesOf(outputs, (output) => !AS_CORRECTED.test(output))).toEqual([]);
  expect(namesOf(outputs, (output) => AS_READ.test(output))).toEqual([]);
  expect(namesOf(outputs, (output) => !/Widgets[^G]*787\.50/su.test(output))).toEqual([]);
  const sentences = new Map([...outputs].filter(([name]) => !/csv|tables/iu.test(name)));
  const SENTENCE = /Please pay 1\.00 in \**(?:<strong>)?twelve/u;
  expect(namesOf(sentences, (output) => !SENTENCE.test(output))).toEqual([]);
  expect(namesOf(sentences, (output) => !output.includes("account below"))).toEqual([]);
  expect(namesOf(sentences, (output) => output.includes("acount"))).toEqual([]);
  const originals = await outputsOf(job, true);
  expect([...originals].filter(([name, output]) => output !== before.get(name))).toEqual([]);
  expect(originals.size).toBeGreaterThan(14);

  const { text, corrections } = await pageOf(job.id);
  expect(corrections.map(({ original }) => original)).toEqual(["787.50", "787.50", "acount"]);
  const columns = text.split("\n").filter((line) => /Item|Widgets|Gadgets/.test(line));
  expect(new Set(columns.map((line) => line.search(/Due|now|then/))).size).toBe(1);

  const search = `query ($id: ID!) { old: searchText(jobId: $id, term: "acount below") { distance }
    new: searchText(jobId: $id, term: "1,788.50 EUR") { distance box { x0 } } }`;
  const found = await graphql.read(z.record(z.string(), z.array(z.unknown())), search, { id: job.id });
  expect(found["new"]).toMatchObject([{ distance: 0, box: { x0: expect.any(Number) } }]);
  expect(found["old"]).not.toContainEqual({ distance: 0 });

  await using agent = await mcpAgent(service.url, service.serviceKey);
  for (const format of ["text", "markdown", "tables", "chunks"]) {
    const { text: told } = await agent.call("read_document", { document_id: job.id, format });
    expect(told).toMatch(AS_CORRECTED);
  }

  for (const { word } of corrections) await graphql.read(z.unknown(), UNDO, { id: job.id, word });
  expect(await outputsOf(job)).toEqual(before);
});

test("corrections of two callers at once are all kept", async () => {
  const job = await submitted(new TextEncoder().encode(INVOICE), { blocks: "true", mode: "form" });
  const { words } = await pageOf(job.id);
  await Promise.all(words.map(({ index }) => correct(job.id, index, `w${index}`)));
  const page = await pageOf(job.id);
  expect(page.words.map(({ text }) => text)).toEqual(words.map(({ index }) => `w${index}`));
  const markdown = await restText("/whisper-structure", { whisper_hash: job.hash });
  for (const { index } of words) expect(markdown).toMatch(new RegExp(`\\bw${index}\\b`, "u"));
});

test("a page that was read without blocks is corrected, and so is the text layer of a scan", async () => {
  const plain = await submitted(new TextEncoder().encode(INVOICE), { mode: "form" });
  const link = `query ($id: ID!) { job(id: $id) { page(number: 1) { image(dpi: 200) { path } } } }`;
  const imageSchema = z.object({ job: z.object({ page: z.object({ image: linkSchema }) }) });
  const { job } = await graphql.read(imageSchema, link, { id: plain.id });
  const picture = await (await fetch(service.url + job.page.image.path)).bytes();

  const scan = await submitted(picture, { mode: "low_cost" });
  const word = await wordOf(scan.id, "twelve");
  expect(word).toBeGreaterThan(0);
  await correct(scan.id, word, "eleven");
  expect((await pageOf(scan.id)).text).toContain("in eleven days");
  const pdfOf = "query ($id: ID!) { job(id: $id) { download(rendition: SEARCHABLE_PDF) { path } } }";
  const pdfSchema = z.object({ job: z.object({ download: linkSchema }) });
  const { download } = (await graphql.read(pdfSchema, pdfOf, { id: scan.id })).job;
  const pdf = await (await fetch(service.url + download.path)).bytes();
  const again = await submitted(pdf, { mode: "native_text" });
  const { text } = await pageOf(again.id);
  expect(text).toContain("eleven");
  expect(text).not.toContain("twelve");
});
