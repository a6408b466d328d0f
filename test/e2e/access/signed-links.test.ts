import { readFileSync } from "node:fs";
import { read } from "@e965/xlsx";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const SAMPLE = readFileSync(new URL("../../../examples/sample.pdf", import.meta.url));

let service: RunningService;
let client: GraphqlClient;
let id: string;
let text: string;

beforeAll(async () => {
  service = await startService();
  client = createGraphqlClient(service);
  const rest = createRestClient(service);
  const hash = await rest.submit(SAMPLE, { mode: "native_text", file_name: "sample.pdf" });
  await rest.waitUntilSettled(hash);
  ({ result_text: text } = await rest.retrieve(hash));
  const found = z.object({ job: z.object({ id: z.uuid() }) });
  const query = "query ($handle: String) { job(handle: $handle) { id } }";
  id = (await client.read(found, query, { handle: hash })).job.id;
});

afterAll(() => service[Symbol.asyncDispose]());

const linkSchema = z.object({ path: z.string(), expiresAt: z.iso.datetime() });

async function linkOf(field: string): Promise<z.infer<typeof linkSchema>> {
  const schema = z.object({ job: z.object({ link: linkSchema }) });
  const query = `query ($id: ID!) { job(id: $id) { link: ${field} { path expiresAt } } }`;
  return (await client.read(schema, query, { id })).job.link;
}

async function pageLink(field: string): Promise<string> {
  const schema = z.object({ job: z.object({ page: z.object({ link: linkSchema }) }) });
  const query = `query ($id: ID!) { job(id: $id) { page(number: 1) { link: ${field} { path expiresAt } } } }`;
  return (await client.read(schema, query, { id })).job.page.link.path;
}

/** Without credentials. */
const open = (path: string): Promise<Response> => fetch(`${service.url}${path}`);

async function widthOf(path: string): Promise<number> {
  const answer = await open(path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  return Buffer.from(await answer.arrayBuffer()).readUInt32BE(16);
}

test("images of pages are served by link, in the size that was queried", async () => {
  expect(await widthOf(await pageLink("thumbnail"))).toBeCloseTo(200, -1);
  expect(await widthOf(await pageLink("image(maxWidth: 400)"))).toBeCloseTo(400, -1);
  const half = await widthOf(await pageLink("image(dpi: 75)"));
  expect(await widthOf(await pageLink("image"))).toBeCloseTo(2 * half, -1);
});

test("the same query returns the same link, so browsers cache the image until it expires", async () => {
  const [one, other] = [await pageLink("thumbnail"), await pageLink("thumbnail")];
  expect(one).toBe(other);
  const { headers } = await open(one);
  expect(headers.get("cache-control")).toMatch(/^private, max-age=\d+, immutable$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a link that was changed in any part is refused", async () => {
  const path = await pageLink("thumbnail");
  const [, , token = "", name = ""] = path.split("/");
  const [payload = "", signature = ""] = token.split(".");
  const facts: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = { ...z.record(z.string(), z.unknown()).parse(facts), p: 2 };
  const forged = Buffer.from(JSON.stringify(changed)).toString("base64url");
  // The last letter of a signature has bits that are not part of it.
  const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const next = last[last.indexOf(signature.at(-1) ?? "") ^ 1] ?? "";
  const respelt = `${payload}.${signature.slice(0, -1)}${next}`;
  for (const other of [
    respelt,
    `${forged}.${signature}`,
    payload,
    `${payload}.`,
    `${payload}.${signature}x`,
    "x.y",
  ]) {
    const answer = await open(`/files/${other}/${name}`);
    expect([other, answer.status]).toEqual([other, 404]);
    expect(await answer.json()).toEqual({ message: "The link is invalid." });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test.each(["/files/x/page-1.png", "/view/x", "/view/x/pages/1"])("%s can only be read", async (path) => {
  for (const method of ["POST", "OPTIONS"]) {
    const answer = await fetch(`${service.url}${path}`, { method });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
  }
});

test("the document, its text and a searchable PDF are downloaded by link", async () => {
  const document = await open((await linkOf("download(rendition: DOCUMENT)")).path);
  expect(Buffer.from(await document.arrayBuffer())).toEqual(SAMPLE);
  expect(document.headers.get("content-disposition")).toBe("attachment; filename=sample.pdf");
  const words = await open((await linkOf("download(rendition: TEXT)")).path);
  expect(await words.text()).toBe(text);
  expect(words.headers.get("content-disposition")).toBe("attachment; filename=sample.txt");
  const pdf = await open((await linkOf("download(rendition: SEARCHABLE_PDF)")).path);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
});

test.each([
  ["image(dpi: 1000)", "dpi"],
  ["image(maxWidth: 1)", "maxWidth"],
])("%s is refused by name", async (field, name) => {
  const query = `query ($id: ID!) { job(id: $id) { page(number: 1) { ${field} { path } } } }`;
  const { errors } = await client.ask(query, { id });
  expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: name });
});

test("links of a deleted job lead nowhere, and none are made for it", async () => {
  const resubmit =
    "mutation ($ids: [ID!]!) { resubmitJobs(input: {jobIds: $ids}) { resubmissions { job { id handle } } } }";
  const schema = z.object({
    resubmitJobs: z.object({
      resubmissions: z.array(z.object({ job: z.object({ id: z.uuid(), handle: z.string() }) })),
    }),
  });
  const { resubmitJobs } = await client.read(schema, resubmit, { ids: [id] });
  const again = resubmitJobs.resubmissions[0]?.job;
  await createRestClient(service).waitUntilSettled(again?.handle ?? "");
  const query = "query ($id: ID!) { job(id: $id) { link: download(rendition: TEXT) { path expiresAt } } }";
  const found = z.object({ job: z.object({ link: linkSchema }) });
  const { path } = (await client.read(found, query, { id: again?.id })).job.link;
  expect((await open(path)).status).toBe(200);
  const remove = "mutation ($ids: [ID!]!) { deleteJobs(input: {jobIds: $ids}) { deletedIds } }";
  await client.ask(remove, { ids: [again?.id] });
  expect((await open(path)).status).toBe(404);
});

test("renditions are downloaded by link, whether the job was submitted with them or not", async () => {
  const rest = createRestClient(service);
  const hash = await rest.submit(SAMPLE, { renditions: "markdown,chunks", file_name: "sample.pdf" });
  await rest.waitUntilSettled(hash);
  const link = linkSchema.nullable();
  const schema = z.object({ job: z.object({ markdown: link, chunks: link, csv: link, pdf: link }) });
  const { job } = await client.read(
    schema,
    `query ($hash: String) { job(handle: $hash) {
      markdown: download(rendition: MARKDOWN) { path expiresAt } chunks: download(rendition: CHUNKS) { path expiresAt }
      csv: download(rendition: CSV) { path expiresAt } pdf: searchablePdf { path expiresAt } } }`,
    { hash },
  );
  expect((await open(job.csv?.path ?? "")).headers.get("content-type")).toMatch(/^text\/csv/);
  const markdown = await open(job.markdown?.path ?? "");
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(markdown.headers.get("content-disposition")).toContain("sample.md");
  const written = await rest.request("/whisper-structure", { query: { whisper_hash: hash } });
  expect(await markdown.text()).toBe(await written.text());
  const [first = ""] = (await (await open(job.chunks?.path ?? "")).text()).split("\n");
  expect(JSON.parse(first)).toMatchObject({ id: "c1", pages: [1] });
  const pdf = await open(job.pdf?.path ?? "");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
});

const downloads = z.object({ downloads: z.object({ path: z.string() }) });

async function downloaded(jobIds: readonly string[], facts: string): Promise<Response> {
  const query = `query ($ids: [ID!]!) { downloads(jobIds: $ids, ${facts}) { path } }`;
  return open((await client.read(downloads, query, { ids: jobIds })).downloads.path);
}

test("the files of several documents are one archive; what is missing is named with the reason", async () => {
  const stranger = crypto.randomUUID();
  const answer = await downloaded([id, stranger], "rendition: TEXT");
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(Buffer.from(await answer.arrayBuffer()));
  expect(Object.keys(files)).toEqual(["sample.txt", "not-included.txt"]);
  expect(strFromU8(files["sample.txt"] ?? new Uint8Array())).toBe(text);
  expect(strFromU8(files["not-included.txt"] ?? new Uint8Array())).toContain(stranger);
});

test("the tables of several documents are one workbook with numbers, or one CSV", async () => {
  const workbook = await downloaded([id], "rendition: XLSX, form: TOGETHER");
  const { SheetNames, Sheets } = read(Buffer.from(await workbook.arrayBuffer()));
  expect(SheetNames).toContain("Table 1");
  const cells = Object.values(Sheets["Table 1"] ?? {});
  expect(cells.some((cell) => typeof cell === "object" && cell.t === "n")).toBe(true);
  const csv = await (await downloaded([id], "rendition: CSV, form: TOGETHER")).text();
  expect(csv).toMatch(/^file,page,table,column 1,.*\nsample\.pdf,1,1,/);
});

test.each([
  ["rendition: TEXT, form: TOGETHER", /^form: TOGETHER is possible for XLSX and CSV only/],
  ["rendition: TEXT", /^jobIds: expected 1 to 200 ids/],
])("several documents with %s are refused", async (facts, message) => {
  const jobIds = message.source.includes("jobIds") ? [] : [id];
  const query = `query ($ids: [ID!]!) { downloads(jobIds: $ids, ${facts}) { path } }`;
  const { errors } = await client.ask(query, { ids: jobIds });
  expect(errors?.[0]?.message).toMatch(message);
});
