import { createExtractor } from "@galley/core";
import { DEGRADATIONS, degradedPage, TurnFinder, turnedPng } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { picturesOnly } from "../../fixtures/layers.ts";
import { madeTables } from "../../fixtures/tables/made-tables.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let client: RestClient;
let scan: Uint8Array;

beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
  await using extractor = createExtractor({ threads: 1 });
  scan = (await extractor.renderPage(letter().bytes, 1, { dpi: 200, grey: true })).png;
});
afterAll(() => service[Symbol.asyncDispose]());

test("a scanned letter is read as text, with the words that may have been misread", async () => {
  const hash = await client.submit(scan, { add_line_nos: "true", include_line_confidence: "true" });
  expect((await client.waitUntilSettled(hash)).status).toBe("processed");
  const { result_text, confidence_metadata } = await client.retrieve(hash);
  expect(result_text).toContain("from the first of April on; the yearly fee is 1,480.00 for each of them");
  expect(result_text).toContain("Harbour master");
  expect(confidence_metadata).toHaveLength(result_text.split("\n").length);
  const answer = await client.request("/highlights", { query: { whisper_hash: hash, lines: "1-20" } });
  const entries = z.record(z.string(), z.object({ confidence: z.number() })).parse(await answer.json());
  expect(Object.values(entries).some(({ confidence }) => confidence > 0.5 && confidence < 1)).toBe(true);
});

test("a language that is not installed is reported by the page, not rejected", async () => {
  const hash = await client.submit(scan, { lang: "tlh" });
  const { status, detail } = await client.waitUntilSettled(hash);
  expect(status).toBe("processed");
  expect(detail[0]?.message).toMatch(/No language data for tlh/);
});

test("a scanned table of numbers that is upside down is turned", async () => {
  const table = madeTables(1).find(({ style }) => style === "unruled");
  const scanning = DEGRADATIONS["scan at 200 dpi"];
  if (!table || !scanning) throw new Error("There is no such table or degradation.");
  const { image } = await degradedPage(table.bytes, 1, scanning);
  expect(await new TurnFinder().turnsFound(turnedPng(image, 2))).toBe(180);
});

const NO_WORDS = /No words were recognised on this page/;

test("pages filled with a picture without words say so in the detail of the status", async () => {
  const hash = await client.submit(picturesOnly().bytes, { mode: "low_cost" });
  const { status, detail } = await client.waitUntilSettled(hash);
  expect(status).toBe("processed");
  expect(detail.map(({ message }) => message)).toEqual([
    expect.stringMatching(NO_WORDS),
    expect.stringMatching(NO_WORDS),
  ]);
});

test("version 1 says so in the header Page-Messages", async () => {
  const answer = await fetch(`${service.url}/v1/whisper?processing_mode=ocr&output_mode=line-printer`, {
    method: "POST",
    headers: { "service-key": service.serviceKey },
    body: Buffer.from(picturesOnly().bytes),
  });
  expect(answer.status).toBe(200);
  const messages: unknown = JSON.parse(answer.headers.get("page-messages") ?? "[]");
  expect(messages).toEqual([
    { page: 1, message: expect.stringMatching(NO_WORDS) },
    { page: 2, message: expect.stringMatching(NO_WORDS) },
  ]);
});

test("the pages of a GraphQL job say so", async () => {
  const graphql = createGraphqlClient(service);
  const { id: upload } = await graphql.upload("wall.pdf", picturesOnly().bytes);
  const { submitDocument } = await graphql.read(
    z.object({ submitDocument: z.object({ job: z.object({ id: z.uuid() }) }) }),
    "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }",
    { input: { upload, options: { mode: "LOW_COST" } } },
  );
  const { id } = submitDocument.job;
  const schema = z.object({
    job: z.object({
      status: z.string(),
      pages: z.object({ nodes: z.array(z.object({ message: z.string() })) }),
    }),
  });
  const query = "query ($id: ID!) { job(id: $id) { status pages { nodes { message } } } }";
  await expect
    .poll(() => graphql.read(schema, query, { id }), { timeout: 60_000 })
    .toMatchObject({ job: { status: "PROCESSED" } });
  const { job } = await graphql.read(schema, query, { id });
  expect(job.pages.nodes.map(({ message }) => message)).toEqual([
    expect.stringMatching(NO_WORDS),
    expect.stringMatching(NO_WORDS),
  ]);
});
